import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type TestStore,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
} from './testing/builders.ts'
import { type TestService, startTestService } from './testing/servers/test-service.ts'
import { statementsOf } from './testing/statements.ts'
import { type RedisServer, startRedis } from './testing/servers/redis-server.ts'

let redis: RedisServer
let service: TestService
let store: TestStore
let observer: Awaited<ReturnType<typeof observe>>

const observe = (url: string) => createClient({ url }).connect()

beforeAll(async () => {
  redis = await startRedis()
  observer = await observe(redis.url)
  service = await startTestService({ env: { REDIS_URL: redis.url } })
  store = await aStore(service)
  await aProduct(service, store)
})

afterAll(async () => {
  await service.stop()
  observer.destroy()
  await redis.remove()
})

/** How often each command has come to Redis while `work` ran; our own looks aside. */
async function commandsOf(work: () => Promise<unknown>) {
  const count = async () => {
    const text = await observer.info('commandstats')
    return new Map(
      [...text.matchAll(/cmdstat_(\w+):calls=(\d+)/g)].map(
        ([, name = '', calls]) => [name, Number(calls)] as const,
      ),
    )
  }
  const before = await count()
  await work()
  const after = await count()
  return Object.fromEntries(
    [...after]
      .map(([name, calls]) => [name, calls - (before.get(name) ?? 0)] as const)
      .filter(
        ([name, calls]) =>
          calls > 0 &&
          [
            'evalsha',
            'eval',
            'get',
            'set',
            'hget',
            'hset',
            'publish',
            'ping',
            'unlink',
            'del',
          ].includes(name),
      ),
  )
}

const create = async () => {
  const answer = await service.call('POST', '/v1/checkout/sessions', {
    token: store.keys.secret,
    body: { items: [{ product: 'mug' }] },
  })
  expect(answer.status).toBe(201)
}

/** Again where all of them have come one by one, as they may on a busy machine. */
async function expectShared(name: string, work: () => Promise<unknown>, requests: number) {
  const statements = async () => {
    const names = await statementsOf(work)
    expect(new Set(names)).toEqual(new Set([name]))
    return names.length
  }
  await expect.poll(statements).toBeLessThan(requests)
}

describe('performance: Hot paths', () => {
  test('creating a session is one prepared statement for a key that was seen a moment ago', async () => {
    await create()
    expect(await statementsOf(create)).toEqual(['create-sessions'])
  })

  test('sessions that are created at the same time share a statement', async () => {
    await create()
    const work = () => Promise.all(Array.from({ length: 20 }, create))
    await expectShared('create-sessions', work, 20)
  })

  test('a session that cannot be created is asked for once more, for the reason', async () => {
    const refused = async () => {
      const answer = await service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug', size: 'M' }] },
      })
      expect(answer.status).toBe(400)
    }
    await create()
    await refused()
    expect(await statementsOf(refused)).toEqual([
      'create-sessions',
      'find-key-holder',
      'create-session',
      'why-no-session',
    ])
  })

  test('creating a session asks Redis once, for the limit; nobody waits for its copy there', async () => {
    const copies = async () => (await observer.keys('hc:s:*')).length
    const before = await copies()
    const commands = await commandsOf(async () => {
      await create()
      await expect.poll(copies).toBe(before + 1)
    })
    // The limit's script reads and writes, too.
    expect(commands).toMatchObject({ evalsha: 1, get: 1, set: 2 })
  })

  test('the copy of a usual session takes 540 bytes at most, with its key and its time to live', async () => {
    const copies = await observer.keys('hc:s:*')
    const sizes = await Promise.all(copies.map((key) => observer.memoryUsage(key)))
    expect(sizes).not.toEqual([])
    expect(sizes.filter((bytes) => bytes === null || bytes > 540)).toEqual([])
  })

  test('reading an open session is one prepared statement and one question to Redis', async () => {
    const id = await aSession(service, store)
    const read = () => readSession(service, store, id)
    await read()
    expect(await statementsOf(read)).toEqual(['find-open-sessions'])
    expect(await commandsOf(read)).toMatchObject({ evalsha: 1, get: 2, set: 1 })
  })

  test('sessions that are read at the same time share a statement', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => aSession(service, store)))
    const read = () => Promise.all(ids.map((id) => readSession(service, store, id)))
    await read()
    await expectShared('find-open-sessions', read, ids.length)
  })

  test('reading a final session is one prepared statement, which leaves the session alone', async () => {
    const id = await aSession(service, store)
    await (await aBuyer(service, id)).pay()
    const read = () => readSession(service, store, id)
    await expect.poll(() => statementsOf(read)).toEqual(['find-key-holder'])
  })

  test('reading events is one prepared statement beside the key', async () => {
    const list = async () => {
      const answer = await service.call('GET', '/v1/events', { token: store.keys.secret })
      expect(answer.status).toBe(200)
    }
    await list()
    expect(await statementsOf(list)).toEqual(['find-key-holder', 'read-events'])
  })

  test('paying is three transactions, each of them of a few prepared statements; nothing is read twice', async () => {
    const statementsOfPayment = async () => {
      const buyer = await aBuyer(service, await aSession(service, store))
      const paymentMethod = await aPaymentMethod(service)
      return statementsOf(async () => {
        expect((await buyer.payWith(paymentMethod)).status).toBe(200)
      })
    }
    const inTransaction = (...names: string[]) => ['unnamed', ...names, 'unnamed']
    const [findCard, insertPayment, movePayment] = Array<string>(3).fill('unnamed')
    // On a busy machine one may be tried again.
    await expect
      .poll(statementsOfPayment)
      .toEqual([
        'find-embeddings',
        ...inTransaction('lock-free-sessions', 'read-payable', 'insert-attempts'),
        findCard,
        insertPayment,
        ...inTransaction('lock-free-sessions', 'move-attempts'),
        movePayment,
        ...inTransaction('lock-free-sessions', 'complete-attempts'),
      ])
  })
})
