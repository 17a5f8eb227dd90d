import { deriveSealingKey } from '../auth/key-material.ts'
import type { Clocks } from '../cache/memory/clocks.ts'
import { openMemoryCache } from '../cache/memory/memory-cache.ts'
import type { CacheEvents } from '../cache/redis/redis-connection.ts'
import type { Cache, SessionCache } from '../checkout/ports/cache.ts'
import type { Config } from '../config.ts'
import type { Events } from '../reporting/events.ts'
import { ConfigError } from '../settings/config-error.ts'

type CacheDeps = {
  /** Sealing keys for the copies of sessions are made from these. */
  materials: readonly string[]
  history: () => string | undefined
  events: CacheEvents & Pick<Events, 'cacheRead'>
  timeoutMs: number | undefined
  clocks: Clocks
}

/** A read that the limit has refused is not counted. */
function withCountedReads(cache: Cache, { cacheRead }: Pick<Events, 'cacheRead'>): Cache {
  const { sessions } = cache
  const find: SessionCache['find'] = async (sessionId) => {
    const session = await sessions.find(sessionId)
    cacheRead(session)
    return session
  }
  const takeAndFindFinal: SessionCache['takeAndFindFinal'] = async (key, sessionId) => {
    const answer = await sessions.takeAndFindFinal(key, sessionId)
    if (answer.rateLimit.allowed) cacheRead(answer.session)
    return answer
  }
  return { ...cache, sessions: { ...sessions, find, takeAndFindFinal } }
}

/** Redis, or the memory of this process when no Redis is set. */
export async function openCache(
  { redisUrl, rateLimit, workers }: Pick<Config, 'redisUrl' | 'rateLimit' | 'workers'>,
  { materials, ...needs }: CacheDeps,
): Promise<Cache> {
  if (redisUrl === undefined)
    return withCountedReads(
      openMemoryCache({ rateLimit, history: needs.history, clocks: needs.clocks }),
      needs.events,
    )
  // Loaded only when Redis is set.
  const { openRedisCache } = await import('../cache/redis/redis-cache.ts')
  const { findWrongMaster } = await import('../cache/redis/redis-sentinels.ts')
  const wrongMaster = await findWrongMaster(redisUrl)
  if (wrongMaster !== undefined) throw new ConfigError('REDIS_URL', wrongMaster)
  const cache = await openRedisCache({
    url: redisUrl,
    rateLimit,
    processes: workers,
    sealingKeys: (name) => materials.map((material) => deriveSealingKey(material, name)),
    ...needs,
  })
  return withCountedReads(cache, needs.events)
}
