import { afterAll, describe, expect, test } from 'vitest'
import type { CheckoutView, PhoneResponse } from '../../contract/buyer.ts'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import type { StoreResource } from '../../contract/platform/platform.ts'
import { addressIn } from '../../checkout/buyers/address.ts'
import { aBuyer, aProduct, aSession, aStore, readSession, stockOf } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

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

describe('contract §5: a phone number is completed by the country of the address', () => {
  const completed = (buyer: Buyer, body: object) =>
    buyer.send<PhoneResponse & ErrorEnvelope>('POST', 'phone', body)

  test('a buyer’s number gets the country’s code, and what is no number comes back', async () => {
    const { buyer } = await aCheckout(['ES'])
    const { status, body } = await completed(buyer, { phone: '600 123 456', country: 'ES' })
    expect([status, body]).toEqual([200, { phone: '+34 600 12 34 56' }])
    const unknown = { phone: 'the bell', country: 'ES' }
    expect((await completed(buyer, unknown)).body).toEqual({ phone: 'the bell' })
  })

  test('only a buyer of the session is answered, and only so often', async () => {
    const { id, buyer } = await aCheckout(['ES'])
    const asked = { phone: '600 123 456', country: 'ES' }
    const stranger = await call<ErrorEnvelope>('POST', `${service.checkoutUrl}/${id}/phone`, {
      body: asked,
      headers: buyer.headers,
    })
    expectError(stranger, 401, 'invalid_token')
    const answers = await Promise.all(Array.from({ length: 100 }, () => completed(buyer, asked)))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].toSorted()).toEqual([200, 429])
    expect((await buyer.pay(delivering({ address: MADRID }))).status).toBe(200)
  })
})

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
      { country: 'ES', fields: ['place'], phone: '+34 612 34 56 78' },
      { country: 'PT', fields: ['place'], phone: '+351 912 345 678' },
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

describe('contract §4: an option that goes to some of the countries', () => {
  const ISLANDS = { id: 'islands', name: 'Islands', fee: 1900, countries: ['PT'] }

  async function aSplitCheckout() {
    const checkout = await aCheckout(['ES', 'PT', 'FR'])
    const deliveryOptions = [ISLANDS, { ...POST, countries: ['ES', 'PT'] }]
    expect((await patch(checkout.store.id, { deliveryOptions })).status).toBe(200)
    const id = await aSession(service, checkout.store)
    return { ...checkout, id, buyer: await aBuyer(service, id) }
  }

  test('the first option for the first country is preselected; a country without one is not offered', async () => {
    const { buyer } = await aSplitCheckout()
    const { body } = await buyer.send<CheckoutView>('GET', 'view')
    expect(body.deliveryOptions.map(({ id }) => id)).toEqual(['post', 'islands'])
    expect(body.amounts.fee).toBe(490)
    expect(body.deliveryCountries?.map(({ country }) => country)).toEqual(['ES', 'PT'])
  })

  test('nobody pays for an option that does not go to their country', async () => {
    const { store, id, buyer } = await aSplitCheckout()
    const to = (address: object) => delivering({ option: 'islands', ...address })
    const refused = async (fulfillment: Record<string, unknown>, message: RegExp) =>
      expectError(await buyer.pay(fulfillment), 400, 'invalid_request', message)
    await refused(to({ address: MADRID }), /^fulfillment\.option: does not go to ES$/)
    await refused(to({ details: 'Calle Mayor 1' }), /^fulfillment\.address: is required/)
    const lisbon = { country: 'PT', place: 'Rua Augusta 1', postalCode: '1100-048', city: 'Lisboa' }
    expect((await buyer.pay(to({ address: lisbon }))).status).toBe(200)
    expect((await readSession(service, store, id)).body.order?.fulfillment.fee).toBe(1900)
  })

  test.each([
    [
      'a country that the store does not list',
      { deliveryOptions: [{ ...POST, countries: ['DE'] }] },
    ],
    ['a country that is taken off the list', { deliveryCountries: ['FR'] }],
  ])('an option for %s is refused', async (_what, change) => {
    const { store } = await aSplitCheckout()
    expectError(
      await service.platform('PATCH', `/stores/${store.id}`, change),
      400,
      'invalid_request',
      /^deliveryOptions\[0\]\.countries: must be among the deliveryCountries of the store$/,
    )
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

describe('The buyer hears of it: a suggestion for the common slip before Pay', () => {
  test('a common slip is asked about, and the address as it was typed is taken all the same', async () => {
    const { buyer } = await aCheckout()
    const ask = (email: string) => buyer.send('POST', 'email-suggestion', { email })
    expect((await ask('ana@gmial.com')).body).toEqual({ email: 'ana@gmail.com' })
    expect((await ask('ana@loom.example')).body).toEqual({ email: null })
    const customer = { name: 'Ana', phone: '+34 600 123 456', email: 'ana@gmial.com' }
    const paid = await buyer.pay({ customer, ...delivering({ details: 'Calle Mayor 1' }) })
    expect(paid.status).toBe(200)
  })
})
