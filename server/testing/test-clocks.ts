import type { Clocks } from '../cache/memory/clocks.ts'
import type { Rate } from '../checkout/ports/cache.ts'

/**
 * The clocks of a service that a test holds in its hand. What measures how long something lasts,
 * such as a limit, stands still until the test lets time pass; so does the time of day when it is
 * given, which otherwise goes on as that of browsers and of the record does.
 */
export function createTestClocks({ at }: { at?: Date } = {}) {
  let passedMs = 0
  return {
    monotonicMs: () => passedMs,
    wallMs: () => (at === undefined ? Date.now() : at.getTime() + passedMs),
    pass(seconds: number) {
      passedMs += seconds * 1000
    },
  } satisfies Clocks & Record<string, unknown>
}

/** A limit that nothing grows back of, also by the clock of Redis: one request in eleven days. */
export const spentForGood = (burst: number): Rate => ({ perSecond: 1e-6, burst })
