import { screen, within } from 'shadow-dom-testing-library'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { DeliveryCountry } from '../../server/contract/delivery.ts'
import { answered } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  alert,
  expectReceipt,
  field,
  heading,
  openCheckout,
  pressPay,
  describeBoth,
  fill,
} from '../test/a-checkout.ts'
import { anOrder } from '../test/a-view.ts'

const ES: DeliveryCountry = {
  country: 'ES',
  fields: ['place', 'postalCode', 'city', 'region'],
}
const FOUR = aCheckoutView({
  deliveryCountries: [
    ES,
    { country: 'US', fields: ['place', 'city', 'region', 'postalCode'] },
    {
      country: 'IE',
      fields: ['place', 'city', 'region', 'postalCode'],
      optional: ['region', 'postalCode'],
    },
    { country: 'AE', fields: ['place', 'region'] },
  ],
})
const ONE = aCheckoutView({ deliveryCountries: [ES] })
const PAID = answered({ status: 'complete', order: anOrder() })

const PARTS = /^(?:Delivery address|Postal code|Town or city|State or province)/

/** Those that are seen, in their order, with what stands behind the label. */
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
    const { server } = await openCheckout({ place: where, view: PREFILLED })
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
    await openCheckout({ place: where, view: FOUR })
    expect(country()).toHaveValue('ES')
    expect(
      within(country())
        .getAllByShadowRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ireland', 'Spain', 'United Arab Emirates', 'United States'])
    expect(parts()).toEqual([
      'Delivery address',
      'Postal code',
      'Town or city',
      'State or province',
    ])
  })

  test('another country has other fields, in its order; what was typed stays', async () => {
    const { server } = await openCheckout({ place: where, view: FOUR })
    server.next('pay', PAID)
    await fillContact()
    fill(part('Postal code'), '94016')
    fill(field('Delivery address'), '548 Market St')
    await choose('AE')
    await expect.poll(parts).toEqual(['Delivery address', 'State or province'])
    await choose('IE')
    await expect
      .poll(parts)
      .toEqual([
        'Delivery address',
        'Town or city',
        'State or province (optional)?',
        'Postal code (optional)?',
      ])
    await choose('US')
    await expect
      .poll(parts)
      .toEqual(['Delivery address', 'Town or city', 'State or province', 'Postal code'])
    fill(part('Town or city'), 'San Francisco')
    fill(part('State or province'), 'CA')
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
    const { server } = await openCheckout({ place: where, view: FOUR })
    server.next('pay', PAID)
    await fillContact()
    fill(part('Postal code'), 'x'.repeat(20))
    await choose('AE')
    fill(field('Delivery address'), 'Street 1')
    fill(part('State or province'), 'Dubai')
    pressPay()
    await expectReceipt()
    expect(server.orders[0]!.fulfillment.address).toEqual({
      country: 'AE',
      place: 'Street 1',
      region: 'Dubai',
    })
  })

  test('the form says at each field what is missing, and not at those of another country', async () => {
    await openCheckout({ place: where, view: FOUR })
    await fillContact()
    pressPay()
    await expect.poll(() => heading('There is a problem')).toBeVisible()
    const links = () =>
      within(alert()!)
        .getAllByShadowRole('link')
        .map(({ textContent }) => textContent)
    expect(links()).toEqual([
      'Enter where to deliver your order',
      'Enter the postal code',
      'Enter the town or city',
      'Enter the state or province',
    ])
    await choose('AE')
    await expect
      .poll(links)
      .toEqual(['Enter where to deliver your order', 'Enter the state or province'])
  })

  test('the focus stays in the list of countries after a choice', async () => {
    await openCheckout({ place: where, view: FOUR })
    country().focus()
    await choose('US')
    await expect.poll(() => parts().at(-1)).toBe('Postal code')
    expect(country().matches(':focus')).toBe(true)
  })

  test('with one country there is nothing to choose', async () => {
    const { server } = await openCheckout({ place: where, view: ONE })
    server.next('pay', PAID)
    expect(screen.queryByShadowRole('combobox')).toBeNull()
    await fillContact()
    fill(field('Delivery address'), 'Calle Mayor 1')
    fill(part('Postal code'), '28013')
    fill(part('Town or city'), 'Madrid')
    fill(part('State or province'), 'Madrid')
    pressPay()
    await expectReceipt()
    expect(server.orders[0]!.fulfillment.address).toMatchObject({ country: 'ES', city: 'Madrid' })
  })

  test('when the store’s countries change meanwhile, the form stays, and the server has the word', async () => {
    const { server, element } = await openCheckout({ place: where, view: FOUR })
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
    const { element } = await openCheckout({ place: where, view: FOUR })
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
