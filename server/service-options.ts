import type { Clocks } from './cache/memory/clocks.ts'

/** How long others may take, in milliseconds. (Default: as their clients say.) */
export type Timeouts = {
  /** An answer of Redis. */
  cacheMs?: number
  /** A connection of PostgreSQL. */
  connectionMs?: number
  /** An answer of the payment provider. */
  providerMs?: number
  /** An answer of a webhook endpoint. */
  webhookMs?: number
}

/** Options that have no setting; tests use them. */
export type ServiceOptions = {
  /** (Default: the system's.) */
  clocks?: Clocks | undefined
  /** The cost of hashing a new password. (Default: as in `createPasswords`.) */
  passwordCost?: number | undefined
  timeouts?: Timeouts | undefined
  /** What the build made of the widget. (Default: the build's own folder.) */
  widgetDirectory?: URL | undefined
  /** When to ask first whether a comparison is due, in milliseconds. (Default: 20 to 80 s.) */
  reconcileAfterMs?: number | undefined
}
