import type { Clocks } from '../cache/memory/clocks.ts'
import type { Rate } from '../checkout/ports/cache.ts'

/**
 * The clocks of a service that a test holds in its hand: they stand still, and with them limits,
 * breakers and copies, until the test lets time pass.
 */
export function createTestClocks({ at = new Date() }: { at?: Date } = {}) {
  let passedMs = 0
  return {
    monotonicMs: () => passedMs,
    wallMs: () => at.getTime() + passedMs,
    pass(seconds: number) {
      passedMs += seconds * 1000
    },
  } satisfies Clocks & Record<string, unknown>
}

/** A limit that nothing grows back of, also by the clock of Redis: one request in eleven days. */
export const spentForGood = (burst: number): Rate => ({ perSecond: 1e-6, burst })
