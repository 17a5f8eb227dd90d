import type { Rate, RateLimit } from '../../checkout/ports/cache.ts'
import { decide, toBucket, toRateLimit } from './gcra.ts'

/**
 * About 10 MB. The key unused for longest gives way; by then its burst is nearly always full again.
 */
const MAX_KEYS = 50_000

export type MemoryRateLimiter = { take(key: string, rate?: Rate): RateLimit }

/** `monotonicMs` never goes back, whatever happens to the wall clock. */
export const createMemoryRateLimiter = (
  usualRate: Rate,
  monotonicMs: () => number,
): MemoryRateLimiter => {
  const drainedAtMicros = new Map<string, number>()

  const dropOldest = (nowMicros: number) => {
    for (const [key, drainedAt] of drainedAtMicros) {
      if (drainedAt > nowMicros && drainedAtMicros.size <= MAX_KEYS) return
      drainedAtMicros.delete(key)
    }
  }

  return {
    take(key, rate = usualRate) {
      const bucket = toBucket(rate)
      const nowMicros = Math.floor(monotonicMs() * 1000)
      const decision = decide(bucket, (drainedAtMicros.get(key) ?? nowMicros) - nowMicros)
      drainedAtMicros.delete(key)
      drainedAtMicros.set(key, nowMicros + decision.backlogMicros)
      dropOldest(nowMicros)
      return toRateLimit(bucket, decision)
    },
  }
}
