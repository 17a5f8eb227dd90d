import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expireOpenSessions } from '../../checkout/sessions/expire-session.ts'
import type { SessionEnder } from '../../checkout/sessions/session.ts'
import type { GetSessionResponse } from '../../contract/merchant.ts'
import { openMemoryCache } from '../../cache/memory/memory-cache.ts'
import { openCheckoutDatabase } from '../../postgres/checkout-database.ts'
import { type Pool, openPool } from '../../postgres/database.ts'
import {
  type TestStore,
  CARDS,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { openEventStream } from '../../testing/event-stream.ts'
import { expectError } from '../../testing/expect-error.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'

let service: TestService
let sql: Sql
let pool: Pool
let store: TestStore

beforeAll(async () => {
  service = await startTestService()
  sql = openSql(service.databaseUrl)
  pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => undefined })
  store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 10_000 }] })
})

afterEach(() => expectInvariantsAtRest(sql))

afterAll(async () => {
  await pool.close()
  await sql.close()
  await service.stop()
})

const expire = (id: string, token = store.keys.secret) =>
  service.call<GetSessionResponse>('POST', `/v1/checkout/sessions/${id}/expire`, { token })

const ledgerOf = async (id: string) =>
  (
    await sql.rows<{ status: string }>(
      'select status from test_provider.payments where session_id = $1',
      [id],
    )
  ).map(({ status }) => status)

const recordOf = async (id: string) =>
  (
    await sql.rows(
      `select state, ended_by as by, ended_at is not null as "isEnded"
  from checkout_sessions where id = $1`,
      [id],
    )
  )[0]

describe('contract §3: Expire session', () => {
  test('an open session that is ended is expired from then on; the answer is that of a read', async () => {
    const id = await aSession(service, store, { metadata: { b: 1, a: [] } })
    const { status, text, headers } = await expire(id)
    expect({ status, text }).toEqual({
      status: 200,
      text: '{"status":"expired","order":null,"metadata":{"b":1,"a":[]}}',
    })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(Number(headers.get('ratelimit-limit'))).toBeGreaterThan(0)
    expect((await readSession(service, store, id)).text).toBe(text)
    expect(await recordOf(id)).toEqual({ state: 'expired', by: 'secret_key', isEnded: true })
    expectError(await (await aBuyer(service, id)).pay(), 409, 'session_expired', /not charged/)
    expect(await ledgerOf(id)).toEqual([])
  })

  test('the page that shows a session hears at once that it is expired', async () => {
    const id = await aSession(service, store)
    const { token, headers } = await aBuyer(service, id)
    const stream = await openEventStream(`${service.checkoutUrl}/${id}/events`, {
      ...headers,
      authorization: `Bearer ${token}`,
    })
    await expect.poll(() => stream.events).toEqual([{ status: 'open', attempt: null }])
    await expire(id)
    await stream.ended
    expect(stream.events.at(-1)).toEqual({ status: 'expired', attempt: null })
  })

  test('a session that is expired, early or late, or paid cannot be expired', async () => {
    const [early, late, paid] = await Promise.all([
      aSession(service, store),
      aSession(service, store),
      aSession(service, store),
    ])
    await expire(early)
    await sql.rows('update checkout_sessions set expires_at = clock_timestamp() where id = $1', [
      late,
    ])
    await (await aBuyer(service, paid)).pay()
    for (const id of [early, late])
      expectError(await expire(id), 409, 'session_not_open', /expired already/)
    expectError(await expire(paid), 409, 'session_not_open', /is paid/)
    expect((await readSession(service, store, paid)).body.status).toBe('complete')
    expect((await readSession(service, store, late)).body.status).toBe('expired')
    expect(await recordOf(late)).toEqual({ state: 'expired', by: null, isEnded: false })
  })

  test('a payment under way keeps its session from being expired; a declined one does not', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    const { body } = await buyer.pay({ card: CARDS.challengeDeclined })
    const url = body.status === 'processing' ? (body.action?.url ?? '') : ''
    expectError(await expire(id), 409, 'session_not_open', /under way/)
    expect((await readSession(service, store, id)).body.status).toBe('open')
    await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    await expect.poll(async () => (await expire(id)).status).toBe(200)
    expect(await ledgerOf(id)).toEqual(['declined'])
  })

  test('expiring an unknown, malformed or foreign id gets the 404 of a read, byte for byte', async () => {
    const other = await aStore(service)
    await aProduct(service, other)
    const foreign = await aSession(service, other)
    const expected = await readSession(service, store, 'cs_1')
    for (const id of [`cs_${'0'.repeat(32)}`, foreign, 'cs_1', `${foreign}0`, 'cs_%00']) {
      const answer = await expire(id)
      expectError(answer, 404, 'session_not_found')
      expect(answer.text).toBe(expected.text)
    }
    expect((await readSession(service, other, foreign)).body.status).toBe('open')
  })

  test('expiring takes POST and the secret key alone, of a plan with API access', async () => {
    const free = await aStore(service, { plan: 'free' })
    const id = await aSession(service, store)
    expectError(await expire(id, store.keys.public), 401, 'invalid_api_key', /secret key/)
    expectError(
      await service.call('POST', `/v1/checkout/sessions/${id}/expire`),
      401,
      'missing_api_key',
    )
    expectError(await expire(id, free.keys.secret), 403, 'plan_required')
    const got = await service.call('GET', `/v1/checkout/sessions/${id}/expire`, {
      token: store.keys.secret,
    })
    expectError(got, 405, 'method_not_allowed')
    expect(got.headers.get('allow')).toBe('POST')
    expect((await readSession(service, store, id)).body.status).toBe('open')
  })
})

describe('contract §3: Races: the merchant expires a session that is being paid', () => {
  test('expiring while paying, 50 times: paid and stays so, or expired and nobody is charged', async () => {
    const [before = 0] = await stockOf(service, store)
    const outcomes: number[] = []
    for (let round = 0; round < 50; round += 1) {
      const id = await aSession(service, store)
      const [buyer, paymentMethod] = await Promise.all([
        aBuyer(service, id),
        aPaymentMethod(service),
      ])
      const pay = () => buyer.payWith(paymentMethod)
      const [paid, expired] =
        round % 2 === 0
          ? await Promise.all([pay(), expire(id)])
          : ((await Promise.all([expire(id), pay()])).toReversed() as [
              Awaited<ReturnType<typeof pay>>,
              Awaited<ReturnType<typeof expire>>,
            ])
      const {
        body: { status },
      } = await readSession(service, store, id)
      outcomes.push(paid.status)
      if (paid.status === 200) {
        expectError(expired, 409, 'session_not_open')
        expect([status, await ledgerOf(id)]).toEqual(['complete', ['captured']])
      } else {
        expectError(paid, 409, 'session_expired')
        expect([expired.status, status, await ledgerOf(id)]).toEqual([200, 'expired', []])
      }
    }
    const [after = 0] = await stockOf(service, store)
    expect(before - after).toBe(outcomes.filter((status) => status === 200).length)
  })
})

describe('contract §3: All open sessions of a product', () => {
  const by: SessionEnder = { name: 'ana@loom.example', address: '192.0.2.1' }

  const expireAll = (storeId: string) =>
    expireOpenSessions(
      {
        db: openCheckoutDatabase(pool),
        cache: openMemoryCache({ rateLimit: { perSecond: 1, burst: 1 } }),
      },
      { storeId, productSlug: 'cap', by },
    )

  test('all open sessions of a product expire, but not paying ones or those of another store', async () => {
    const [own, other] = await Promise.all([aStore(service), aStore(service)])
    for (const of of [own, other]) {
      for (const slug of ['cap', 'mug'])
        await aProduct(service, of, { slug, variants: [{ stock: 100 }] })
    }
    const aCap = (of: TestStore) => aSession(service, of, { items: [{ product: 'cap' }] })
    const caps = await Promise.all(Array.from({ length: 43 }, () => aCap(own)))
    const [paying, paid, foreign, mug] = await Promise.all([
      aCap(own),
      aCap(own),
      aCap(other),
      aSession(service, own),
    ])
    const { status } = await (await aBuyer(service, paying)).pay({ card: CARDS.challenge })
    expect(status).toBe(202)
    expect((await (await aBuyer(service, paid)).pay()).status).toBe(200)

    expect(await Promise.all([expireAll(own.id), expireAll(own.id)])).toSatisfy(
      ([one, two]: number[]) => (one ?? 0) + (two ?? 0) === 43,
    )
    expect(await expireAll(own.id)).toBe(0)
    for (const id of caps)
      expect(await recordOf(id)).toEqual({ state: 'expired', by: by.name, isEnded: true })
    const states = await Promise.all(
      [paying, paid, foreign, mug].map(async (id) => (await recordOf(id))?.['state']),
    )
    expect(states).toEqual(['paying', 'complete', 'open', 'open'])
    const audit = await sql.rows(
      `select actor, subject, address, sum((details ->> 'sessions')::integer)::integer as sessions
      from audit_log where store_id = $1 and action = 'session.expired' group by 1, 2, 3`,
      [own.id],
    )
    expect(audit).toEqual([{ actor: by.name, subject: 'cap', address: '192.0.2.1', sessions: 43 }])
    await sql.rows(
      `update payment_attempts set lease_until = clock_timestamp(), next_check_at = clock_timestamp()
      where session_id = $1`,
      [paying],
    )
    await expect.poll(async () => (await recordOf(paying))?.['state']).toBe('open')
    expect(await expireAll(own.id)).toBe(1)
  })
})
