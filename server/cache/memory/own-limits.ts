import type { Rate, RateLimit } from '../../checkout/ports/cache.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'

/** Together the processes of a machine allow at most so many times the limit without Redis. */
const MOST_TIMES = 2

export type OwnLimits = ReturnType<typeof createOwnLimits>

/** What one of `processes` counts by itself, beside the limit that all share. */
export function createOwnLimits(
  usualRate: Rate,
  { processes, monotonicMs }: { processes: number; monotonicMs: () => number },
) {
  const limits = createMemoryRateLimiter(usualRate, monotonicMs)
  const shares = createMemoryRateLimiter(usualRate, monotonicMs)
  const part = Math.min(1, MOST_TIMES / processes)
  const shareOf = ({ perSecond, burst }: Rate): Rate => ({
    perSecond: perSecond * part,
    burst: Math.max(1, Math.floor(burst * part)),
  })
  return {
    /**
     * `limit`: what this process refuses needs no question to Redis. `share`: the answer when Redis
     * gives none. It counts all the time, so that an outage gives nothing back.
     */
    take(key: string, rate = usualRate): { limit: RateLimit; share: RateLimit } {
      const limit = limits.take(key, rate)
      return { limit, share: part === 1 ? limit : shares.take(key, shareOf(rate)) }
    },
  }
}
