import type { Clocks } from '../cache/memory/clocks.ts'
import type { Rate } from '../checkout/ports/cache.ts'

/**
 * Clocks that a test moves. Durations, such as those of limits, stand still until the test lets
 * time pass. The time of day stops only when `at` is given; otherwise it goes on as browsers
 * and the database expect.
 */
export function createTestClocks({ at }: { at?: Date } = {}) {
  let passedMs = 0
  return {
    monotonicMs: () => passedMs,
    isRecords: at !== undefined,
    wallMs: () => (at === undefined ? Date.now() : at.getTime() + passedMs),
    pass(seconds: number) {
      passedMs += seconds * 1000
    },
  } satisfies Clocks & Record<string, unknown>
}

/** A limit that a test never gets back, also not from Redis: one request in eleven days. */
export const spentForGood = (burst: number): Rate => ({ perSecond: 1e-6, burst })
