import { screen, within } from 'shadow-dom-testing-library'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { DeliveryCountry } from '../../server/contract/delivery.ts'
import { answered, lost, refused } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  alert,
  expectReceipt,
  field,
  heading,
  openCheckout,
  payButton,
  pressPay,
  status,
  describeBoth,
  fill,
  focused,
} from '../test/a-checkout.ts'
import { anOrder } from '../test/a-view.ts'

const ES: DeliveryCountry = {
  country: 'ES',
  fields: ['place', 'postalCode', 'city', 'region'],
  regionWord: 'province',
  phone: '+34 612 34 56 78',
}
const FOUR = aCheckoutView({
  deliveryCountries: [
    ES,
    {
      country: 'US',
      fields: ['place', 'city', 'region', 'postalCode'],
      regionWord: 'state',
      phone: '+1 201 555 0123',
    },
    {
      country: 'IE',
      fields: ['place', 'city', 'region', 'postalCode'],
      optional: ['region', 'postalCode'],
      regionWord: 'county',
    },
    { country: 'AE', fields: ['place', 'region'], regionWord: 'emirate' },
  ],
})
const ONE = aCheckoutView({ deliveryCountries: [ES] })
const PAID = answered({ status: 'complete', order: anOrder() })

const PARTS =
  /^(?:Delivery address|Street and number|Postal code|Town or city|State|Province|County|Emirate)/

/** The visible fields in their order, each with what is beside its label. */
const parts = () =>
  screen.getAllByShadowRole('textbox', { name: PARTS }).map((control) => {
    const { labels, required } = control as HTMLInputElement
    return `${labels![0]!.innerText}${required ? '' : '?'}`
  })

const part = (name: string) =>
  screen.getByShadowRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })

const country = () => screen.getByShadowRole('combobox', { name: 'Country' })
const choose = (code: string) => userEvent.selectOptions(country(), code)

async function fillContact() {
  fill(field('Full name'), 'Ana Example')
  fill(field('Phone'), '+34 600 123 456')
}

const PREFILLED = aCheckoutView({
  customer: { details: 'Rua Augusta 1, 1100-053 Lisboa' },
  deliveryCountries: [
    { country: 'ES', fields: ['place'] },
    { country: 'PT', fields: ['place'] },
  ],
})

describeBoth('checkout page §2 The form, where the store names countries', (where) => {
  test('an address that the merchant has prefilled is one text, with the country beside it', async () => {
    const { server } = await openCheckout({ surface: where, view: PREFILLED })
    server.next('pay', PAID)
    await expect.poll(parts).toEqual(['Delivery address'])
    expect(part('Delivery address')).toHaveValue('Rua Augusta 1, 1100-053 Lisboa')
    expect(part('Delivery address')).toHaveAccessibleDescription(
      /^Street, number, postal code and town/,
    )
    await fillContact()
    await choose('PT')
    expect(parts()).toEqual(['Delivery address'])
    pressPay()
    await expectReceipt()
    expect(server.orders[0]!.fulfillment).toMatchObject({
      address: { country: 'PT', place: 'Rua Augusta 1, 1100-053 Lisboa' },
    })
  })

  test('the form asks for the address of the first country; others stand in the buyer’s words', async () => {
    await openCheckout({ surface: where, view: FOUR })
    expect(country()).toHaveValue('ES')
    expect(
      within(country())
        .getAllByShadowRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ireland', 'Spain', 'United Arab Emirates', 'United States'])
    expect(parts()).toEqual(['Street and number', 'Postal code', 'Town or city', 'Province'])
  })

  test('the address stands before the options that go to it, to the eye and to the Tab key alike', async () => {
    const deliveryOptions = [
      { id: 'post', name: 'Post', fee: 500 },
      { id: 'express', name: 'Express', fee: 1250 },
    ]
    await openCheckout({ surface: where, view: { ...FOUR, deliveryOptions } })
    const street = part('Street and number')
    expect(street).toHaveAttribute('autocomplete', 'shipping address-line1')
    expect(street.matches('input')).toBe(true)
    const option = screen.getByShadowRole('radio', { name: /^Post/ })
    const stops = [
      country(),
      street,
      part('Postal code'),
      part('Town or city'),
      part('Province'),
      option,
    ]
    const tops = stops.map((stop) => stop.getBoundingClientRect().top)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    stops[0]!.focus()
    for (const stop of stops.slice(1)) {
      await userEvent.tab()
      expect(focused()).toBe(stop)
    }
  })

  test('the options are those for the country; whoever had another one hears of the new total', async () => {
    const deliveryOptions = [
      { id: 'post', name: 'Post', fee: 500, countries: ['ES', 'IE'] },
      { id: 'air', name: 'Air mail', fee: 1250, countries: ['US', 'IE'] },
      { id: 'ship', name: 'Freight', fee: 4000 },
    ]
    const { server } = await openCheckout({ surface: where, view: { ...FOUR, deliveryOptions } })
    server.next('pay', PAID)
    const radios = () =>
      screen
        .getAllByShadowRole<HTMLInputElement>('radio')
        .map(({ checked, value }) => (checked ? `${value}!` : value))
    expect(radios()).toEqual(['post!', 'ship'])
    await choose('US')
    expect(radios()).toEqual(['air!', 'ship'])
    await expect.poll(payButton).toMatchTextContent('Pay $141.50')
    await expect.poll(status).toMatchTextContent('$141.50')
    await choose('IE')
    expect(radios()).toEqual(['post', 'air!', 'ship'])
    await fillContact()
    fill(field('Street and number'), '1 Main Street')
    fill(part('Town or city'), 'Cork')
    pressPay()
    await expectReceipt()
    expect(server.orders[0]!.fulfillment).toMatchObject({
      option: 'air',
      address: { country: 'IE' },
    })
  })

  test('the fields of a row stay in line when one of their labels needs two lines', async () => {
    const { element } = await openCheckout({ surface: where, view: FOUR })
    element.style.width = '620px'
    const row = ['Postal code', 'Town or city', 'Province'].map(part)
    row.at(-1)!.labels![0]!.textContent = 'A word '.repeat(6)
    const tops = () => row.map((control) => Math.round(control.getBoundingClientRect().top))
    expect(new Set(tops()).size).toBe(1)
    expect(row[0]!.getBoundingClientRect().width).toBeLessThan(250)
  })

  test('where the buyer may collect, the options say first whether there is an address to ask for', async () => {
    const point = { name: 'Loom shop', address: 'Calle Luna 4' }
    const deliveryOptions = [
      { id: 'post', name: 'Post', fee: 500 },
      { id: 'shop', name: 'Collect', fee: 0, kind: 'collection' as const, place: point },
    ]
    await openCheckout({ surface: where, view: { ...FOUR, deliveryOptions } })
    const option = screen.getByShadowRole('radio', { name: /^Post/ })
    expect(option.compareDocumentPosition(country())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('a phone number gets the country’s code when it is left, and another country completes it anew', async () => {
    const { server } = await openCheckout({ surface: where, view: FOUR })
    server.next('pay', PAID)
    server.next('phone', () => Response.json({ phone: '+34 600 12 34 56' }))
    await userEvent.fill(field('Phone'), '600 123 456')
    await userEvent.tab()
    await expect.poll(() => field('Phone').value).toBe('+34 600 12 34 56')
    server.next('phone', () => Response.json({ phone: '+1 600 123 456' }))
    await choose('US')
    await expect.poll(() => field('Phone').value).toBe('+1 600 123 456')
    expect(server.phones).toEqual([
      { phone: '600 123 456', country: 'ES' },
      { phone: '600 123 456', country: 'US' },
    ])
    fill(field('Full name'), 'Ana Example')
    fill(field('Street and number'), '548 Market St')
    for (const name of ['Town or city', 'State', 'Postal code']) fill(part(name), '1')
    pressPay()
    await expectReceipt()
    expect(server.orders[0]!.customer.phone).toBe('+1 600 123 456')
  })

  test('a phone number that the server cannot complete now stays as it was typed', async () => {
    const { server } = await openCheckout({ surface: where, view: FOUR })
    for (const answer of [refused(429, 'rate_limited'), lost]) {
      server.next('phone', answer)
      await userEvent.fill(field('Phone'), `600 123 45${server.phones.length}`)
      await userEvent.tab()
      await expect.poll(() => server.asked('phone')).toHaveLength(server.phones.length)
    }
    await expect.poll(() => server.phones).toHaveLength(2)
    expect(field('Phone')).toHaveValue('600 123 451')
    expect(alert()).toBeNull()
  })

  test('a phone number with a country’s code, or one that is wrong, is sent to nobody', async () => {
    const { server } = await openCheckout({ surface: where, view: FOUR })
    for (const number of ['+34 600 123 456', '12']) {
      await userEvent.fill(field('Phone'), number)
      await userEvent.tab()
      await userEvent.fill(field('Full name'), number)
    }
    expect(server.phones).toEqual([])
  })

  test('the phone number’s hint has an example of the country', async () => {
    await openCheckout({ surface: where, view: FOUR })
    const hint = async (number: string) => {
      await expect
        .poll(() => field('Phone'))
        .toHaveAccessibleDescription(expect.stringContaining(`Example: ${number}`))
    }
    await hint('+34 612 34 56 78')
    await choose('US')
    await hint('+1 201 555 0123')
  })

  test('another country has other fields, in its order; what was typed stays', async () => {
    const { server } = await openCheckout({ surface: where, view: FOUR })
    server.next('pay', PAID)
    await fillContact()
    fill(part('Postal code'), '94016')
    fill(field('Street and number'), '548 Market St')
    await choose('AE')
    await expect.poll(parts).toEqual(['Street and number', 'Emirate'])
    await choose('IE')
    await expect
      .poll(parts)
      .toEqual([
        'Street and number',
        'Town or city',
        'County (optional)?',
        'Postal code (optional)?',
      ])
    await choose('US')
    await expect.poll(parts).toEqual(['Street and number', 'Town or city', 'State', 'Postal code'])
    fill(part('Town or city'), 'San Francisco')
    fill(part('State'), 'CA')
    pressPay()
    await expectReceipt()
    expect(server.orders).toMatchObject([
      {
        fulfillment: {
          address: {
            country: 'US',
            place: '548 Market St',
            postalCode: '94016',
            city: 'San Francisco',
            region: 'CA',
          },
        },
      },
    ])
    expect(server.orders[0]!.fulfillment).not.toHaveProperty('details')
  })

  test('what a country does not have is neither asked for nor sent', async () => {
    const { server } = await openCheckout({ surface: where, view: FOUR })
    server.next('pay', PAID)
    await fillContact()
    fill(part('Postal code'), 'x'.repeat(20))
    await choose('AE')
    fill(field('Street and number'), 'Street 1')
    fill(part('Emirate'), 'Dubai')
    pressPay()
    await expectReceipt()
    expect(server.orders[0]!.fulfillment.address).toEqual({
      country: 'AE',
      place: 'Street 1',
      region: 'Dubai',
    })
  })

  test('the form says at each field what is missing, and not at those of another country', async () => {
    await openCheckout({ surface: where, view: FOUR })
    await fillContact()
    pressPay()
    await expect.poll(() => heading('There is a problem')).toBeVisible()
    const links = () =>
      within(alert()!)
        .getAllByShadowRole('link')
        .map(({ textContent }) => textContent)
    expect(links()).toEqual([
      'Enter the street and number',
      'Enter the postal code',
      'Enter the town or city',
      'Fill in “Province”',
    ])
    await choose('AE')
    await expect.poll(links).toEqual(['Enter the street and number', 'Fill in “Emirate”'])
  })

  test('the focus stays in the list of countries after a choice', async () => {
    await openCheckout({ surface: where, view: FOUR })
    country().focus()
    await choose('US')
    await expect.poll(() => parts().at(-1)).toBe('Postal code')
    expect(country().matches(':focus')).toBe(true)
  })

  test('with one country there is nothing to choose', async () => {
    const { server } = await openCheckout({ surface: where, view: ONE })
    server.next('pay', PAID)
    expect(screen.queryByShadowRole('combobox')).toBeNull()
    await fillContact()
    fill(field('Street and number'), 'Calle Mayor 1')
    fill(part('Postal code'), '28013')
    fill(part('Town or city'), 'Madrid')
    fill(part('Province'), 'Madrid')
    pressPay()
    await expectReceipt()
    expect(server.orders[0]!.fulfillment.address).toMatchObject({ country: 'ES', city: 'Madrid' })
  })

  test('when the store’s countries change meanwhile, the form stays, and the server has the word', async () => {
    const { server, element } = await openCheckout({ surface: where, view: FOUR })
    server.become({ deliveryCountries: [ES] })
    await element.refresh()
    await choose('AE')
    expect(country()).toHaveValue('AE')
    expect(parts()).toHaveLength(4)
    server.become({ deliveryCountries: undefined })
    await element.refresh()
    await choose('US')
    expect(parts()).toHaveLength(4)
  })

  test('a new element for the same session has the country and all that was typed', async () => {
    const { element } = await openCheckout({ surface: where, view: FOUR })
    await choose('US')
    fill(part('Town or city'), 'San Francisco')
    const parent = element.parentNode!
    element.remove()
    parent.append(element)
    await expect.poll(() => part('Town or city')).toHaveValue('San Francisco')
    expect(country()).toHaveValue('US')
    await expect.poll(() => parts().at(-1)).toBe('Postal code')
  })
})
