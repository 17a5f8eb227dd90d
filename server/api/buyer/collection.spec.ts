import { afterAll, describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import type { StoreResource } from '../../contract/platform/platform.ts'
import {
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()

afterAll(() => expectInvariants(sql))

const POINT = { name: 'Loom shop', address: 'Calle Luna 4\n28004 Madrid', hours: 'Mon–Fri 9–18' }
const OPTIONS = [
  { id: 'post', name: 'Post', fee: 490 },
  { id: 'shop', name: 'Collect', fee: 0, kind: 'collection', place: POINT },
]
const AT_SHOP = 'Collect, Loom shop, Calle Luna 4\n28004 Madrid'
const COLLECTED = { method: 'DELIVERY', details: AT_SHOP, fee: 0 }

async function aCheckout(deliveryOptions: object[] = OPTIONS, fields: object = {}) {
  const store = await aStore(service, { deliveryOptions, ...fields })
  await aProduct(service, store)
  const id = await aSession(service, store)
  return { store, id, buyer: await aBuyer(service, id) }
}

const delivering = (option: string, more: object = {}) => ({
  fulfillment: { method: 'DELIVERY', option, ...more },
})

const patch = ({ id }: TestStore, deliveryOptions: unknown) =>
  service.platform<StoreResource>('PATCH', `/stores/${id}`, { deliveryOptions })

describe('contract §5: an order that is collected', () => {
  test.each([
    ['nothing', {}],
    ['an empty text', { details: '' }],
    ['a place of the buyer’s own', { details: 'My own house, Calle Mayor 1' }],
  ])('a collected order has the store’s place, with %s sent', async (_what, more) => {
    const { store, id, buyer } = await aCheckout()
    const { status, body } = await buyer.pay(delivering('shop', more))
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { order: { amountTotal: 1990, fulfillment: COLLECTED } },
    })
    expect((await readSession(service, store, id)).body.order?.fulfillment).toEqual(COLLECTED)
    const kept = await sql.rows(
      `select a::text as attempt, o::text as placed
      from payment_attempts a join orders o on o.attempt_id = a.id
      where a.session_id = $1`,
      [id],
    )
    expect(JSON.stringify(kept)).not.toContain('My own house')
  })

  test('a collected order is not refused because of an address, which nobody reads', async () => {
    const { buyer } = await aCheckout(OPTIONS, { deliveryCountries: ['ES'] })
    const address = { country: 'PT', place: 'Rua Augusta 1' }
    const { body } = await buyer.pay(delivering('shop', { address }))
    expect(body).toMatchObject({ order: { fulfillment: COLLECTED } })
  })

  test('a collected order keeps the place that was agreed when the session was created', async () => {
    const { store, buyer } = await aCheckout()
    await patch(store, [{ ...OPTIONS[1], place: { name: 'Moved', address: 'Elsewhere 1' } }])
    const { body } = await buyer.pay(delivering('shop'))
    expect(body).toMatchObject({ order: { fulfillment: COLLECTED } })
  })

  test('a collected order is shown with its place to whoever has the link', async () => {
    const { id, buyer } = await aCheckout()
    await buyer.pay(delivering('shop', { details: 'My own house' }))
    const { body, text } = await (await aBuyer(service, id)).send<CheckoutView>('GET', 'view')
    expect(body.order?.fulfillment.details).toBe(AT_SHOP)
    expect(text).not.toMatch(/Example|My own house/)
    const { text: page } = await call<string>('GET', `${service.checkoutUrl}/${id}`)
    expect(page).toContain('Pick up at')
    expect(page).toContain('Mon–Fri 9–18')
  })

  test('a collected order still says where after its buyer was erased', async () => {
    const { store, id, buyer } = await aCheckout()
    await buyer.pay(delivering('shop'))
    await service.platform('POST', `/stores/${store.id}/buyers/erase`, { phone: '+34 600 123 456' })
    expect((await readSession(service, store, id)).body.order).toMatchObject({
      customer: { name: '', phone: '' },
      fulfillment: COLLECTED,
    })
  })
})

describe('contract §5: an order that is delivered', () => {
  test.each([
    ['is required', {}],
    ['must not be empty', { details: '' }],
    ['must not be empty', { details: ' \n ' }],
    ['must not be empty', { details: '\u200b' }],
    ['must be a string', { details: 5 }],
    ['must be at most 500 characters', { details: 'x'.repeat(501) }],
  ])('an order that is delivered needs an address: details %s', async (reason, more) => {
    const { store, buyer } = await aCheckout()
    const answer = await buyer.pay(delivering('post', more))
    expectError(answer, 400, 'invalid_request', new RegExp(`^fulfillment.details: ${reason}$`))
    expect(await stockOf(service, store)).toEqual([10])
    expect((await buyer.pay(delivering('post', { details: 'Calle Mayor 1' }))).status).toBe(200)
  })

  test('a delivery address is masked for strangers and erased; a collection’s place stays', async () => {
    const [, shop] = OPTIONS
    const { store, id, buyer } = await aCheckout([{ ...OPTIONS[0], name: 'Collect' }, shop!])
    await buyer.pay(delivering('post', { details: 'Calle Olvido 9' }))
    const { text } = await (await aBuyer(service, id)).send<CheckoutView>('GET', 'view')
    expect(text).not.toContain('Olvido')
    await service.platform('POST', `/stores/${store.id}/buyers/erase`, { phone: '+34 600 123 456' })
    expect((await readSession(service, store, id)).body.order?.fulfillment).toEqual({
      method: 'DELIVERY',
      details: 'Collect',
      fee: 490,
    })
  })
})

describe('contract §4: delivery options have a kind', () => {
  test('the delivery options that were set are read, and can be written back', async () => {
    const { store } = await aCheckout()
    const { body } = await service.platform<StoreResource>('GET', `/stores/${store.id}`)
    expect(body.deliveryOptions).toEqual(OPTIONS)
    expect((await patch(store, body.deliveryOptions)).body.deliveryOptions).toEqual(OPTIONS)
  })

  test.each([
    ['deliveryOptions[0].kind', 'must be one of delivery, collection', { kind: 'drone' }],
    ['deliveryOptions[0].place', 'is required for a collection', { kind: 'collection' }],
    ['deliveryOptions[0].place', 'belongs to a collection', { place: POINT }],
    [
      'deliveryOptions[0].place.address',
      'is required',
      { kind: 'collection', place: { name: 'Shop' } },
    ],
    [
      'deliveryOptions[0].place.name',
      'must not be empty',
      { kind: 'collection', place: { ...POINT, name: ' ' } },
    ],
    [
      'deliveryOptions[0].place.hours',
      'must be at most 200 characters',
      { kind: 'collection', place: { ...POINT, hours: 'x'.repeat(201) } },
    ],
  ])('delivery options with a wrong field are refused: %s %s', async (field, reason, wrong) => {
    const { store } = await aCheckout()
    expectError(
      await patch(store, [{ id: 'a', name: 'A', fee: 0, ...wrong }]),
      400,
      'invalid_request',
      new RegExp(`^${field.replaceAll(/[[\].]/g, '\\$&')}: ${reason}$`),
    )
  })
})
