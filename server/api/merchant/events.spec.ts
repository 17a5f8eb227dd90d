import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { nameOf } from '../../testing/statements.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'
import { startTestService } from '../../testing/servers/test-service.ts'
import type { EventList } from '../../contract/events.ts'

const env = { REDIS_URL: testRedisUrl(18) }
const { service, sql } = await openSpecService({ env })
const other = await startTestService({ databaseUrl: service.databaseUrl, env })
afterAll(() => other.stop())

const aShop = async () => {
  const store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 1_000 }] })
  return store
}
const store = await aShop()

const LONG = 25

type Query = Partial<Record<'after' | 'limit' | 'wait' | 'type', string | number>>

const read = (query: Query = {}, { at = service, token = store.keys.secret } = {}) =>
  at.call<EventList>(
    'GET',
    `/v1/events?${Object.entries(query)
      .map(([field, value]) => `${field}=${encodeURIComponent(value)}`)
      .join('&')}`,
    { token },
  )

const endOf = async (query: Query = {}) => (await read({ ...query, after: 'now' })).body.nextCursor

const pay = async () => {
  const id = await aSession(service, store)
  const { body } = await (await aBuyer(service, id)).pay()
  return { id, orderNumber: 'order' in body ? body.order.orderNumber : undefined }
}

const expire = (id: string) =>
  service.call('POST', `/v1/checkout/sessions/${id}/expire`, { token: store.keys.secret })

describe('contract §3: the events of a store', () => {
  test('the event of a payment tells of its session and order, and of no buyer', async () => {
    const after = await endOf()
    const { id, orderNumber } = await pay()
    const { status, body } = await read({ after })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^evt_\w+$/),
          type: 'checkout.session.completed',
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          data: { sessionId: id, orderNumber },
        },
      ],
      nextCursor: expect.any(String),
    })
    expect((await read({ after: body.nextCursor })).body.data).toEqual([])
  })

  test('events begin with the oldest, come in pages, and are of one type if asked so', async () => {
    const mine = await aShop()
    const token = mine.keys.secret
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) ids.push(await aSession(service, mine))
    for (const id of ids)
      await service.call('POST', `/v1/checkout/sessions/${id}/expire`, { token })
    const first = await read({ limit: 2 }, { token })
    const second = await read({ limit: 2, after: first.body.nextCursor }, { token })
    const sessions = (list: EventList) => list.data.map(({ data }) => data.sessionId)
    expect([...sessions(first.body), ...sessions(second.body)]).toEqual(ids)
    expect(first.body.data[0]).not.toHaveProperty('data.orderNumber')
    const type = 'checkout.session.expired'
    expect(sessions((await read({ type }, { token })).body)).toEqual(ids)
    expect((await read({ type: 'order.withdrawn' }, { token })).body.data).toEqual([])
  })

  test('an event tells of a session that the platform’s test route has ended', async () => {
    const after = await endOf()
    const sessionId = await aSession(service, store)
    const { status } = await service.platform('POST', '/test-provider/expire-session', {
      sessionId,
    })
    expect(status).toBe(200)
    expect((await read({ after })).body.data).toMatchObject([
      { type: 'checkout.session.expired', data: { sessionId } },
    ])
  })

  test('the events that a key reads are those of its store alone', async () => {
    await pay()
    const { body } = await read({}, { token: (await aShop()).keys.secret })
    expect(body.data).toEqual([])
  })

  test('reading events needs the secret key', async () => {
    expectError(await read({}, { token: store.keys.public }), 401, 'invalid_api_key', /secret key/)
    expectError(await service.call('GET', '/v1/events'), 401, 'missing_api_key')
  })

  test.each<[string, Query, RegExp]>([
    ['after', { after: 'evt_1' }, /^after: /],
    ['after', { after: '' }, /^after: /],
    ['after', { after: 'evt_1', wait: 25 }, /^after: /],
    ['limit', { limit: 0 }, /^limit: /],
    ['limit', { limit: 101 }, /^limit: /],
    ['wait', { wait: 26 }, /^wait: /],
    ['wait', { wait: -1 }, /^wait: /],
    ['type', { type: 'order.paid' }, /^type: /],
    ['cursor', { cursor: 'x' } as Query, /^cursor: is not a known field/],
  ])('reading events refuses a wrong or unknown field: %s', async (_, query, message) => {
    expectError(await read(query), 400, 'invalid_request', message)
  })
})

/** A request that waits, once it has read what was there: more than once where others were writing. */
async function startWaiting(query: Query, { at }: { at: typeof service }) {
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const answer = read(query, { at })
  const reads = query.after === 'now' ? 2 : 1
  await expect
    .poll(() => statements.mock.calls.filter(([each]) => nameOf(each) === 'read-events').length)
    .toBeGreaterThanOrEqual(reads)
  statements.mockRestore()
  return { answer }
}

describe('contract §3: waiting for events', () => {
  test('a wait for events is answered as soon as there is one, in every process', async () => {
    const after = await endOf()
    const waiting = [
      read({ after, wait: LONG }),
      read({ after, wait: LONG }, { at: other }),
      read({ after, wait: LONG, type: 'checkout.session.completed' }, { at: other }),
    ]
    const { id } = await pay()
    for (const { status, body } of await Promise.all(waiting)) {
      expect(status).toBe(200)
      expect(body.data.map(({ data }) => data.sessionId)).toEqual([id])
    }
  })

  test('a wait for events from now on is not answered with what was before', async () => {
    await pay()
    const { answer } = await startWaiting({ after: 'now', wait: LONG }, { at: other })
    const id = await aSession(service, store)
    await expire(id)
    const { body } = await answer
    expect(body.data.map(({ data }) => data.sessionId)).toEqual([id])
  })

  test('a wait for events is over after the asked seconds, with a cursor that goes on', async () => {
    const after = await endOf()
    const { body } = await read({ after, wait: 1 })
    expect(body.data).toEqual([])
    const { id } = await pay()
    expect((await read({ after: body.nextCursor })).body.data[0]?.data.sessionId).toBe(id)
  })

  test('a wait for events is answered when the service stops; its cursor goes on elsewhere', async () => {
    const after = await endOf()
    const stopping = await startTestService({ databaseUrl: service.databaseUrl, env })
    const { answer } = await startWaiting({ after, wait: LONG }, { at: stopping })
    await stopping.stop()
    const { status, body } = await answer
    expect([status, body.data]).toEqual([200, []])
    const { id } = await pay()
    expect((await read({ after: body.nextCursor })).body.data[0]?.data.sessionId).toBe(id)
  })

  test('a wait for events holds no connection of the database: more wait than there are', async () => {
    const after = await endOf()
    const waiting = Array.from({ length: 60 }, () => read({ after, wait: LONG }))
    const connections = () =>
      sql.rows<{ count: number }>(
        `select count(*)::integer from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
      )
    await expect.poll(connections).toEqual([{ count: 0 }])
    const { id } = await pay()
    for (const { body } of await Promise.all(waiting)) expect(body.data[0]?.data.sessionId).toBe(id)
  })

  test('waits for events share their 100 places with waits for a session', async () => {
    const after = await endOf()
    const id = await aSession(service, store)
    const token = store.keys.secret
    const waiting = [
      ...Array.from({ length: 50 }, () => read({ after, wait: LONG })),
      ...Array.from({ length: 51 }, () =>
        service.call('GET', `/v1/checkout/sessions/${id}?wait=${LONG}`, { token }),
      ),
    ]
    const refused = await Promise.race(
      waiting.map(async (each) => {
        const answer = await each
        return answer.status === 429 ? answer : new Promise<never>(() => {})
      }),
    )
    expectError(refused, 429, 'rate_limited', /wait at once/)
    await expire(id)
    const answers = await Promise.all(waiting)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  })
})
