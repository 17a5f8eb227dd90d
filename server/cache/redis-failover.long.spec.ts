import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Cache } from '../checkout/ports/cache.ts'
import { openCache } from '../open/open-cache.ts'
import { redisCacheOptions } from '../testing/servers/cache-redis.ts'
import {
  aCompleteSession,
  aSignal,
  describeCacheContract,
  listen,
} from '../testing/cache-contract.ts'
import { type SentinelGroup, startSentinels } from '../testing/servers/redis-sentinels.ts'
import { createTestClocks } from '../testing/test-clocks.ts'
import { openRedisCache } from './redis/redis-cache.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }

let group: SentinelGroup
const caches: Cache[] = []

beforeAll(async () => {
  group = await startSentinels()
})

afterEach(async () => {
  await Promise.all(caches.splice(0).map((cache) => cache.close()))
})

afterAll(() => group.remove())

/** A process that waits for Redis as long as a real one does. */
const open = async () => {
  const clocks = createTestClocks()
  const cache = await openRedisCache(
    redisCacheOptions(`${group.url}/1`, { clocks, timeoutMs: 1000 }),
  )
  caches.push(cache)
  return { cache, clocks }
}

const expectShared = async (from: Awaited<ReturnType<typeof open>>, to: Cache) => {
  const { heard, stop } = listen(to)
  const [session, signal] = [aCompleteSession(), aSignal()]
  await vi.waitFor(async () => {
    from.clocks.pass(1)
    await from.cache.sessions.put(session)
    await from.cache.signals.publish(signal)
    expect(await from.cache.sessions.find(session.id)).toEqual(session)
    expect(heard).toContainEqual(signal)
  }, PATIENCE)
  stop()
}

describeCacheContract('a master that sentinels name', (options) =>
  openRedisCache(redisCacheOptions(`${group.url}/1`, options)),
)

describe('contract §2 REDIS_URL: sentinels', () => {
  test('a name that the sentinels do not know stops the start, and they say which they know', async () => {
    const options = redisCacheOptions(group.url.replace(/shop$/, 'shops'))
    await expect(
      openCache(
        { redisUrl: options.url, rateLimit: options.rateLimit, workers: 1 },
        {
          ...options,
          materials: ['signing key material'],
          clocks: createTestClocks(),
          timeoutMs: 1000,
          events: { ...options.events, cacheRead: vi.fn() },
        },
      ),
    ).rejects.toThrow('REDIS_URL: the sentinels know no master "shops", but "shop"')
  })

  test('a master that hangs is left for the promoted one, by those who ask and those who listen', async () => {
    const [one, other] = [await open(), await open()]
    await expectShared(one, other.cache)
    group.master.freeze()
    await group.untilPromoted()
    await expectShared(one, other.cache)
    await expectShared(other, one.cache)
    group.master.thaw()
    await expectShared(one, other.cache)
  })
})
