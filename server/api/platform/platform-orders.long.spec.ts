import { describe, expect, test } from 'vitest'
import type { StoreOrderList } from '../../contract/platform/platform-orders.ts'
import type { TestPaymentList } from '../../contract/test-provider.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const aShop = async () => {
  const store = await aStore(service)
  await aProduct(service, store, { variants: [{ size: 'S', colorName: 'Red', stock: 100 }] })
  return store
}

const order = async (
  store: TestStore,
  { card = CARDS.succeeds, ...body }: Record<string, unknown> & { card?: string } = {},
) => {
  const id = await aSession(service, store, {
    items: [{ product: 'mug', size: 'S', color: 'Red' }],
    ...body,
  })
  const answer = await (await aBuyer(service, id)).pay({ card })
  return { id, answer }
}

const listOrders = (store: TestStore, query = '') =>
  service.platform<StoreOrderList>('GET', `/stores/${store.id}/orders${query}`)
const listPayments = (query: string) =>
  service.platform<TestPaymentList>('GET', `/test-provider/payments${query}`)

describe('contract §4: orders', () => {
  test('an order appears in the store with all that its session says, and where it comes from', async () => {
    const store = await aShop()
    const metadata = { cart: [1, 2], note: 'é' }
    const { id } = await order(store, { metadata })
    const { body: session } = await readSession(service, store, id)
    expect((await listOrders(store)).body).toEqual({
      data: [
        {
          ...session.order,
          sessionId: id,
          product: 'mug',
          size: 'S',
          color: 'Red',
          currency: 'EUR',
          metadata,
          tracking: null,
          deliveredAt: null,
        },
      ],
      nextCursor: null,
    })
  })

  test('an order’s metadata is null when none was sent', async () => {
    const store = await aShop()
    await order(store)
    expect((await listOrders(store)).body.data).toMatchObject([{ metadata: null }])
  })

  test('the platform’s list of orders goes newest first, page by page', async () => {
    const store = await aShop()
    const ids = []
    for (let count = 0; count < 5; count += 1) ids.push((await order(store)).id)
    const seen = []
    let query = '?limit=2'
    for (const expected of [2, 2, 1]) {
      const { body } = await listOrders(store, query)
      expect(body.data).toHaveLength(expected)
      seen.push(...body.data.map(({ sessionId }) => sessionId))
      query = `?limit=2&cursor=${body.nextCursor}`
      if (expected === 1) expect(body.nextCursor).toBeNull()
    }
    expect(seen).toEqual(ids.toReversed())
  })

  test('the platform’s list of orders holds no declined payment and no other store’s order', async () => {
    const [store, other] = [await aShop(), await aShop()]
    await order(other)
    expect((await order(store, { card: CARDS.declined })).answer.status).toBe(402)
    expect((await listOrders(store)).body).toEqual({ data: [], nextCursor: null })
  })

  test.each(['limit=0', 'limit=1000', 'cursor=!', 'page=2'])(
    'the platform’s list of orders refuses ?%s',
    async (query) => {
      expectError(
        await listOrders(await aShop(), `?${query}`),
        400,
        'invalid_request',
        /^(limit|cursor|page): /,
      )
    },
  )
})

describe('contract §4: the test provider', () => {
  test('the test provider’s ledger says what it did for each attempt', async () => {
    const store = await aShop()
    const { id } = await order(store)
    const { id: declined } = await order(store, { card: CARDS.declined })
    const attempt = expect.stringMatching(/^att_[0-9A-Za-z]+$/)
    expect((await listPayments(`?store=${store.id}`)).body).toEqual({
      data: [
        { sessionId: declined, attempt, amount: 1990, currency: 'EUR', status: 'declined' },
        { sessionId: id, attempt, amount: 1990, currency: 'EUR', status: 'captured' },
      ],
      nextCursor: null,
    })
  })

  test('the test provider pages its ledger, for one store or for all', async () => {
    const store = await aShop()
    for (let count = 0; count < 3; count += 1) await order(store)
    const { body } = await listPayments(`?store=${store.id}&limit=2`)
    expect(body.data).toHaveLength(2)
    expect(
      (await listPayments(`?store=${store.id}&limit=2&cursor=${body.nextCursor}`)).body,
    ).toMatchObject({ data: { length: 1 }, nextCursor: null })
    expect((await listPayments('?limit=100')).body.data.length).toBeGreaterThan(3)
    expect((await listPayments('?store=st_unknown')).body).toEqual({ data: [], nextCursor: null })
  })

  test.each(['limit=0', 'cursor=!', 'session=x', 'store=%00', 'store=a&store=b'])(
    'the test provider’s ledger refuses ?%s',
    async (query) => {
      expectError(
        await listPayments(`?${query}`),
        400,
        'invalid_request',
        /^(limit|cursor|session|store): /,
      )
    },
  )

  test('the test provider’s route ends the time of a session', async () => {
    const store = await aShop()
    const id = await aSession(service, store, {
      items: [{ product: 'mug', size: 'S', color: 'Red' }],
    })
    const expire = (sessionId: string) =>
      service.platform('POST', '/test-provider/expire-session', { sessionId })
    expect(await expire(id)).toMatchObject({ status: 200, body: { status: 'expired' } })
    expect((await readSession(service, store, id)).body.status).toBe('expired')
    expect(await expire(id)).toMatchObject({ status: 200, body: { status: 'expired' } })
  })

  test('the test provider’s route leaves a paid session paid', async () => {
    const store = await aShop()
    const { id } = await order(store)
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    expect((await readSession(service, store, id)).body.status).toBe('complete')
  })

  test('the test provider’s route knows no other session', async () => {
    for (const sessionId of [`cs_${'0'.repeat(32)}`, 'x'])
      expectError(
        await service.platform('POST', '/test-provider/expire-session', { sessionId }),
        404,
        'session_not_found',
      )
    for (const body of [{}, { sessionId: '' }, { sessionId: 1 }, { sessionId: 'a\0' }]) {
      expectError(
        await service.platform('POST', '/test-provider/expire-session', body),
        400,
        'invalid_request',
        /^sessionId: /,
      )
    }
  })
})
