export type Clocks = {
  /** Milliseconds that never go back. */
  monotonicMs: () => number
  /** Milliseconds since 1970. */
  wallMs: () => number
}

export const SYSTEM_CLOCKS: Clocks = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
}
