import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../../contract/merchant.ts'
import type { TestPaymentList } from '../../contract/test-provider.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { expectInvariants, expectInvariantsAtRest } from '../../testing/invariants.ts'
import { findFailures } from '../../testing/servers/spec-service.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'

let services: [TestService, TestService]
let sql: Sql

beforeAll(async () => {
  const env = { REDIS_URL: testRedisUrl(15) }
  const first = await startTestService({ env })
  services = [first, await startTestService({ databaseUrl: first.databaseUrl, env })]
  sql = openSql(first.databaseUrl)
})

afterEach(() => expectInvariantsAtRest(sql))

afterAll(async () => {
  await sql.close()
  for (const service of services.toReversed()) {
    expect(findFailures(service.log())).toEqual([])
    await service.stop()
  }
})

const serviceOf = (index: number) => services[index % 2 === 0 ? 0 : 1]
const many = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

async function aShop(stock: number) {
  const store = await aStore(services[0])
  await aProduct(services[0], store, { variants: [{ stock }] })
  return store
}

/** Buyers with their card in hand, spread over the processes. */
const buyers = (
  store: TestStore,
  count: number,
  { quantity = 1, card = CARDS.succeeds as string } = {},
) =>
  many(count, async (index) => {
    const service = serviceOf(index)
    const id = await aSession(service, store, { items: [{ product: 'mug', quantity }] })
    const buyer = await aBuyer(service, id)
    const paymentMethod = await aPaymentMethod(service, card)
    return { id, pay: () => buyer.payWith(paymentMethod) }
  })

const capturesOf = async ({ id }: TestStore) =>
  (
    await services[0].platform<TestPaymentList>(
      'GET',
      `/test-provider/payments?store=${id}&limit=100`,
    )
  ).body.data.filter(({ status }) => status === 'captured')

type Buyer = Awaited<ReturnType<typeof buyers>>[number]

/** On a busy machine who waits too long is told to come again. */
async function payAtLast({ pay }: Buyer) {
  let answer = await pay()
  for (; answer.status === 503; answer = await pay()) {
    expectError(answer, 503, 'busy')
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  return answer
}

describe('payments §3 T1: races for the stock', () => {
  test('50 buyers for the last unit: one order, one capture, 49 times sold out', async () => {
    const store = await aShop(1)
    const answers = await Promise.all((await buyers(store, 50)).map(payAtLast))
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 49 })
    for (const answer of answers.filter(({ status }) => status === 409))
      expectError(answer, 409, 'sold_out')
    expect(await capturesOf(store)).toHaveLength(1)
    expect(await sql.rows('select id from orders where store_id = $1', [store.id])).toHaveLength(1)
    expect(await stockOf(services[0], store)).toEqual([0])
  })

  test('12 buyers of 1 to 3 units for 20: what is sold and what is left are 20, nobody is charged for more', async () => {
    const store = await aShop(20)
    const groups = await Promise.all([1, 2, 3].map((quantity) => buyers(store, 4, { quantity })))
    const answers = await Promise.all(groups.flat().map(({ pay }) => pay()))
    const [sold] = await sql.rows<{ units: number }>(
      'select sum(quantity)::int as units from orders where store_id = $1',
      [store.id],
    )
    const [left] = await stockOf(services[0], store)
    expect((sold?.units ?? 0) + (left ?? 0)).toBe(20)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.body.error.code).toMatch(/^(sold_out|insufficient_stock)$/)
    expect(await capturesOf(store)).toHaveLength(
      answers.filter(({ status }) => status === 200).length,
    )
  })

  test('declined cards give their units back to those who can pay', async () => {
    const store = await aShop(5)
    const [broke, able] = await Promise.all([
      buyers(store, 15, { card: CARDS.declined }),
      buyers(store, 5),
    ])
    const declined = await Promise.all(broke.map(({ pay }) => pay()))
    for (const { status } of declined) expect([402, 409]).toContain(status)
    expect(await stockOf(services[0], store)).toEqual([5])
    expect(countStatuses(await Promise.all(able.map(({ pay }) => pay())))).toEqual({
      200: 5,
    })
  })

  test('the merchant counts and changes the stock while 10 buyers pay: no unit appears or vanishes', async () => {
    const store = await aShop(40)
    const paying = await buyers(store, 10)
    const change = (delta: number) =>
      services[0].platform('POST', `/stores/${store.id}/products/mug/stock`, { delta })
    const answers = await Promise.all([
      ...paying.map(({ pay }) => pay()),
      ...[5, -3, 5, -3].map(change),
    ])
    expect(countStatuses(answers)).toEqual({ 200: 14 })
    expect(await stockOf(services[0], store)).toEqual([40 - 10 + 2 * 5 - 2 * 3])
  })

  test('the merchant writes the count on hand while buyers pay and hold: the books stay true', async () => {
    const store = await aShop(30)
    const [paying, holding] = await Promise.all([
      buyers(store, 7),
      buyers(store, 3, { card: CARDS.challenge }),
    ])
    const put = () =>
      services[1].platform('PUT', `/stores/${store.id}/products/mug`, {
        name: 'Mug',
        price: 1990,
        variants: [{ stock: 30 }],
      })
    const counting = Promise.all([put(), put(), put(), put()])
    const answers = await Promise.all([...paying, ...holding].map(({ pay }) => pay()))
    expect(countStatuses(answers)).toEqual({ 200: 7, 202: 3 })
    expect(countStatuses(await counting)).toEqual({ 200: 4 })
    await expectInvariants(sql)
    await put()
    expect(await stockOf(services[0], store)).toEqual([27])
    const challenges = answers.flatMap(({ body }) =>
      body.status === 'processing' && body.action ? [body.action.url] : [],
    )
    const fail = {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'fail' }),
    } as const
    await Promise.all(challenges.map((url) => fetch(url, fail)))
    expect(await stockOf(services[0], store)).toEqual([30])
  })
})

describe('contract §8: the merchant’s server changes the stock while buyers pay', () => {
  const ask = (method: string, store: TestStore, more: object = {}) =>
    services[1].call<Product>(method, '/v1/products/mug', { token: store.keys.secret, ...more })
  const patch = (store: TestStore, variant: object, headers = {}) =>
    ask('PATCH', store, { body: { variants: [variant] }, headers })

  /** Counts nine, once nothing has come between a read and the count. */
  async function countNine(store: TestStore) {
    for (;;) {
      const { headers } = await ask('GET', store)
      const match = { 'if-match': headers.get('etag') ?? '' }
      const { status } = await patch(store, { stock: 9 }, match)
      if (status === 200) return
      expect(status).toBe(412)
    }
  }

  test('14 buyers for 6 units beside counts: the history adds up, and none is oversold', async () => {
    const store = await aShop(6)
    const paying = await buyers(store, 14)
    const [paid] = await Promise.all([
      Promise.all(paying.map(payAtLast)),
      many(3, () => countNine(store)),
    ])
    const { 200: sold = 0, 409: refused = 0 } = countStatuses(paid)
    expect(sold + refused).toBe(14)
    expect(await capturesOf(store)).toHaveLength(sold)
  })

  test('14 buyers for 6 units and six deltas: none is oversold, none is lost', async () => {
    const store = await aShop(6)
    const paying = await buyers(store, 14)
    const deltas = [2, -1, 1, -2, 2, -1]
    const [moved, paid] = await Promise.all([
      Promise.all(deltas.map((delta) => patch(store, { delta }))),
      Promise.all(paying.map(payAtLast)),
    ])
    const came = deltas.filter((_, index) => moved[index]?.status === 200)
    expect(moved.every(({ status }) => status === 200 || status === 400)).toBe(true)
    const { 200: sold = 0, 409: refused = 0 } = countStatuses(paid)
    expect(sold + refused).toBe(14)
    const there = came.reduce((sum, delta) => sum + delta, 6)
    expect(await stockOf(services[0], store)).toEqual([there - sold])
    expect(await capturesOf(store)).toHaveLength(sold)
  })
})

describe('payments §8: a removed variant is never for sale, whatever its numbers', () => {
  const put = (store: TestStore, variants: Record<string, unknown>[]) =>
    services[1].platform('PUT', `/stores/${store.id}/products/mug`, {
      name: 'Mug',
      price: 1990,
      variants,
    })
  const create = (store: TestStore, index = 0) =>
    serviceOf(index).call('POST', '/v1/checkout/sessions', {
      token: store.keys.secret,
      body: { items: [{ product: 'mug' }] },
    })
  const historyOf = ({ id }: TestStore) =>
    sql.rows(
      `select c.reason, c.delta::int, c.counted::int from stock_changes c
      join variants v on v.id = c.variant_id join products p on p.id = v.product_id
      where p.store_id = $1 order by c.id`,
      [id],
    )

  test('units of a failed payment of a removed variant wait in the record, and are not for sale', async () => {
    const store = await aShop(4)
    const [early, late] = await buyers(store, 2)
    const [holding] = await buyers(store, 1, { quantity: 3, card: CARDS.challenge })
    const held = (await holding?.pay())?.body
    await put(store, [{ size: 'M', stock: 1 }])
    const challenge = held?.status === 'processing' ? (held.action?.url ?? '') : ''
    const outcome = new URLSearchParams({ outcome: 'fail' })
    await fetch(challenge, { method: 'POST', redirect: 'manual', body: outcome })
    expect(await early?.pay()).toMatchObject({ status: 409, body: { error: { code: 'sold_out' } } })
    expectError(await create(store), 400, 'variant_not_found')
    expect(await historyOf(store)).toEqual([
      { reason: 'platform', delta: 4, counted: 4 },
      { reason: 'removal', delta: -1, counted: null },
      { reason: 'platform', delta: 1, counted: 1 },
    ])
    await put(store, [{}])
    expect(await stockOf(services[0], store)).toEqual([3])
    expect(await late?.pay()).toMatchObject({ status: 200 })
  })

  test('a removed variant is not sold to those who create and pay at the moment of its removal', async () => {
    const store = await aShop(40)
    const [declined, paying, late] = await Promise.all([
      buyers(store, 4, { card: CARDS.declined }),
      buyers(store, 4),
      buyers(store, 1),
    ])
    const [, ...answers] = await Promise.all([
      put(store, [{ size: 'M', stock: 1 }]),
      ...[...declined, ...paying].map(({ pay }) => pay()),
      ...[0, 1, 2, 3].map((index) => create(store, index)),
    ])
    for (const { status } of answers) expect([200, 201, 400, 402, 409]).toContain(status)
    expectError(await create(store), 400, 'variant_not_found')
    for (const { pay } of late) expectError(await pay(), 409, 'sold_out')
  })
})

/** Writes a session's row a second time, with these changes. */
const copyRow = (table: string, sessionId: string | undefined, changes: Record<string, unknown>) =>
  sql.rows(
    `
  insert into ${table} overriding system value
  select (jsonb_populate_record(t, $2)).* from ${table} t where session_id = $1 limit 1`,
    [sessionId, changes],
  )

describe('payments §5 Double submit: races for one session', () => {
  test('50 parallel payments of one session: one order, one capture, the others are told', async () => {
    const store = await aShop(100)
    const id = await aSession(services[0], store)
    const pays = await many(50, async (index) => {
      const buyer = await aBuyer(serviceOf(index), id)
      const paymentMethod = await aPaymentMethod(serviceOf(index))
      return () => buyer.payWith(paymentMethod)
    })
    const answers = await Promise.all(pays.map((pay) => pay()))
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 49 })
    for (const { status, body } of answers)
      if (status === 409)
        expect(body.error.code).toMatch(/^(payment_in_progress|session_complete)$/)
    expect(await capturesOf(store)).toHaveLength(1)
    expect(await stockOf(services[0], store)).toEqual([99])
    expect((await readSession(services[1], store, id)).body.status).toBe('complete')
  })

  test('the record itself refuses a second live attempt and a second order', async () => {
    const store = await aShop(10)
    const [buyer] = await buyers(store, 1, { card: CARDS.challenge })
    expect(await buyer?.pay()).toMatchObject({ status: 202 })
    await expect(
      copyRow('payment_attempts', buyer?.id, { id: 'att_second' }),
    ).rejects.toMatchObject({ constraint: 'one_live_attempt' })
    await sql.rows(
      `update payment_attempts set lease_until = clock_timestamp(), next_check_at = clock_timestamp()
      where session_id = $1`,
      [buyer?.id],
    )
    await expect
      .poll(
        async () =>
          (
            await sql.rows(
              `select id from payment_attempts where session_id = $1 and state <> 'voided'`,
              [buyer?.id],
            )
          ).length,
      )
      .toBe(0)
    const [paid] = await buyers(store, 1)
    await paid?.pay()
    await expect(
      copyRow('orders', paid?.id, { id: 999_999, order_number: 'X' }),
    ).rejects.toMatchObject({ constraint: 'orders_session_id_key' })
  })
})
