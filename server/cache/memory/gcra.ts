import type { Rate, RateLimit } from '../../checkout/ports/cache.ts'

/** A rate in microseconds: the cost of a request, and how much cost may be owed at once. */
export type Bucket = { burst: number; costMicros: number; capacityMicros: number }

/** Rounds the cost up, so that the rate is never exceeded. */
export const toBucket = ({ perSecond, burst }: Rate): Bucket => {
  const costMicros = Math.ceil(1_000_000 / perSecond)
  return { burst, costMicros, capacityMicros: burst * costMicros }
}

/** `backlogMicros`: how long a pause must be until the whole burst is free again. */
export type Decision = { allowed: boolean; backlogMicros: number }

/** GCRA. redis/redis-rate-limiter.ts says the same in Lua. */
export const decide = ({ costMicros, capacityMicros }: Bucket, owedMicros: number): Decision => {
  const backlogMicros = Math.min(Math.max(owedMicros, 0), capacityMicros)
  return backlogMicros + costMicros > capacityMicros
    ? { allowed: false, backlogMicros }
    : { allowed: true, backlogMicros: backlogMicros + costMicros }
}

const toSeconds = (micros: number) => Math.ceil(micros / 1_000_000)

export const toRateLimit = (bucket: Bucket, { allowed, backlogMicros }: Decision): RateLimit => ({
  allowed,
  limit: bucket.burst,
  remaining: Math.floor((bucket.capacityMicros - backlogMicros) / bucket.costMicros),
  resetSeconds: toSeconds(backlogMicros),
  retryAfterSeconds: allowed
    ? 0
    : Math.max(1, toSeconds(backlogMicros + bucket.costMicros - bucket.capacityMicros)),
})
