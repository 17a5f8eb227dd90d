import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  readSession,
} from '../testing/builders.ts'
import { openEventStream } from '../testing/event-stream.ts'
import { type TestService, startTestService } from '../testing/servers/test-service.ts'
import { type RedisServer, observe, startRedis } from '../testing/servers/redis-server.ts'
import { spentForGood } from '../testing/test-clocks.ts'
import { shortestTime } from '../testing/past/shortest-time.ts'

const BURST = 40

/** What a test fills of Redis' memory. */
const ROOM_BYTES = 1_000_000

let redis: RedisServer
let service: TestService
let store: TestStore

beforeAll(async () => {
  redis = await startRedis()
  service = await startTestService({
    isPatient: false,
    env: { REDIS_URL: redis.url },
    rateLimit: spentForGood(BURST),
  })
})

beforeEach(async () => {
  store = await aStore(service)
  await aProduct(service, store)
})

afterAll(async () => {
  await service.stop()
  await redis.remove()
})

const readiness = async () => {
  const { status, body } = await service.call<{ cache: boolean }>('GET', '/readyz')
  return { status, cache: body.cache }
}

async function buyOnce() {
  const id = await aSession(service, store)
  expect((await readSession(service, store, id)).body.status).toBe('open')
  const buyer = await aBuyer(service, id)
  expect(await buyer.pay()).toMatchObject({ status: 200, body: { status: 'complete' } })
  for (let count = 0; count < 3; count += 1)
    expect((await readSession(service, store, id)).body.status).toBe('complete')
  expect((await buyer.send('GET', 'view')).body).toMatchObject({ status: 'complete' })
  return id
}

const readMany = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      service.call('GET', '/v1/products', { token: store.keys.public }),
    ),
  )

describe('payments §5: Redis goes away', () => {
  test('the service is ready and sells before Redis goes away', async () => {
    // Redis is waited for as short as in a real service: a busy machine may take it for away first.
    await expect.poll(readiness).toEqual({ status: 200, cache: true })
    await buyOnce()
  })

  test('the service works and is ready without Redis, and says that the cache is away', async () => {
    const before = await buyOnce()
    await redis.kill()
    expect(await readiness()).toEqual({ status: 200, cache: false })
    const bought: string[] = []
    expect(await shortestTime(3000, async () => bought.push(await buyOnce()))).toBeLessThan(3000)
    for (const id of [before, ...bought])
      expect((await readSession(service, store, id)).body.status).toBe('complete')
  })

  test('limits hold while Redis is away', async () => {
    expect(countStatuses(await readMany(2 * BURST))).toEqual({ 200: BURST, 429: BURST })
  })

  test('a page hears of its payment while Redis is away', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    const stream = await openEventStream(`${service.checkoutUrl}/${id}/events`, {
      ...buyer.headers,
      authorization: `Bearer ${buyer.token}`,
    })
    await buyer.pay()
    await stream.ended
    expect(stream.events.at(-1)).toEqual({ status: 'complete', attempt: null })
  })

  test('when Redis comes back the service takes it again by itself, sells, and its limits hold', async () => {
    await redis.start()
    await expect.poll(readiness, { interval: 100 }).toEqual({ status: 200, cache: true })
    await buyOnce()
    expect(countStatuses(await readMany(2 * BURST))).toEqual({ 200: BURST, 429: BURST })
    const log = service.log()
    expect(log.indexOf('cache.available')).toBeGreaterThan(log.indexOf('cache.unavailable'))
    expect(log).toMatch(/"reason":"[^"]+",[^\n]*"msg":"cache.unavailable"/)
  })

  test.each([
    ['noeviction', -ROOM_BYTES / 2, /OOM /],
    ['allkeys-lru', ROOM_BYTES, /evicted_keys:[1-9]/],
  ])(
    'a Redis without memory left, with %s, costs speed alone: the service sells and limits hold',
    async (policy, room, full) => {
      const observer = await observe(redis.port)
      const usedBytes = Number(/used_memory:(\d+)/.exec(await observer.info('memory'))?.[1])
      await observer.configSet({
        'maxmemory-policy': policy,
        maxmemory: String(usedBytes + room),
      })
      const fill = async () => {
        await observer.set(`filled:${randomUUID()}`, 'x'.repeat(ROOM_BYTES / 10))
        return observer.info('stats')
      }
      await expect.poll(() => fill().catch(String), { interval: 0 }).toMatch(full)
      await buyOnce()
      expect(countStatuses(await readMany(2 * BURST))).toEqual({ 200: BURST, 429: BURST })
      expect((await readiness()).status).toBe(200)
      await observer.flushAll()
      await observer.configSet('maxmemory', '0')
      await expect.poll(readiness, { interval: 100 }).toEqual({ status: 200, cache: true })
      observer.destroy()
    },
  )

  test('a Redis that keeps silent costs creating a session one wait at most', async () => {
    const observer = await observe(redis.port)
    const silence = () => observer.sendCommand(['CLIENT', 'PAUSE', '2000', 'ALL'])
    // One command is given up after 50 ms; a second wait in the row would show.
    const create = () => aSession(service, store)
    expect(await shortestTime(1000, create, silence)).toBeLessThan(1000)
    observer.destroy()
  })
})
