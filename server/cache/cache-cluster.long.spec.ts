import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Cache } from '../checkout/ports/cache.ts'
import {
  aCompleteSession,
  aSignal,
  describeCacheContract,
  listen,
} from '../testing/cache-contract.ts'
import { redisCacheOptions } from '../testing/servers/cache-redis.ts'
import { type RedisCluster, startCluster } from '../testing/servers/redis-cluster.ts'
import { observe } from '../testing/servers/redis-server.ts'
import { createTestClocks } from '../testing/test-clocks.ts'
import { openRedisCache } from './redis/redis-cache.ts'

const CHANNEL = 'hc:signals:sessions_changed'
const PATIENCE = { timeout: 120_000, interval: 100 }

let cluster: RedisCluster
const caches: Cache[] = []

beforeAll(async () => {
  // A busy machine may be silent for as long as makes a promotion, which loses what is newest.
  cluster = await startCluster({ isPatient: true })
})

afterEach(async () => {
  await Promise.all(caches.splice(0).map((cache) => cache.close()))
})

afterAll(() => cluster.remove())

const open = async () => {
  const clocks = createTestClocks()
  const cache = await openRedisCache(redisCacheOptions(cluster.url, { clocks, timeoutMs: 1000 }))
  caches.push(cache)
  return { cache, clocks }
}

/** Signals of one are heard by the other, and many sessions, over all slots, are found. */
const expectShared = async (from: Awaited<ReturnType<typeof open>>, to: Cache) => {
  const { heard, stop } = listen(to)
  const sessions = Array.from({ length: 12 }, () => aCompleteSession())
  const signal = aSignal()
  await vi.waitFor(async () => {
    from.clocks.pass(1)
    await from.cache.signals.publish(signal)
    for (const session of sessions) {
      await from.cache.sessions.put(session)
      expect(await from.cache.sessions.find(session.id)).toEqual(session)
    }
    expect(heard).toContainEqual(signal)
  }, PATIENCE)
  stop()
}

describeCacheContract('Redis Cluster cache', (options) =>
  openRedisCache(redisCacheOptions(cluster.url, options)),
)

describe('payments §5: a cluster that changes', () => {
  beforeAll(() => cluster.losePatience())

  test('a signal is carried by the shard of its channel alone', async () => {
    const [one, other] = [await open(), await open()]
    await expectShared(one, other.cache)
    const { master } = await cluster.pairOf(CHANNEL)
    const { master: stranger } = await cluster.pairOf('foo')
    expect(stranger.port).not.toBe(master.port)
    const listening = async (port: number) => {
      const observer = await observe(port)
      const channels = await observer.sendCommand(['PUBSUB', 'SHARDCHANNELS'])
      observer.destroy()
      return channels
    }
    expect(await listening(master.port)).toContain(CHANNEL)
    expect(await listening(stranger.port)).not.toContain(CHANNEL)
  })

  test('a lost master and moved slots cost nothing for long: sessions are found, and signals are heard', async () => {
    const [one, other] = [await open(), await open()]
    await expectShared(one, other.cache)
    const lost = await cluster.pairOf(CHANNEL)
    await lost.master.kill()
    await cluster.untilPromoted(lost.replica)
    await expectShared(one, other.cache)
    await expectShared(other, one.cache)

    const { master: to } = await cluster.pairOf('foo')
    await cluster.untilWhole(to)
    await cluster.move([await cluster.slotOf(CHANNEL)], { from: lost.replica, to })
    await expectShared(one, other.cache)
    await expectShared(other, one.cache)
    await lost.master.start()
    await expectShared(one, other.cache)
  })
})
