import type { Clocks } from './cache/memory/clocks.ts'

/** What no setting says of a service: a test takes it into its hand. */
export type ServiceOptions = {
  /** What it reads the time from. (Default: the system's.) */
  clocks?: Clocks | undefined
  /** The work of a new password's hash. (Default: as `createPasswords` has it.) */
  passwordCost?: number | undefined
  /** How long Redis may take to answer. (Default: as `openRedisCache` has it.) */
  cacheTimeoutMs?: number | undefined
  /** How long an endpoint may take to answer. (Default: as `openWebhooks` has it.) */
  webhookTimeoutMs?: number | undefined
  /** When to ask first whether to compare the books. (Default: after 20 to 80 s.) */
  reconcileAfterMs?: number | undefined
}
