import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cache } from '../checkout/ports/cache.ts'
import { openRedisCache } from './redis/redis-cache.ts'
import { aCompleteSession, aSignal, listen } from '../testing/cache-contract.ts'
import { createTestClocks, spentForGood } from '../testing/test-clocks.ts'
import { redisCacheOptions } from '../testing/servers/cache-redis.ts'
import { createRedisServer } from '../testing/servers/redis-server.ts'
import type { RedisServer } from '../testing/servers/redis-server.ts'

const BURST = 5

let server: RedisServer
const caches: Cache[] = []

beforeEach(async () => {
  server = await createRedisServer()
})

afterEach(async () => {
  await Promise.all(caches.splice(0).map((cache) => cache.close()))
  await server.remove()
})

/** `timeoutMs` is short where it is what the test waits for. */
const open = async ({ timeoutMs }: { timeoutMs?: number } = {}) => {
  const clocks = createTestClocks()
  const options = redisCacheOptions(server.url, {
    rateLimit: spentForGood(BURST),
    clocks,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const cache = await openRedisCache(options)
  caches.push(cache)
  return { cache, clocks, events: options.events }
}

/** Opened to a Redis that is there, however long it took to connect. */
const openConnected = async (options?: Parameters<typeof open>[0]) => {
  const opened = await open(options)
  await expectHealed(opened)
  opened.events.cacheUnavailable.mockClear()
  opened.events.cacheAvailable.mockClear()
  return opened
}

const everythingOf = (cache: Cache) => {
  const session = aCompleteSession()
  return {
    put: () => cache.sessions.put(session),
    find: () => cache.sessions.find(session.id),
    take: () => cache.limiter.take(randomUUID()),
    takeAndFindFinal: () => cache.sessions.takeAndFindFinal(randomUUID(), session.id),
    publish: () => cache.signals.publish(aSignal()),
    begin: () => cache.idleTimes.begin(randomUUID(), 60),
    renew: () => cache.idleTimes.renew(randomUUID(), 60),
    isReachable: () => cache.isReachable(),
  }
}

const useEverything = async (cache: Cache) => {
  for (const call of Object.values(everythingOf(cache))) await call()
}

/** Whether it is done after two turns of the event loop, so without any timer or answer. */
async function waitsForNothing(call: () => Promise<unknown>) {
  const isDone = vi.fn()
  void call().then(isDone)
  for (let turns = 0; turns < 2; turns += 1) await new Promise(setImmediate)
  return isDone.mock.calls.length > 0
}

/** As long as Redis is left alone, which is until the test lets time pass. */
async function expectNobodyWaits(cache: Cache) {
  for (const [name, call] of Object.entries(everythingOf(cache)))
    expect([name, await waitsForNothing(call)]).toEqual([name, true])
}

const expectInProcessBehaviour = async (cache: Cache) => {
  const [key, session, signal] = [randomUUID(), aCompleteSession(), aSignal()]
  const { heard, stop } = listen(cache)
  const limits = await Promise.all(Array.from({ length: 50 }, () => cache.limiter.take(key)))
  expect(limits.filter((limit) => limit.allowed)).toHaveLength(BURST)
  await cache.sessions.put(session)
  expect(await cache.sessions.takeAndFindFinal(randomUUID(), session.id)).toMatchObject({
    rateLimit: { allowed: true, remaining: BURST - 1 },
    session: undefined,
  })
  await cache.idleTimes.begin(key, 60)
  expect(await cache.idleTimes.renew(key, 60)).toBe(false)
  await cache.signals.publish(signal)
  await expect.poll(() => heard).toEqual([signal])
  stop()
}

type CacheWithClocks = Pick<Awaited<ReturnType<typeof open>>, 'cache' | 'clocks'>

const expectHealed = async ({ cache, clocks }: CacheWithClocks) => {
  const session = aCompleteSession()
  await vi.waitFor(
    async () => {
      clocks.pass(1)
      await cache.sessions.put(session)
      expect(await cache.sessions.find(session.id)).toEqual(session)
    },
    { timeout: 60_000 },
  )
}

describe('payments §5: Redis that is not there', () => {
  test('a missing Redis keeps nobody from starting, is said once, and is used as soon as it comes', async () => {
    const opened = await open()
    const { cache, events } = opened
    expect(events.cacheUnavailable).toHaveBeenCalledOnce()
    await expectNobodyWaits(cache)
    await expectInProcessBehaviour(cache)
    expect(await cache.isReachable()).toBe(false)

    await server.start()
    await expectHealed(opened)
    expect(events.cacheAvailable).toHaveBeenCalled()
  })
})

describe('payments §5: Redis that is killed while it is used', () => {
  test('a killed Redis costs speed alone: no method rejects or waits, and spent limits hold', async () => {
    await server.start()
    const { cache, events } = await openConnected()
    const key = randomUUID()
    for (let count = 0; count < BURST; count += 1)
      expect(await cache.limiter.take(key)).toMatchObject({ allowed: true })

    let isStopped = false
    const outcomes: Array<Promise<unknown>> = []
    const traffic = (async () => {
      while (!isStopped) {
        outcomes.push(useEverything(cache))
        await new Promise(setImmediate)
      }
    })()
    await server.kill()
    await expect.poll(() => events.cacheUnavailable).toHaveBeenCalled()
    isStopped = true
    await traffic
    expect(
      (await Promise.allSettled(outcomes)).filter(({ status }) => status === 'rejected'),
    ).toEqual([])

    await expectNobodyWaits(cache)
    expect(await cache.limiter.take(key)).toMatchObject({ allowed: false })
    await expectInProcessBehaviour(cache)
    expect(events.cacheUnavailable).toHaveBeenCalledOnce()
    expect(events.cacheAvailable).not.toHaveBeenCalled()
  })

  test('a killed Redis is used again after its restart, signals between processes too', async () => {
    await server.start()
    const [one, other] = [await openConnected(), await openConnected()]
    await server.kill()
    await expect.poll(() => one.events.cacheUnavailable).toHaveBeenCalledOnce()
    await server.start()
    await expectHealed(one)
    await expectHealed(other)
    expect(one.events.cacheAvailable).toHaveBeenCalled()

    const { heard } = listen(other.cache)
    const signal = aSignal()
    await vi.waitFor(
      async () => {
        await one.cache.signals.publish(signal)
        expect(heard).toContainEqual(signal)
      },
      { timeout: 60_000 },
    )
  })
})

describe('payments §5: Redis that hangs', () => {
  test('a Redis that hangs is waited for once and then left alone; thawed, it is used again', async () => {
    await server.start()
    const opened = await openConnected({ timeoutMs: 50 })
    const { cache, events } = opened
    server.freeze()
    const session = aCompleteSession()
    expect(await cache.sessions.find(session.id)).toBeUndefined()
    expect(events.cacheUnavailable).toHaveBeenCalledExactlyOnceWith({
      reason: 'no answer within 50 ms',
    })
    await expectNobodyWaits(cache)
    await expectInProcessBehaviour(cache)

    server.thaw()
    await expectHealed(opened)
    expect(events.cacheAvailable).toHaveBeenCalled()
  })

  test('a Redis that hangs does not keep the cache from closing', async () => {
    await server.start()
    const { cache } = await openConnected()
    server.freeze()
    await expect(cache.close()).resolves.toBeUndefined()
  })
})
