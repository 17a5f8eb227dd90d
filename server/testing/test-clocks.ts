import { type Clocks, SYSTEM_CLOCKS } from '../cache/memory/clocks.ts'
import type { Rate } from '../checkout/ports/cache.ts'

/**
 * The clocks of a service that a test holds in its hand: limits, breakers and copies age when the
 * test says so. What time it is they say as the machine does, for the record has that clock.
 */
export function createTestClocks(): Clocks & { pass(seconds: number): void } {
  let monotonicMs = 0
  return {
    monotonicMs: () => monotonicMs,
    wallMs: SYSTEM_CLOCKS.wallMs,
    pass(seconds) {
      monotonicMs += seconds * 1000
    },
  }
}

/** A limit that nothing grows back of, also by the clock of Redis: one request in eleven days. */
export const spentForGood = (burst: number): Rate => ({ perSecond: 1e-6, burst })
