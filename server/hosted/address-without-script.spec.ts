import { describe, expect, test } from 'vitest'
import { type TestStore, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { TYPED_CARD, see, sendForm } from '../testing/store/plain-forms.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service } = await openSpecService()

const POST = { id: 'post', name: 'Post', fee: 490 }
const SHOP = {
  id: 'shop',
  name: 'Collect',
  fee: 0,
  kind: 'collection',
  place: { name: 'Loom shop', address: 'Calle Luna 4' },
}

const LISBON = {
  name: 'Ana Example',
  phone: '+34 600 000 000',
  option: 'post',
  drawn: 'PT',
  country: 'PT',
  place: 'Rua Augusta 1',
  postalCode: '1100-048',
  city: 'Lisboa',
}
const AMERICAN = {
  ...LISBON,
  drawn: 'US',
  country: 'US',
  place: '548 Market St',
  postalCode: '94016',
  city: 'San Francisco',
  region: 'CA',
}

async function aCheckout(deliveryCountries: string[], fields: object = {}) {
  const store = await aStore(service, { deliveryOptions: [POST], deliveryCountries, ...fields })
  await aProduct(service, store)
  const id = await aSession(service, store)
  return { store, id, page: `${service.checkoutUrl}/${id}` }
}

const patch = ({ id }: TestStore, deliveryCountries: string[]) =>
  service.platform('PATCH', `/stores/${id}`, { deliveryCountries })

const open = (address: string) => call<string>('GET', address)

const orderOf = async (store: TestStore, id: string) =>
  (await readSession(service, store, id)).body.order

/** What is said at a field. */
const saidAt = (field: string, text: string) =>
  new RegExp(`id="${field}-error">([^<]*)</p>`).exec(text)?.[1]

const NO_PORTUGAL = 'The store does not deliver to this country: Portugal. Enter another address.'

describe('decision 81: without script, a country that the store has taken off its list', () => {
  test.each([
    ['its address, where one country is left', ['ES'], 'place'],
    ['the country, where several are', ['ES', 'FR'], 'country'],
  ])(
    'a country off the list leads back to the form, which says so at %s',
    async (_where, countries, field) => {
      const { store, id, page } = await aCheckout(['ES', 'PT'])
      const cardPage = see(await sendForm(page, LISBON))
      await patch(store, countries)
      const back = see(await sendForm(cardPage, TYPED_CARD))
      expect(back.startsWith(`${page}?draft=`)).toBe(true)
      expect(see(await open(cardPage))).toBe(back)
      const { status, text } = await open(back)
      expect([status, saidAt(field, text)]).toEqual([200, NO_PORTUGAL])
      expect(text).toMatch(/ id="place"[^>]* value="Rua Augusta 1"/)
      expect(text).toContain('<title>Error: ')
      expect(await orderOf(store, id)).toBeNull()
      const madrid = { ...LISBON, drawn: 'ES', country: 'ES', region: 'Madrid' }
      await sendForm(see(await sendForm(back, madrid)), TYPED_CARD)
      expect((await orderOf(store, id))?.fulfillment.details).toContain(
        'Rua Augusta 1\n1100-048 Lis',
      )
    },
  )

  test('a country off the list is said by a form, too, that was drawn before', async () => {
    const { store, page } = await aCheckout(['ES', 'PT'])
    await patch(store, ['ES'])
    const { status, text } = await sendForm(page, LISBON)
    expect([status, saidAt('place', text)]).toEqual([422, NO_PORTUGAL])
  })

  test('a buyer pays all the same when no list is left: then the store takes any address', async () => {
    const { store, id, page } = await aCheckout(['ES', 'PT'])
    const cardPage = see(await sendForm(page, LISBON))
    await patch(store, [])
    const { status, text } = await open(cardPage.replace(/^.*\?/, `${page}?`))
    expect(status).toBe(200)
    expect(text).toContain('Rua Augusta 1\n1100-048 Lisboa\nPortugal</textarea>')
    await sendForm(see(await sendForm(page, LISBON)), TYPED_CARD)
    expect((await orderOf(store, id))?.fulfillment.details).toBe(
      'Post, Rua Augusta 1\n1100-048 Lisboa\nPortugal',
    )
  })
})

describe('decision 81: without script, an option that goes to some of the countries', () => {
  const visible = (text: string) =>
    [...text.matchAll(/<label class="option"(?! hidden)[^>]*>\s*<input[^>]*value="(\w+)"/g)].map(
      ([, id]) => id,
    )

  test('another country shows the options that go there, and its order has the fee of one of them', async () => {
    const { store, id, page } = await aCheckout(['ES', 'PT'], {
      deliveryOptions: [
        { ...POST, countries: ['ES'] },
        { id: 'islands', name: 'Islands', fee: 1900, countries: ['PT'] },
        { id: 'express', name: 'Express', fee: 2500 },
      ],
    })
    expect(visible((await open(page)).text)).toEqual(['post', 'express'])
    const { status, text } = await sendForm(page, { ...LISBON, drawn: 'ES' })
    expect(status).toBe(422)
    expect(visible(text)).toEqual(['express', 'islands'])
    await sendForm(see(await sendForm(page, { ...LISBON, option: 'islands' })), TYPED_CARD)
    expect((await orderOf(store, id))?.fulfillment.fee).toBe(1900)
  })
})

describe('decision 101: without script, a phone number', () => {
  test('a number is completed for the country of the address, as the script does', async () => {
    const { store, id, page } = await aCheckout(['ES', 'DE'])
    const german = { ...LISBON, drawn: 'DE', country: 'DE', phone: '٠151 23456789' }
    await sendForm(see(await sendForm(page, german)), TYPED_CARD)
    expect((await orderOf(store, id))?.customer.phone).toBe('+49 1512 3456789')
  })
})

describe('decision 81: without script, an address in parts', () => {
  test('an address in another country than the form’s is shown again before it counts', async () => {
    const { store, id, page } = await aCheckout(['US', 'DE'])
    const german = { ...AMERICAN, country: 'DE', postalCode: '10115', city: 'Berlin' }
    const { status, text } = await sendForm(page, german)
    expect([status, saidAt('place', text)]).toEqual([
      422,
      'Check the address for this country: Germany',
    ])
    expect(text).toMatch(/name="drawn" value="DE"/)
    expect(text).toMatch(/ id="region" value="CA"/)
    await sendForm(see(await sendForm(page, { ...german, drawn: 'DE' })), TYPED_CARD)
    expect((await orderOf(store, id))?.fulfillment.details).toBe(
      'Post, 548 Market St\n10115 Berlin\nGermany',
    )
  })

  test('an address part is judged where the country has it, and not kept where it has none', async () => {
    const { store, id, page } = await aCheckout(['US', 'DE'])
    const region = 'x'.repeat(6_000)
    const long = await sendForm(page, { ...AMERICAN, region })
    expect([long.status, saidAt('region', long.text)]).toEqual([
      422,
      'Shorten this to 120 characters or fewer',
    ])
    const german = { ...LISBON, drawn: 'DE', country: 'DE', region }
    await sendForm(see(await sendForm(page, german)), TYPED_CARD)
    expect((await orderOf(store, id))?.fulfillment.details).not.toContain('x')
  })

  test('an address is neither judged nor kept when the buyer collects', async () => {
    const { store, id, page } = await aCheckout(['US', 'DE'], { deliveryOptions: [POST, SHOP] })
    const street = 'Not here '.repeat(500)
    const collected = { ...LISBON, drawn: 'US', option: 'shop', country: 'DE', place: street }
    const cardPage = see(await sendForm(page, collected))
    const { text } = await open(cardPage.replace(/^.*\?/, `${page}?`))
    expect(text).not.toContain('Not here')
    await sendForm(cardPage, TYPED_CARD)
    expect((await orderOf(store, id))?.fulfillment.details).toBe('Collect, Loom shop, Calle Luna 4')
  })
})
