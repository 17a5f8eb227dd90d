import { deriveSealingKey } from '../auth/key-material.ts'
import type { Clocks } from '../cache/memory/clocks.ts'
import { openMemoryCache } from '../cache/memory/memory-cache.ts'
import type { CacheEvents } from '../cache/redis/redis-connection.ts'
import type { Cache } from '../checkout/ports/cache.ts'
import type { Config } from '../config.ts'

type Needs = {
  /** Copies of sessions are sealed under keys of this material. */
  materials: readonly string[]
  history: () => string | undefined
  events: CacheEvents
  timeoutMs: number | undefined
  clocks: Clocks
}

/** Redis, or this process's memory where none is set. */
export async function openCache(
  { redisUrl, rateLimit }: Pick<Config, 'redisUrl' | 'rateLimit'>,
  { materials, ...needs }: Needs,
): Promise<Cache> {
  if (redisUrl === undefined)
    return openMemoryCache({ rateLimit, history: needs.history, clocks: needs.clocks })
  // A service without Redis loads none of it.
  const { openRedisCache } = await import('../cache/redis/redis-cache.ts')
  return await openRedisCache({
    url: redisUrl,
    rateLimit,
    sealingKeys: (name) => materials.map((material) => deriveSealingKey(material, name)),
    ...needs,
  })
}
