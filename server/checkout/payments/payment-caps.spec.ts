import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aPayRequest,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  stockOf,
} from '../../testing/builders.ts'
import { answerTo } from '../../../widget/session/work-answer.ts'
import type { PayResponse } from '../../contract/buyer.ts'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import { expectError } from '../../testing/expect-error.ts'
import { type Answer, call } from '../../testing/http-call.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { settlePayments } from '../../testing/bank/settled-payments.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'

const STOCK = 1000

let service: TestService
let sql: Sql

beforeAll(async () => {
  service = await startTestService({ env: { TRUST_PROXY: '1' } })
  sql = openSql(service.databaseUrl)
})

afterEach(() => expectInvariants(sql))

afterAll(async () => {
  await sql.close()
  await service.stop()
})

async function aShop(stock = STOCK) {
  const store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock }] })
  return store
}

type Payment = { from?: string; card?: string; id?: string; work?: string }
type PayAnswer = Answer<PayResponse & ErrorEnvelope>

/**
 * Pays, on a session of its own if none is given, from that address as the proxy in front sees it.
 */
async function payAt(
  store: TestStore,
  { from, card = CARDS.succeeds, id, work }: Payment = {},
): Promise<PayAnswer> {
  const sessionId = id ?? (await aSession(service, store))
  const { token, headers } = await aBuyer(service, sessionId)
  return call('POST', `${service.checkoutUrl}/${sessionId}/pay`, {
    token,
    headers: {
      ...headers,
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(work !== undefined && { 'work-answer': work }),
    },
    body: { ...aPayRequest(), paymentMethod: await aPaymentMethod(service, card) },
  })
}

async function payTimes(count: number, store: TestStore, payment: Payment) {
  const answers = []
  for (let paid = 0; paid < count; paid += 1) answers.push((await payAt(store, payment)).status)
  return answers
}

/** 429 that says when to come back and that nothing was charged. */
function expectTooMany(answer: PayAnswer, retryAfter: string) {
  expectError(answer, 429, 'rate_limited', /not charged/)
  expect(answer.headers.get('retry-after')).toBe(retryAfter)
}

const paymentsOf = async ({ id }: TestStore) =>
  (
    await sql.rows<{ payments: number; attempts: number }>(
      `select
    (select count(*)::int from test_provider.payments where store_id = $1) as payments,
    (select count(*)::int from payment_attempts where store_id = $1) as attempts`,
      [id],
    )
  )[0]

/** The refusals that the log has of this store. */
const refusalsOf = ({ id }: TestStore) =>
  service
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg, storeId }) => msg === 'payment.refused' && storeId === id)
    .map(({ scope, reason }) => [scope, reason])

let addresses = 0
const anAddress = () => `198.51.100.${(addresses += 1)}`

describe('decision 26: payments of one client address', () => {
  test('payments of one address hold three units of little, and no more; others go on', async () => {
    const store = await aShop(9)
    const from = anAddress()
    expect(await payTimes(3, store, { from, card: CARDS.challenge })).toEqual([202, 202, 202])
    expectTooMany(await payAt(store, { from, card: CARDS.challenge }), '10')
    expectTooMany(await payAt(store, { from }), '10')
    expect(await stockOf(service, store)).toEqual([6])
    expect(await paymentsOf(store)).toEqual({ payments: 3, attempts: 3 })
    expect(refusalsOf(store)).toEqual([
      ['client', 'holds'],
      ['client', 'holds'],
    ])
    expect((await payAt(store, { from: anAddress() })).status).toBe(200)
  })

  test('payments of one address never hold all of much: the second hundred of 250 has to wait', async () => {
    const store = await aShop(250)
    const from = anAddress()
    const hundred = () => aSession(service, store, { items: [{ product: 'mug', quantity: 100 }] })
    const pay = async () => payAt(store, { from, card: CARDS.challenge, id: await hundred() })
    expect((await pay()).status).toBe(202)
    expectTooMany(await pay(), '10')
    expect(await stockOf(service, store)).toEqual([150])
  })

  test('payments of one address are ten at once at all stores together', async () => {
    const [store, other] = [await aShop(), await aShop()]
    const from = anAddress()
    await payTimes(9, store, { from, card: CARDS.challenge })
    expect((await payAt(other, { from, card: CARDS.challenge })).status).toBe(202)
    expectTooMany(await payAt(other, { from }), '60')
    expect(await paymentsOf(other)).toEqual({ payments: 1, attempts: 1 })
  })

  test('20 payments of one address at once on 20 sessions hold exactly three units', async () => {
    const store = await aShop(14)
    const from = anAddress()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => payAt(store, { from, card: CARDS.challenge })),
    )
    expect(countStatuses(answers)).toEqual({ 202: 3, 429: 17 })
    expect(await stockOf(service, store)).toEqual([11])
    expect(await paymentsOf(store)).toEqual({ payments: 3, attempts: 3 })
    expect(refusalsOf(store)).toHaveLength(17)
  })

  test('payments of one address may begin again when one has ended', async () => {
    const store = await aShop(9)
    const from = anAddress()
    const answers: PayAnswer[] = []
    for (let count = 0; count < 3; count += 1)
      answers.push(await payAt(store, { from, card: CARDS.challenge }))
    expectTooMany(await payAt(store, { from }), '10')
    const [first] = answers
    const url = first?.body.status === 'processing' ? (first.body.action?.url ?? '') : ''
    await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'fail' }) })
    expect((await payAt(store, { from })).status).toBe(200)
    expect((await payAt(store, { from })).status).toBe(200)
  })

  test('payments of IPv6 networks hold three units of a /64, six of a /56, twelve of a /48', async () => {
    const store = await aShop(14)
    const challenged = async (network: string) =>
      (await payAt(store, { from: `2001:db8:0:${network}::1`, card: CARDS.challenge })).status
    const pay = async (networks: string[]) => {
      const statuses = []
      for (const network of networks) statuses.push(await challenged(network))
      return statuses
    }
    expect(await pay(['1', '1', '1', '1'])).toEqual([202, 202, 202, 429])
    expect(await pay(['2', '3', '4', '5'])).toEqual([202, 202, 202, 429])
    expect(await pay(['100', '101', '200', '201', '300', '301', '400'])).toEqual([
      202, 202, 202, 202, 202, 202, 429,
    ])
    expect((await payAt(store, { from: '2001:db8:1:1::1' })).status).toBe(200)
  })

  test('payments count for the address that the own proxy saw, whatever the client says', async () => {
    const store = await aShop(9)
    const from = anAddress()
    for (const invented of ['192.0.2.1', '192.0.2.2', '127.0.0.1']) {
      await payAt(store, { from: `${invented}, ${from}`, card: CARDS.challenge })
    }
    expectTooMany(await payAt(store, { from: `192.0.2.4, ${from}` }), '10')
  })

  test.each([
    ['this machine itself', undefined],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
  ])('payments from %s are not counted', async (_, from) => {
    const store = await aShop()
    const payment = from === undefined ? { card: CARDS.challenge } : { from, card: CARDS.challenge }
    expect(await payTimes(5, store, payment)).toEqual([202, 202, 202, 202, 202])
    expect(await payTimes(11, store, { ...payment, card: CARDS.declined })).toEqual(
      Array.from({ length: 11 }, () => 402),
    )
  })

  test('payments of an address are refused after ten declines, and may begin ten minutes later', async () => {
    const store = await aShop()
    const from = anAddress()
    expect(await payTimes(10, store, { from, card: CARDS.declined })).toEqual(
      Array.from({ length: 10 }, () => 402),
    )
    const before = await paymentsOf(store)
    for (const card of [CARDS.declined, CARDS.succeeds])
      expectTooMany(await payAt(store, { from, card }), '60')
    expect(await paymentsOf(store)).toEqual(before)
    expect(await stockOf(service, store)).toEqual([STOCK])
    expect(refusalsOf(store)).toEqual([
      ['client', 'declines'],
      ['client', 'declines'],
    ])
    expect((await payAt(store, { from: anAddress() })).status).toBe(200)
    const settledAgo = (seconds: number) =>
      sql.rows(
        `update payment_attempts set settled_at = clock_timestamp() - $2 * interval '1 second'
        where store_id = $1`,
        [store.id, seconds],
      )
    await settledAgo(585)
    expectTooMany(await payAt(store, { from }), '60')
    await settledAgo(600)
    expect((await payAt(store, { from })).status).toBe(200)
  })
})

describe('decision 26: payments of one session', () => {
  test('payments of one session end with the fifth: 402, no provider asked, the stock untouched', async () => {
    const store = await aShop()
    const id = await aSession(service, store)
    expect(await payTimes(5, store, { id, card: CARDS.declined })).toEqual([
      402, 402, 402, 402, 402,
    ])
    const before = await paymentsOf(store)
    expectError(
      await payAt(store, { id }),
      402,
      'payment_declined',
      /Too many tries.*Nothing was charged/,
    )
    expect(await paymentsOf(store)).toEqual(before)
    expect(await stockOf(service, store)).toEqual([STOCK])
    expect(refusalsOf(store)).toEqual([['session', 'attempts']])
    expect((await payAt(store)).status).toBe(200)
  })
})

describe('decision 26: payments of one store', () => {
  test('payments of a store are refused when over 60 % of 50 were declined; next door they go on', async () => {
    const [store, nextDoor] = [await aShop(), await aShop()]
    const id = await aSession(service, store)
    expect(await payTimes(5, store, { id, card: CARDS.declined })).toEqual([
      402, 402, 402, 402, 402,
    ])
    await settlePayments(sql, store, { declined: 25, voided: 19 })
    // 30 of 49, then 30 of 50, then 31 of 51.
    expect((await payAt(store)).status).toBe(200)
    expect((await payAt(store, { card: CARDS.declined })).status).toBe(402)
    const before = [await paymentsOf(store), await stockOf(service, store)]
    for (const payment of [{}, { from: anAddress() }, { from: '2001:db8:0:9::1' }])
      expectTooMany(await payAt(store, payment), '60')
    expect([await paymentsOf(store), await stockOf(service, store)]).toEqual(before)
    expect(refusalsOf(store)).toEqual([
      ['store', 'declines'],
      ['store', 'declines'],
      ['store', 'declines'],
    ])
    expect((await payAt(nextDoor)).status).toBe(200)

    await sql.rows(
      "update payment_attempts set settled_at = settled_at - interval '10 minutes' where store_id = $1",
      [store.id],
    )
    expect((await payAt(store)).status).toBe(200)
  })

  test('payments of a store under attack go on after a moment’s work of the page, once a try', async () => {
    const store = await aShop()
    expect((await payAt(store, { card: CARDS.declined })).status).toBe(402)
    await settlePayments(sql, store, { declined: 49 })
    const id = await aSession(service, store)
    const asked = (await payAt(store, { id })).headers.get('work-challenge') ?? ''
    expect(asked).toMatch(/^17 [\w-]{43}$/)
    const work = await answerTo(asked)
    expect((await payAt(store, { work })).status).toBe(429)
    expect((await payAt(store, { id, work: '1' })).status).toBe(429)
    expect((await payAt(store, { id, work, card: CARDS.declined })).status).toBe(402)
    const again = await payAt(store, { id, work })
    expectTooMany(again, '60')
    expect(again.headers.get('work-challenge')).not.toBe(asked)
    expect(
      await payTimes(1, store, {
        id,
        work: await answerTo(again.headers.get('work-challenge') ?? ''),
      }),
    ).toEqual([200])
  })

  test('a network has twice the work for each of its declined payments', async () => {
    const store = await aShop()
    const from = anAddress()
    expect(await payTimes(3, store, { from, card: CARDS.declined })).toEqual([402, 402, 402])
    await settlePayments(sql, store, { declined: 50 })
    expect((await payAt(store, { from })).headers.get('work-challenge')).toMatch(/^20 /)
    expect((await payAt(store, { from: anAddress() })).headers.get('work-challenge')).toMatch(
      /^17 /,
    )
  })

  test('payments of a store go on while fewer than 50 ended, whatever the share', async () => {
    const store = await aShop()
    expect((await payAt(store, { card: CARDS.declined })).status).toBe(402)
    await settlePayments(sql, store, { declined: 47 })
    expect((await payAt(store, { card: CARDS.declined })).status).toBe(402)
    expect((await payAt(store)).status).toBe(200)
  })

  test('payments of a shop with bad minutes after many good ones: the latest 200 count', async () => {
    const store = await aShop()
    expect((await payAt(store, { card: CARDS.declined })).status).toBe(402)
    await settlePayments(sql, store, { declined: 0, voided: 300 })
    await settlePayments(sql, store, { declined: 119 })
    expect((await payAt(store)).status).toBe(200)
    await settlePayments(sql, store, { declined: 2 })
    expectTooMany(await payAt(store), '60')
  })
})
