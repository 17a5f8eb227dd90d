import type { Rate } from '../../checkout/ports/cache.ts'
import { decide, toBucket, toRateLimit } from './gcra.ts'

/**
 * For one purpose, about 10 MB. The key that was unused for longest makes room; by then its burst
 * is nearly always full again.
 */
const MAX_KEYS = 50_000

export type MemoryRateLimiter = ReturnType<typeof createMemoryRateLimiter>

/** `monotonicMs`: never goes back, even if the wall clock does. */
export const createMemoryRateLimiter = (usualRate: Rate, monotonicMs: () => number) => {
  const purposes = new Map<string, Map<string, number>>()

  const drainTimesOf = (key: string) => {
    const purpose = key.slice(0, Math.max(0, key.indexOf(':')))
    const known = purposes.get(purpose)
    if (known) return known
    const begun = new Map<string, number>()
    purposes.set(purpose, begun)
    return begun
  }

  const find = (key: string, rate: Rate) => {
    const bucket = toBucket(rate)
    const nowMicros = Math.floor(monotonicMs() * 1000)
    const drainTimes = drainTimesOf(key)
    const decision = decide(bucket, (drainTimes.get(key) ?? nowMicros) - nowMicros)
    return { bucket, nowMicros, drainTimes, decision }
  }

  return {
    take(key: string, rate = usualRate) {
      const { bucket, nowMicros, drainTimes, decision } = find(key, rate)
      drainTimes.delete(key)
      drainTimes.set(key, nowMicros + decision.backlogMicros)
      dropOldest(drainTimes, nowMicros)
      return toRateLimit(bucket, decision)
    },
    /** What `take` would answer, without taking. */
    look(key: string, rate = usualRate) {
      const { bucket, decision } = find(key, rate)
      return toRateLimit(bucket, decision)
    },
  }
}

function dropOldest(drainTimes: Map<string, number>, nowMicros: number) {
  for (const [key, drainedAt] of drainTimes) {
    if (drainedAt > nowMicros && drainTimes.size <= MAX_KEYS) return
    drainTimes.delete(key)
  }
}
