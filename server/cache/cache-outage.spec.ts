import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cache } from '../checkout/ports/cache.ts'
import { openRedisCache } from './redis/redis-cache.ts'
import { aCompleteSession, aSignal, listen } from '../testing/cache-contract.ts'
import { createRedisServer, redisCacheOptions } from '../testing/cache-redis.ts'
import type { RedisServer } from '../testing/cache-redis.ts'

const BURST = 5
const NEVER_REFILLS = { perSecond: 0.001, burst: BURST }

let server: RedisServer
const caches: Cache[] = []

beforeEach(async () => {
  server = await createRedisServer()
})

afterEach(async () => {
  await Promise.all(caches.splice(0).map((cache) => cache.close()))
  await server.remove()
})

const open = async () => {
  const options = redisCacheOptions(server.url, { rateLimit: NEVER_REFILLS, timeoutMs: 50 })
  const cache = await openRedisCache(options)
  caches.push(cache)
  return { cache, events: options.events }
}

/** Every method once; gives the longest time that one took. */
const useEverything = async (cache: Cache) => {
  const session = aCompleteSession()
  const calls = [
    () => cache.sessions.put(session),
    () => cache.sessions.find(session.id),
    () => cache.limiter.take(randomUUID()),
    () => cache.sessions.takeAndFindFinal(randomUUID(), session.id),
    () => cache.signals.publish(aSignal()),
    () => cache.idleTimes.begin(randomUUID(), 60),
    () => cache.idleTimes.renew(randomUUID(), 60),
    () => cache.isReachable(),
  ]
  let slowestMs = 0
  for (const call of calls) {
    const startedAt = performance.now()
    await call()
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  return slowestMs
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

const expectHealed = async (cache: Cache) => {
  await expect.poll(() => cache.isReachable()).toBe(true)
  const session = aCompleteSession()
  await vi.waitFor(
    async () => {
      await cache.sessions.put(session)
      expect(await cache.sessions.find(session.id)).toEqual(session)
    },
    { timeout: 60_000 },
  )
}

describe('payments §5: Redis that is not there', () => {
  test('keeps nobody from starting, is said once, and is used as soon as it comes', async () => {
    const startedAt = performance.now()
    const { cache, events } = await open()
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(events.cacheUnavailable).toHaveBeenCalledOnce()
    expect(await useEverything(cache)).toBeLessThan(1000)
    await expectInProcessBehaviour(cache)
    expect(await cache.isReachable()).toBe(false)

    await server.start()
    await expectHealed(cache)
    expect(events.cacheAvailable).toHaveBeenCalled()
  })
})

describe('payments §5: Redis that is killed while it is used', () => {
  test('costs speed alone: no method rejects or waits, and limits hold with what was spent before', async () => {
    await server.start()
    const { cache, events } = await open()
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

    expect(await useEverything(cache)).toBeLessThan(1000)
    expect(await cache.limiter.take(key)).toMatchObject({ allowed: false })
    await expectInProcessBehaviour(cache)
    expect(events.cacheUnavailable).toHaveBeenCalledOnce()
    expect(events.cacheAvailable).not.toHaveBeenCalled()
  })

  test('is used again after its restart, signals between processes too', async () => {
    await server.start()
    const [one, other] = [await open(), await open()]
    await server.kill()
    await expect.poll(() => one.events.cacheUnavailable).toHaveBeenCalledOnce()
    await server.start()
    await expectHealed(one.cache)
    await expectHealed(other.cache)
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
  test('is waited for once and then left alone; thawed, it is used again', async () => {
    await server.start()
    const { cache, events } = await open()
    server.freeze()
    const session = aCompleteSession()
    expect(await cache.sessions.find(session.id)).toBeUndefined()
    expect(events.cacheUnavailable).toHaveBeenCalledExactlyOnceWith({
      reason: 'no answer within 50 ms',
    })

    const startedAt = performance.now()
    for (let count = 0; count < 200; count += 1)
      await cache.sessions.takeAndFindFinal(randomUUID(), session.id)
    // Had each waited for its 50 ms, this would have taken 10 s.
    expect(performance.now() - startedAt).toBeLessThan(5000)
    await expectInProcessBehaviour(cache)

    server.thaw()
    await expectHealed(cache)
    expect(events.cacheAvailable).toHaveBeenCalled()
  })

  test('does not keep the cache from closing', async () => {
    await server.start()
    const { cache } = await open()
    server.freeze()
    const startedAt = performance.now()
    await cache.close()
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })
})
