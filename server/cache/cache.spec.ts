import { randomBytes, randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openMemoryCache } from './memory/memory-cache.ts'
import { openRedisCache } from './redis/redis-cache.ts'
import type { RedisCacheOptions } from './redis/redis-cache.ts'
import {
  CANARY_NAME,
  CANARY_PHONE,
  aCompleteSession,
  aSignal,
  anOpenSession,
  describeCacheContract,
  listen,
  takeMany,
} from '../testing/cache-contract.ts'
import { createProxy, redisCacheOptions } from '../testing/servers/cache-redis.ts'
import { createRedisServer, observe } from '../testing/servers/redis-server.ts'
import type { Observer, RedisServer } from '../testing/servers/redis-server.ts'
import { createTestClocks, spentForGood } from '../testing/test-clocks.ts'

let server: RedisServer
let observer: Observer
const closers: Array<() => Promise<void>> = []

beforeAll(async () => {
  server = await createRedisServer()
  await server.start()
  observer = await observe(server.port)
})

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

afterAll(async () => {
  observer.destroy()
  await server.remove()
})

const open = async (options: Partial<RedisCacheOptions> = {}) => {
  const complete = redisCacheOptions(server.url, options)
  const cache = await openRedisCache(complete)
  closers.push(() => cache.close())
  return { ...cache, cache, events: complete.events }
}

const NOW = new Date('2026-11-21T09:30:00.000Z')

/** Redis tells the time in seconds and what is left of one in microseconds. */
const redisNow = async () => {
  const [seconds, micros] = (await observer.sendCommand(['TIME'])) as unknown as [string, string]
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}

const keyOf = (sessionId: string) => `hc:s:${sessionId}`

describeCacheContract('in-process cache', async (options) => openMemoryCache(options))
describeCacheContract('Redis cache', (options) =>
  openRedisCache(redisCacheOptions(server.url, options)),
)

describe('payments §5: what lies in Redis, seen from outside', () => {
  test('every key in Redis has a time to live, of 30 minutes at most', async () => {
    // The limits before it last longer.
    await observer.flushAll()
    const { sessions } = await open()
    await sessions.put(anOpenSession())
    await sessions.put(anOpenSession({ expiresAt: new Date('2099-01-01') }))
    await sessions.takeAndFindFinal(randomUUID(), anOpenSession().id)
    const keys = await observer.keys('*')
    expect(keys.filter((key) => key.startsWith('hc:s:')).length).toBeGreaterThanOrEqual(2)
    for (const key of keys) {
      const left = await observer.pTTL(key)
      // -1: lives for ever; -2: a limit's key that is gone since it was listed.
      expect(left).not.toBe(-1)
      expect(left).toBeLessThanOrEqual(1_800_000)
    }
  })

  const MINUTE_MS = 60_000
  const later = (ms: number) => ({ expiresAt: new Date(NOW.getTime() + ms) })

  test.each([
    ['what is left of the 30 minutes', anOpenSession(later(10 * MINUTE_MS)), 600],
    ['30 minutes when this clock is an hour late', anOpenSession(later(90 * MINUTE_MS)), 1800],
    ['a minute when it ended after its deadline', aCompleteSession(later(-5000)), 60],
  ])('a session lives in Redis for %s', async (_case, session, seconds) => {
    const { sessions } = await open({ clocks: createTestClocks({ at: NOW }) })
    const before = await redisNow()
    await sessions.put(session)
    const after = await redisNow()
    const writtenAt = (await observer.pExpireTime(keyOf(session.id))) - seconds * 1000
    expect(writtenAt).toBeGreaterThanOrEqual(before)
    expect(writtenAt).toBeLessThanOrEqual(after)
  })

  test('no key and no value in Redis holds a readable word of the buyer', async () => {
    const { sessions, signals } = await open()
    const session = aCompleteSession()
    const messages: string[] = []
    const ear = await observe(server.port)
    await ear.sSubscribe('hc:signals:sessions_changed', (message) => {
      messages.push(message)
    })
    await sessions.put(session)
    await signals.publish({ type: 'sessions_changed', sessionIds: [session.id] })
    await expect.poll(() => messages).toHaveLength(1)
    ear.destroy()

    const keys = await observer.keys('*')
    expect(keys).toContain(keyOf(session.id))
    const stored = await Promise.all(keys.map((key) => observer.sendCommand(['DUMP', key])))
    const everything = [
      ...keys,
      ...messages,
      ...stored.map(String),
      await observer.get(keyOf(session.id)),
    ].join('\n')
    for (const word of [
      CANARY_NAME,
      CANARY_PHONE,
      'Canary',
      '5550001234',
      'Elm Street',
      'Linen shirt',
    ]) {
      expect(everything).not.toContain(word)
    }
  })

  test('the version of a session in Redis is readable and never goes back', async () => {
    const { sessions } = await open()
    const { id } = anOpenSession()
    await sessions.put(aCompleteSession({ id, version: 7 }))
    const before = await observer.get(keyOf(id))
    await sessions.put(anOpenSession({ id, version: 6 }))
    await sessions.put(anOpenSession({ id, version: 7 }))
    await sessions.put(anOpenSession({ id, version: 1 }))
    expect(await observer.get(keyOf(id))).toBe(before)
    expect(before?.slice(0, 8)).toBe('00000007')
  })

  test('an entry sealed with a key that is gone is a miss, is reported, and makes room', async () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)]
    const session = aCompleteSession()
    await (await open({ sealingKeys: () => [older] })).sessions.put(session)
    expect(
      await (await open({ sealingKeys: () => [newer, older] })).sessions.find(session.id),
    ).toEqual(session)

    const { sessions, events } = await open({ sealingKeys: () => [newer] })
    expect(await sessions.find(session.id)).toBeUndefined()
    expect(events.cacheContentUnreadable).toHaveBeenCalledExactlyOnceWith({ kind: 'session' })
    await expect.poll(() => observer.exists(keyOf(session.id))).toBe(0)
    await sessions.put(session)
    expect(await sessions.find(session.id)).toEqual(session)
  })

  test('the entry of another session, or one of garbage, is a miss', async () => {
    const { sessions, events } = await open()
    const [one, other] = [aCompleteSession(), aCompleteSession()]
    await sessions.put(one)
    await observer.copy(keyOf(one.id), keyOf(other.id))
    expect(await sessions.find(other.id)).toBeUndefined()
    await observer.set(keyOf(one.id), '00000001garbage')
    expect(await sessions.find(one.id)).toBeUndefined()
    expect(events.cacheContentUnreadable).toHaveBeenCalledTimes(2)
    expect(events.cacheUnavailable).not.toHaveBeenCalled()
  })
})

describe("payments §5: the merchant's read", () => {
  test('the merchant’s read asks for the limit and the session in one round trip', async () => {
    const proxy = await createProxy(server.port)
    const { sessions } = await open({ url: proxy.url })
    closers.push(() => proxy.close())
    const session = aCompleteSession()
    await sessions.put(session)
    proxy.holdAnswersUntil('get')
    expect(await sessions.takeAndFindFinal(randomUUID(), session.id)).toMatchObject({
      rateLimit: { allowed: true },
      session,
    })
  })
})

describe('performance: Redis', () => {
  test('the commands of one turn leave for Redis in one write', async () => {
    const { cache } = await open()
    const writing = vi.spyOn(Socket.prototype as Required<Socket>, '_writev')
    expect(await takeMany([cache], 100)).toBe(100)
    expect(writing.mock.calls.map(([chunks]) => chunks.length)).toContain(100)
    writing.mockRestore()
  })
})

describe('payments §5: several processes', () => {
  test('several processes share a limit: together they allow one burst', async () => {
    const rateLimit = spentForGood(40)
    const processes = await Promise.all([
      open({ rateLimit }),
      open({ rateLimit }),
      open({ rateLimit }),
    ])
    const allowed = await takeMany(
      processes.map(({ cache }) => cache),
      100,
    )
    expect(allowed).toBe(40)
  })

  test('processes hear each other and themselves, every signal once', async () => {
    const processes = await Promise.all([open(), open()])
    const listeners = processes.map(({ cache }) => listen(cache))
    const signals = [aSignal(), aSignal(), aSignal(), aSignal()]
    for (const [index, signal] of signals.entries())
      await processes[index % 2]?.signals.publish(signal)
    for (const { heard } of listeners) {
      await expect.poll(() => heard).toHaveLength(signals.length)
      expect(heard).toEqual(expect.arrayContaining(signals))
    }
  })

  test('a process leaves out a message that is no signal, and hears the next one', async () => {
    const [{ cache, events }, { signals }] = await Promise.all([open(), open()])
    const { heard } = listen(cache)
    const strange = [
      '',
      'null',
      '{',
      '[]',
      '{"from":"x"}',
      '{"from":"x","signal":{"type":"sessions_changed"}}',
      '{"from":"x","signal":{"type":"key_regenerated","storeId":"s","kind":"other"}}',
    ]
    for (const message of strange) await observer.sPublish('hc:signals:orders_placed', message)
    const signal = aSignal()
    await signals.publish(signal)
    await expect.poll(() => heard).toEqual([signal])
    expect(events.cacheContentUnreadable.mock.calls).toEqual(
      strange.map(() => [{ kind: 'signal' }]),
    )
  })
})

describe('payments §5: FLUSHALL', () => {
  test('FLUSHALL costs a miss alone: a spent limit stays spent, and the next entry is kept', async () => {
    const { limiter, sessions, events } = await open({ rateLimit: spentForGood(5) })
    const [key, session] = [randomUUID(), aCompleteSession()]
    await sessions.put(session)
    for (let count = 0; count < 5; count += 1)
      expect(await limiter.take(key)).toMatchObject({ allowed: true })
    await observer.flushAll()
    await observer.sendCommand(['SCRIPT', 'FLUSH'])
    expect(await limiter.take(key)).toMatchObject({ allowed: false })
    expect(await sessions.find(session.id)).toBeUndefined()
    await sessions.put(session)
    expect(await sessions.find(session.id)).toEqual(session)
    expect(await limiter.take(randomUUID())).toMatchObject({ allowed: true, remaining: 4 })
    expect(events.cacheUnavailable).not.toHaveBeenCalled()
  })
})
