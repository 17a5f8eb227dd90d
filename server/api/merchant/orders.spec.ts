import { describe, expect, test } from 'vitest'
import type { MerchantOrder } from '../../contract/merchant-orders.ts'
import {
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  eventsOf,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anOrder } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()

type OrderList = { data: MerchantOrder[]; nextCursor: string | null }

const get = <Body = MerchantOrder>(store: TestStore, path: string, token = store.keys.secret) =>
  service.call<Body>('GET', `/v1/orders${path}`, { token })

const fulfill = (store: TestStore, orderNumber: string, headers: Record<string, string> = {}) =>
  service.call<MerchantOrder>('POST', `/v1/orders/${orderNumber}/fulfill`, {
    token: store.keys.secret,
    headers,
  })

const deliver = (
  store: TestStore,
  orderNumber: string,
  { deliveredAt, headers = {} }: { deliveredAt?: unknown; headers?: Record<string, string> } = {},
) =>
  service.call<MerchantOrder>('POST', `/v1/orders/${orderNumber}/deliver`, {
    token: store.keys.secret,
    headers,
    ...(deliveredAt !== undefined && { body: { deliveredAt } }),
  })

/** A store with orders paid on the first, second, … of March 2026. */
async function aStoreWithOrders(count: number) {
  const store = await aStore(service)
  const numbers: string[] = []
  for (let day = 1; day <= count; day += 1) {
    const orderNumber = await anOrder(service, store)
    await sql.rows(
      `update orders set paid_at = make_timestamptz(2026, 3, $2, 12, 0, 0, 'UTC')
      where order_number = $1`,
      [orderNumber, day],
    )
    numbers.push(orderNumber)
  }
  return { store, numbers }
}

const numbersOf = ({ body }: { body: OrderList }) => body.data.map((order) => order.orderNumber)

describe('contract §3: an order', () => {
  test('an order is that of its session, with its buyer’s address and where it comes from', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { variants: [{ size: 'S', colorName: 'Red', stock: 5 }] })
    const id = await aSession(service, store, {
      items: [{ product: 'mug', size: 'S', color: 'Red', quantity: 2 }],
    })
    const customer = { name: 'Ana', phone: '+34 600 000 001', email: 'ana@mail.example' }
    await (await aBuyer(service, id)).pay({ customer })
    const { order } = (await readSession(service, store, id)).body
    const expected = {
      ...order,
      customer,
      sessionId: id,
      product: 'mug',
      size: 'S',
      color: 'Red',
      currency: 'EUR',
      fulfilledAt: null,
      tracking: null,
      deliveredAt: null,
      withdrawnAt: null,
      withdrawnLate: false,
      refunds: [],
      metadata: null,
    }
    expect((await get(store, `/${order?.orderNumber}`)).body).toEqual(expected)
    expect((await get<OrderList>(store, '')).body).toEqual({ data: [expected], nextCursor: null })
  })

  test('an order has no address when the buyer gave none, and its metadata byte for byte', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    const metadata = '{"10":1.0,"2": [9007199254740993],"é":null}'
    const answer = await service.call<{ url: string }>('POST', '/v1/checkout/sessions', {
      token: store.keys.secret,
      text: `{"items":[{"product":"mug"}],"metadata":${metadata}}`,
    })
    const id = answer.body.url.split('/').at(-1) ?? ''
    await (await aBuyer(service, id)).pay()
    const list = await get<OrderList>(store, '')
    expect(list.text).toContain(`"metadata":${metadata}`)
    expect(list.body.data[0]?.customer.email).toBeNull()
    const one = await get(store, `/${list.body.data[0]?.orderNumber}`)
    expect(one.text).toContain(`"metadata":${metadata}`)
    const platform = await service.platform('GET', `/stores/${store.id}/orders`)
    expect(platform.text).toContain(`"metadata":${metadata}`)
  })

  test('an order id that is unknown, malformed or foreign gets the same 404, byte for byte', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const foreign = await anOrder(service, other)
    const expected = await get(store, '/00000-00000')
    expectError(expected, 404, 'order_not_found')
    for (const path of [`/${foreign}`, '/x', `/${foreign.toLowerCase()}`, '/%00', '/a%2Fb']) {
      const answer = await get(store, path)
      expect([answer.status, answer.text]).toEqual([404, expected.text])
    }
    for (const orderNumber of [foreign, 'x']) {
      const answers = [
        await fulfill(store, orderNumber),
        await deliver(store, orderNumber),
        await service.call('POST', `/v1/orders/${orderNumber}/refunds`, {
          token: store.keys.secret,
          body: {},
        }),
      ]
      for (const answer of answers)
        expect([answer.status, answer.text]).toEqual([404, expected.text])
    }
    expect((await get(other, `/${foreign}`)).body).toMatchObject({ fulfilledAt: null, refunds: [] })
  })

  test.each([
    ['GET', ''],
    ['GET', '/00000-00000'],
    ['POST', '/00000-00000/refunds'],
    ['POST', '/00000-00000/fulfill'],
    ['POST', '/00000-00000/deliver'],
  ])(
    '%s /v1/orders%s takes a secret key alone, of a plan with API access',
    async (method, path) => {
      const store = await aStore(service)
      const free = await aStore(service, { plan: 'free' })
      const send = (token?: string) => service.call(method, `/v1/orders${path}`, { token })
      expectError(await send(store.keys.public), 401, 'invalid_api_key', /secret key/)
      expectError(await send(), 401, 'missing_api_key')
      expectError(await send(free.keys.secret), 403, 'plan_required')
    },
  )

  test('an order of a closed store can still be read', async () => {
    const store = await aStore(service)
    const orderNumber = await anOrder(service, store)
    await service.platform('POST', `/stores/${store.id}/close`)
    expect((await get(store, `/${orderNumber}`)).status).toBe(200)
  })
})

describe('contract §3: the list of orders', () => {
  test('the list of orders goes from the newest to the oldest, page by page', async () => {
    const { store, numbers } = await aStoreWithOrders(5)
    const seen: string[] = []
    let query = '?limit=2'
    for (const expected of [2, 2, 1]) {
      const page = await get<OrderList>(store, query)
      expect(page.body.data).toHaveLength(expected)
      seen.push(...numbersOf(page))
      query = `?limit=2&cursor=${page.body.nextCursor}`
      if (expected === 1) expect(page.body.nextCursor).toBeNull()
    }
    expect(seen).toEqual(numbers.toReversed())
  })

  test('the list of orders tells orders of the same moment apart', async () => {
    const { store, numbers } = await aStoreWithOrders(3)
    await sql.rows('update orders set paid_at = $2 where store_id = $1', [store.id, new Date(0)])
    const first = await get<OrderList>(store, '?limit=1')
    const rest = await get<OrderList>(store, `?cursor=${first.body.nextCursor}`)
    expect([...numbersOf(first), ...numbersOf(rest)]).toEqual(numbers.toReversed())
  })

  test('the list of orders is narrowed to a time, and neither of its ends is meant', async () => {
    const { store, numbers } = await aStoreWithOrders(4)
    const between = (query: string) => get<OrderList>(store, `?${query}`)
    const after = 'paidAfter=2026-03-01T12:00:00.000Z'
    const before = 'paidBefore=2026-03-04T12:00:00Z'
    expect(numbersOf(await between(after))).toEqual(numbers.slice(1).toReversed())
    expect(numbersOf(await between(before))).toEqual(numbers.slice(0, 3).toReversed())
    expect(numbersOf(await between(`${after}&${before}`))).toEqual([numbers[2], numbers[1]])
    const offset = `paidAfter=${encodeURIComponent('2026-03-03T14:00:00+02:00')}`
    expect(numbersOf(await between(offset))).toEqual([numbers[3]])
    const first = await between(`${after}&limit=1`)
    expect(numbersOf(await between(`${after}&cursor=${first.body.nextCursor}`))).toEqual([
      numbers[2],
      numbers[1],
    ])
  })

  test('the list of orders holds no order of another store', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    await anOrder(service, other)
    expect((await get<OrderList>(store, '')).body).toEqual({ data: [], nextCursor: null })
  })

  test('a date is its first moment in UTC', async () => {
    const { store, numbers } = await aStoreWithOrders(3)
    const narrowed = async (query: string) => numbersOf(await get<OrderList>(store, `?${query}`))
    expect(await narrowed('paidAfter=2026-03-02')).toEqual([numbers[2], numbers[1]])
    expect(await narrowed('paidBefore=2026-03-02')).toEqual([numbers[0]])
  })

  test('what is no moment is refused in our own words', async () => {
    expectError(
      await get(await aStore(service), '?paidAfter=2026-11-31'),
      400,
      'invalid_request',
      /^paidAfter: must be a date or a moment, such as 2026-11-26 or 2026-11-26T09:30:00Z$/,
    )
  })

  test.each([
    'limit=0',
    'limit=101',
    'cursor=!',
    'cursor=MTQy',
    'paidAfter=yesterday',
    'paidBefore=2026-02-30T00:00:00Z',
    'paidAfter=2026-03-01T00:00:00Z&paidAfter=2026-03-02T00:00:00Z',
    'status=paid',
  ])('the list of orders refuses ?%s', async (query) => {
    const field = query.split('=')[0]
    expectError(
      await get(await aStore(service), `?${query}`),
      400,
      'invalid_request',
      new RegExp(`^${field}: `),
    )
  })
})

describe('contract §3: fulfilling an order', () => {
  test('fulfilling answers with the order, and twice is the same', async () => {
    const store = await aStore(service)
    const orderNumber = await anOrder(service, store)
    const first = await fulfill(store, orderNumber)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ orderNumber, fulfilledAt: expect.stringMatching(/Z$/) })
    expect((await get(store, `/${orderNumber}`)).text).toBe(first.text)
    expect((await fulfill(store, orderNumber)).text).toBe(first.text)
  })

  test('fulfilling an order ten times at once is one event and one audit line, by the secret key', async () => {
    const store = await aStore(service)
    const orderNumber = await anOrder(service, store)
    const answers = await Promise.all(Array.from({ length: 10 }, () => fulfill(store, orderNumber)))
    expect(await eventsOf(service, store, 'order.fulfilled')).toEqual([
      { sessionId: expect.any(String), orderNumber },
    ])
    expect(countStatuses(answers)).toEqual({ 200: 10 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(
      await sql.rows(
        `select actor, action, subject, address is not null as "hasAddress" from audit_log
        where store_id = $1 and subject = $2`,
        [store.id, orderNumber],
      ),
    ).toEqual([
      { actor: 'secret_key', action: 'order.fulfilled', subject: orderNumber, hasAddress: true },
    ])
    expect(
      await sql.rows('select fulfilled_by from orders where order_number = $1', [orderNumber]),
    ).toEqual([{ fulfilled_by: 'secret_key' }])
  })

  test('fulfilling with a key is done once: what a member has undone since stays undone', async () => {
    const store = await aStore(service)
    const orderNumber = await anOrder(service, store)
    const key = { 'idempotency-key': 'sent-1' }
    await fulfill(store, orderNumber, key)
    await sql.rows(
      'update orders set fulfilled_at = null, fulfilled_by = null where order_number = $1',
      [orderNumber],
    )
    expect((await fulfill(store, orderNumber, key)).body.fulfilledAt).toBeNull()
    expect((await fulfill(store, orderNumber)).body.fulfilledAt).not.toBeNull()
  })
})

describe('contract §8: an order that its buyer has', () => {
  test('delivering fulfils as well, keeps its moment, and another moment replaces it', async () => {
    const store = await aStore(service)
    const orderNumber = await anOrder(service, store)
    const first = await deliver(store, orderNumber)
    expect(first.status).toBe(200)
    const at = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/)
    expect(first.body).toMatchObject({ orderNumber, fulfilledAt: at, deliveredAt: at })
    expect((await deliver(store, orderNumber)).text).toBe(first.text)
    const { paidAt } = first.body
    const moved = await deliver(store, orderNumber, { deliveredAt: paidAt })
    expect(moved.body).toEqual({ ...first.body, deliveredAt: paidAt })
    expect((await fulfill(store, orderNumber)).text).toBe(moved.text)
  })

  test('delivering ten times at once is one fulfilment and one delivery', async () => {
    const store = await aStore(service)
    const orderNumber = await anOrder(service, store)
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(store, orderNumber)))
    expect(countStatuses(answers)).toEqual({ 200: 10 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await eventsOf(service, store, 'order.fulfilled')).toHaveLength(1)
    expect(
      await sql.rows('select actor, action from audit_log where subject = $1 order by id', [
        orderNumber,
      ]),
    ).toEqual([
      { actor: 'secret_key', action: 'order.fulfilled' },
      { actor: 'secret_key', action: 'order.delivered' },
    ])
  })

  test.each([
    ['2026-11-26', /a moment, such as/],
    ['2020-01-01T00:00:00Z', /after the payment, and not later than now/],
    ['2999-01-01T00:00:00Z', /after the payment, and not later than now/],
    [7, /string/],
    [null, /string/],
  ])('an order is not delivered at %j', async (deliveredAt, problem) => {
    const store = await aStore(service)
    const orderNumber = await anOrder(service, store)
    const answer = await deliver(store, orderNumber, { deliveredAt })
    expectError(answer, 400, 'invalid_request', /^deliveredAt: /)
    expectError(answer, 400, 'invalid_request', problem)
    expect((await get(store, `/${orderNumber}`)).body).toMatchObject({
      fulfilledAt: null,
      deliveredAt: null,
    })
  })

  test('delivering with a key is done once, and the key is good for no other moment', async () => {
    const store = await aStore(service)
    const orderNumber = await anOrder(service, store)
    const headers = { 'idempotency-key': 'arrived-1' }
    const { paidAt } = (await deliver(store, orderNumber, { headers })).body
    await sql.rows('update orders set delivered_at = null where order_number = $1', [orderNumber])
    expect((await deliver(store, orderNumber, { headers })).body.deliveredAt).toBeNull()
    const other = await deliver(store, orderNumber, { headers, deliveredAt: paidAt })
    expectError(other, 400, 'invalid_request', /^Idempotency-Key: /)
  })
})
