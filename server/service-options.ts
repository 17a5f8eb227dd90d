import type { Clocks } from './cache/memory/clocks.ts'

/** Options that have no setting; tests use them. */
export type ServiceOptions = {
  /** (Default: the system's.) */
  clocks?: Clocks | undefined
  /** The cost of hashing a new password. (Default: as in `createPasswords`.) */
  passwordCost?: number | undefined
  /** Milliseconds for an answer of Redis. (Default: as in `openRedisCache`.) */
  cacheTimeoutMs?: number | undefined
  /** Milliseconds for an answer of an endpoint. (Default: as in `openWebhooks`.) */
  webhookTimeoutMs?: number | undefined
  /** What the build made of the widget. (Default: the build's own folder.) */
  widgetDirectory?: URL | undefined
  /** When to ask first whether a comparison is due, in milliseconds. (Default: 20 to 80 s.) */
  reconcileAfterMs?: number | undefined
}
