/** A lock that is wanted by many is free again sooner than that. */
const LOCK_MS = 100

/** No shorter, or a hiccup of the disk would split what goes together; no longer than anybody waits. */
const LIMITS = { leastMs: 50, mostMs: 500 }

/** How much longer than usual a transaction that many wait for may take. */
const TIMES_USUAL = 2

/** How much the last one counts in what is usual. */
const WEIGHT = 0.2

/**
 * How long a statement may take in a transaction that many wait for: some times what such a
 * transaction takes just now, so that one slow row is soon left to a transaction of its own, and a
 * database that is slow as a whole is not asked for each payment apart. One that was given up counts
 * as long as it took: so the limit follows a database that gets slower.
 */
export function createLockTimeout({ leastMs, mostMs } = LIMITS) {
  let usualMs = leastMs / TIMES_USUAL
  return {
    /** The settings of such a transaction. */
    settings() {
      const limitMs = Math.min(mostMs, Math.max(leastMs, Math.ceil(usualMs * TIMES_USUAL)))
      return [`set local lock_timeout = ${LOCK_MS}`, `set local statement_timeout = ${limitMs}`]
    },
    observe(ms: number) {
      usualMs = Math.min(mostMs, usualMs + WEIGHT * (ms - usualMs))
    },
  }
}
