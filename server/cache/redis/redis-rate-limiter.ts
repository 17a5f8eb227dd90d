import type { Result } from 'ioredis'
import type { RateLimit } from '../../checkout/ports/cache.ts'
import type { Bucket } from '../memory/gcra.ts'
import { toRateLimit } from '../memory/gcra.ts'
import type { RedisClient } from './redis-client.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeRequest(
      key: string,
      costMicros: number,
      capacityMicros: number,
    ): Result<[0 | 1, number], Context>
  }
}

/**
 * `decide` of memory/gcra.ts by Redis' own clock. The key holds the time when its backlog is
 * drained, in microseconds since 1970, and lives until then. Even after the clock was set back, a
 * key owes at most the capacity.
 */
export const TAKE_REQUEST = {
  numberOfKeys: 1,
  lua: `
local cost, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('time')
local now = time[1] * 1000000 + time[2]
local drained_at = tonumber(redis.call('get', KEYS[1])) or now
local backlog = math.min(math.max(drained_at - now, 0), capacity)
if backlog + cost > capacity then
  return { 0, backlog }
end
backlog = backlog + cost
redis.call('set', KEYS[1], string.format('%.0f', now + backlog), 'px', math.ceil(backlog / 1000))
return { 1, backlog }`,
}

/** Takes one request of a key from the limit that all processes share. */
export const takeShared = async (
  redis: RedisClient,
  key: string,
  bucket: Bucket,
): Promise<RateLimit> => {
  const [allowed, backlogMicros] = await redis.takeRequest(
    `hc:limit:{${key}}`,
    bucket.costMicros,
    bucket.capacityMicros,
  )
  return toRateLimit(bucket, { allowed: allowed === 1, backlogMicros })
}
