export type Clocks = {
  /** Milliseconds that never go back. */
  monotonicMs: () => number
  /** Milliseconds since 1970. */
  wallMs: () => number
  /** Whether it is taken for the clock of the record. (Default: it is compared with that.) */
  isRecords?: boolean
}

export const SYSTEM_CLOCKS: Clocks = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
}
