import { afterAll, describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import type { StoreResource } from '../../contract/platform.ts'
import { addressIn } from '../../checkout/address.ts'
import { aBuyer, aProduct, aSession, aStore, readSession, stockOf } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/spec-service.ts'

const { service, sql } = await openSpecService()

afterAll(() => expectInvariants(sql))

const POST = { id: 'post', name: 'Post', fee: 490 }
const MADRID = {
  country: 'ES',
  place: 'Calle Mayor 1\n2.º izquierda',
  postalCode: '28801',
  city: 'Alcalá',
  region: 'Madrid',
}

async function aCheckout(deliveryCountries: string[] = [], session: object = {}) {
  const store = await aStore(service, { deliveryOptions: [POST], deliveryCountries })
  await aProduct(service, store)
  const id = await aSession(service, store, { ...session })
  return { store, id, buyer: await aBuyer(service, id) }
}

type Buyer = Awaited<ReturnType<typeof aCheckout>>['buyer']

const countriesOf = async (buyer: Buyer) =>
  (await buyer.send<CheckoutView>('GET', 'view')).body.deliveryCountries

const delivering = (more: object) => ({
  fulfillment: { method: 'DELIVERY', option: 'post', ...more },
})

const patch = (id: string, fields: object) =>
  service.platform<StoreResource>('PATCH', `/stores/${id}`, fields)

describe('contract §5: the countries that a store delivers to', () => {
  test('the view says how an address is entered in each country, in the store’s order', async () => {
    const { buyer } = await aCheckout(['PT', 'ES'])
    expect(await countriesOf(buyer)).toEqual([addressIn('PT'), addressIn('ES')])
  })

  test('a store that has set no countries asks for the address as one text', async () => {
    const { buyer } = await aCheckout()
    expect(await countriesOf(buyer)).toBeUndefined()
  })

  test('an address that the merchant has prefilled stays one text, in a country of the store’s', async () => {
    const details = 'Rua Augusta 1, 1100-053 Lisboa'
    const { store, id, buyer } = await aCheckout(['ES', 'PT'], { customer: { details } })
    expect(await countriesOf(buyer)).toEqual([
      { country: 'ES', fields: ['place'] },
      { country: 'PT', fields: ['place'] },
    ])
    const to = (country: string) => delivering({ address: { country, place: details } })
    expectError(await buyer.pay(to('FR')), 400, 'invalid_request', /must be one of ES, PT$/)
    expect((await buyer.pay(to('PT'))).status).toBe(200)
    const { order } = (await readSession(service, store, id)).body
    expect(order?.fulfillment.details).toBe(`Post, ${details}\nPortugal`)
  })

  test('for an open session the delivery countries of now count', async () => {
    const { store, id, buyer } = await aCheckout(['ES', 'PT'])
    await patch(store.id, { deliveryCountries: ['FR'] })
    const answer = await buyer.pay(delivering({ address: MADRID }))
    expectError(
      answer,
      400,
      'invalid_request',
      /^fulfillment\.address\.country: must be one of FR$/,
    )
    expect(await stockOf(service, store)).toEqual([10])
    await patch(store.id, { deliveryCountries: [] })
    expect((await buyer.pay(delivering({ address: MADRID }))).status).toBe(200)
    const { order } = (await readSession(service, store, id)).body
    expect(order?.fulfillment.details).toMatch(/Alcalá Madrid\nSpain$/)
  })
})

describe('contract §5: an address in parts', () => {
  test.each([
    ['one country', ['ES'], 'Post, Calle Mayor 1\n2.º izquierda\n28801 Alcalá Madrid'],
    ['several', ['PT', 'ES'], 'Post, Calle Mayor 1\n2.º izquierda\n28801 Alcalá Madrid\nSpain'],
  ])(
    'an address in parts is one text in the order, of a store that delivers to %s',
    async (_what, countries, details) => {
      const { store, id, buyer } = await aCheckout(countries)
      const { status } = await buyer.pay(delivering({ address: MADRID, details: 'not this' }))
      expect(status).toBe(200)
      const { order } = (await readSession(service, store, id)).body
      expect(order?.fulfillment).toEqual({ method: 'DELIVERY', details, fee: 490 })
    },
  )

  test('an address in parts may hold any code and town; only an empty street is refused', async () => {
    const { store, id, buyer } = await aCheckout(['ES'])
    const empty = await buyer.pay(delivering({ address: { country: 'ES', place: ' ' } }))
    expectError(empty, 400, 'invalid_request', /^fulfillment\.address\.place: must not be empty$/)
    const odd = { country: 'ES', place: 'Apartado 7', postalCode: 'no idea' }
    expect((await buyer.pay(delivering({ address: odd }))).status).toBe(200)
    const { order } = (await readSession(service, store, id)).body
    expect(order?.fulfillment.details).toBe('Post, Apartado 7\nno idea')
  })

  test('an address as one text is taken, too: a page may be older than the setting', async () => {
    const { store, id, buyer } = await aCheckout(['PT', 'ES'])
    expect((await buyer.pay(delivering({ details: 'Calle Mayor 1, Madrid' }))).status).toBe(200)
    const { order } = (await readSession(service, store, id)).body
    expect(order?.fulfillment.details).toBe('Post, Calle Mayor 1, Madrid')
  })

  test.each([
    ['fulfillment.address.country', 'must be the ISO 3166-1 code', { country: 'Spain' }],
    [
      'fulfillment.address.postalCode',
      'must be at most 120 characters',
      { postalCode: '1'.repeat(121) },
    ],
    ['fulfillment.address', 'unknown field', { street: 'Calle Mayor 1' }],
  ])('a wrong address in parts is refused: %s: %s', async (field, _reason, wrong) => {
    const { buyer } = await aCheckout(['ES'])
    const answer = await buyer.pay(delivering({ address: { ...MADRID, ...wrong } }))
    expectError(answer, 400, 'invalid_request', new RegExp(field.replaceAll('.', '\\.')))
  })

  test('an address in parts is erased like one text', async () => {
    const { store, id, buyer } = await aCheckout(['ES'])
    await buyer.pay(delivering({ address: MADRID }))
    await service.platform('POST', `/stores/${store.id}/buyers/erase`, { phone: '+34 600 123 456' })
    expect((await readSession(service, store, id)).body.order?.fulfillment.details).toBe('Post')
  })
})

describe('contract §4: the countries of a store', () => {
  test('a store has no delivery countries until they are set; they can be read and taken away', async () => {
    const { id, ...created } = await aStore(service)
    expect(created).not.toHaveProperty('deliveryCountries')
    expect((await patch(id, { deliveryCountries: ['ES', 'PT'] })).body.deliveryCountries).toEqual([
      'ES',
      'PT',
    ])
    expect((await patch(id, { name: 'Other' })).body.deliveryCountries).toEqual(['ES', 'PT'])
    expect((await patch(id, { deliveryCountries: [] })).body).not.toHaveProperty(
      'deliveryCountries',
    )
  })

  test.each([
    ['no country', ['EU'], /^deliveryCountries\[0\]: must be the ISO 3166-1 code/],
    ['another code of one', ['ES', 'UK'], /^deliveryCountries\[1\]: must be the ISO 3166-1 code/],
    ['one twice', ['ES', 'ES'], /^deliveryCountries: must not repeat a country$/],
  ])('the countries of a store are refused with %s', async (_what, deliveryCountries, reason) => {
    const { id } = await aStore(service)
    expectError(await patch(id, { deliveryCountries }), 400, 'invalid_request', reason)
  })
})
