import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import type { MerchantOrder } from '../../contract/merchant-orders.ts'
import {
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  eventsOf,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anOrder } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()

const TRACKING = {
  carrier: 'DHL',
  trackingNumber: '0034',
  trackingUrl: 'https://dhl.example/track?id=0034&x=1',
}

const fulfill = (
  store: TestStore,
  orderNumber: string,
  { body, key }: { body?: unknown; key?: string } = {},
) =>
  service.call<MerchantOrder>('POST', `/v1/orders/${orderNumber}/fulfill`, {
    token: store.keys.secret,
    ...(body !== undefined && { body }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

const auditOf = async (orderNumber: string) =>
  (
    await sql.rows<{ action: string }>(
      'select action from audit_log where subject = $1 order by id',
      [orderNumber],
    )
  ).map(({ action }) => action)

describe('contract §8: tracking of an order', () => {
  test('fulfilment takes how the parcel is followed, and every reader of orders has it', async () => {
    const store = await aStore(service)
    const number = await anOrder(service, store)
    const fulfilled = await fulfill(store, number, { body: TRACKING })
    expect([fulfilled.status, fulfilled.body.tracking]).toEqual([200, TRACKING])
    expect(fulfilled.body.fulfilledAt).not.toBeNull()
    await service.call('POST', `/v1/orders/${number}/deliver`, { token: store.keys.secret })
    const { body: order } = await service.call<MerchantOrder>('GET', `/v1/orders/${number}`, {
      token: store.keys.secret,
    })
    expect(order.tracking).toEqual(TRACKING)
    const platform = await service.platform<{ data: unknown[] }>(
      'GET',
      `/stores/${store.id}/orders`,
    )
    expect(platform.body.data).toEqual([
      expect.objectContaining({ tracking: TRACKING, deliveredAt: order.deliveredAt }),
    ])
    const evidence = await service.call<{ document: { fulfillment: object } }>(
      'GET',
      `/v1/orders/${number}/evidence`,
      { token: store.keys.secret },
    )
    expect(evidence.body.document.fulfillment).toMatchObject({ tracking: TRACKING })
  })

  test('repeating changes nothing, other values replace all, and none leaves them', async () => {
    const store = await aStore(service)
    const number = await anOrder(service, store)
    const first = await fulfill(store, number, { body: TRACKING })
    for (const body of [TRACKING, {}, undefined])
      expect((await fulfill(store, number, { body })).body).toEqual(first.body)
    expect(await auditOf(number)).toEqual(['order.fulfilled'])
    const corrected = await fulfill(store, number, { body: { trackingNumber: '0035' } })
    expect(corrected.body).toEqual({
      ...first.body,
      tracking: { carrier: null, trackingNumber: '0035', trackingUrl: null },
    })
    expect(await auditOf(number)).toEqual(['order.fulfilled', 'order.tracking_changed'])
    const events = await eventsOf(service, store, 'order.fulfilled')
    expect(events.map((data) => Object.keys(data).toSorted())).toEqual([
      ['orderNumber', 'sessionId'],
    ])
  })

  test('a request that is repeated with its key is the same, and another one is refused', async () => {
    const store = await aStore(service)
    const number = await anOrder(service, store)
    const send = (body: unknown) => fulfill(store, number, { body, key: 'parcel-1' })
    const first = await send(TRACKING)
    await fulfill(store, number, { body: { carrier: 'Post' } })
    expect((await send(TRACKING)).body.tracking).toMatchObject({ carrier: 'Post' })
    expect(first.body.tracking).toEqual(TRACKING)
    expectError(await send({ carrier: 'UPS' }), 400, 'invalid_request', /^Idempotency-Key: /)
  })

  test.each([
    ['an address that is not https', 'trackingUrl', 'http://dhl.example/1'],
    ['an address of this machine without https', 'trackingUrl', 'http://localhost/1'],
    ['a script', 'trackingUrl', 'javascript:alert(1)'],
    ['a password in the address', 'trackingUrl', 'https://ana:secret@dhl.example/1'],
    ['a line break in the address', 'trackingUrl', 'https://dhl.example/\n1'],
    ['a path', 'trackingUrl', '/1'],
    ['a long address', 'trackingUrl', `https://dhl.example/${'x'.repeat(2048)}`],
    ['a long carrier', 'carrier', 'x'.repeat(61)],
    ['an empty carrier', 'carrier', ' '],
    ['a long number', 'trackingNumber', '1'.repeat(81)],
    ['an integer', 'trackingNumber', 34],
    ['an unknown field', 'note', 'x'],
  ])('%s is refused, and nothing changes', async (_what, field, value) => {
    const store = await aStore(service)
    const number = await anOrder(service, store)
    const answer = await fulfill(store, number, { body: { carrier: 'DHL', [field]: value } })
    expectError(answer, 400, 'invalid_request', new RegExp(`^${field}: `))
    expect(await auditOf(number)).toEqual([])
  })
})

describe('The buyer follows the parcel on the receipt', () => {
  const KEY = 'k'.repeat(32)

  async function aPaidSession() {
    const store = await aStore(service)
    await aProduct(service, store)
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id, { receiptKey: KEY })
    await buyer.pay()
    const { order } = (await readSession(service, store, id)).body
    return { store, id, buyer, number: order?.orderNumber ?? '' }
  }

  test('the browser that paid reads it, as text that is never markup, and nobody else does', async () => {
    const { store, id, buyer, number } = await aPaidSession()
    const viewed = async () => (await buyer.send<CheckoutView>('GET', 'view')).body.tracking
    expect(await viewed()).toBeUndefined()
    const tracking = { ...TRACKING, carrier: 'DHL <b>' }
    await fulfill(store, number, { body: tracking })
    expect(await viewed()).toEqual(tracking)
    const page = (query: string) =>
      call<string>('GET', `${service.checkoutUrl}/${id}?lang=en${query}`)
    const { text } = await page(`&receipt=${KEY}`)
    expect(text).toContain('href="https://dhl.example/track?id=0034&amp;x=1"')
    expect(text).toContain('DHL &lt;b&gt; · 0034')
    for (const query of ['', `&receipt=${'o'.repeat(32)}`]) {
      const stranger = await page(query)
      expect(stranger.text).toContain(number)
      expect(stranger.text).not.toContain('0034')
    }
  })

  test('the export of the platform keeps nothing of it once the buyer was erased', async () => {
    const { store, number } = await aPaidSession()
    await fulfill(store, number, { body: TRACKING })
    await service.platform('POST', `/stores/${store.id}/buyers/erase`, { phone: '+34 600 123 456' })
    const rows = await sql.rows<{ tracking: unknown }>(
      'select tracking from orders where order_number = $1',
      [number],
    )
    expect(rows).toEqual([{ tracking: null }])
  })
})
