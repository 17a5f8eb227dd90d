import { screen, within } from 'shadow-dom-testing-library'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answered, lost, serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  alert,
  expectReceipt,
  fillBuyer,
  focused,
  mountCheckout,
  openCheckout,
  pay,
  pressPay,
  text,
  describeBoth,
  press,
} from '../test/a-checkout.ts'
import { aView, anOrder } from '../test/a-view.ts'

const SELLER = {
  legalName: 'Nordic Atelier AB',
  address: 'Storgatan 12\n411 01 Göteborg',
  termsUrl: 'https://shop.example/terms/3',
  privacyUrl: 'https://shop.example/privacy',
}
const ASKS = aCheckoutView({
  store: { ...aView().store, seller: { ...SELLER, mustAgree: true } },
})
const SAYS = aCheckoutView({ store: { ...aView().store, seller: SELLER } })
const MISSING = 'Agree to the terms of sale to pay'

const box = () =>
  screen.getByShadowRole<HTMLInputElement>('checkbox', { name: 'I agree to the terms of sale' })
const links = () =>
  screen.queryAllByShadowRole<HTMLAnchorElement>('link').filter(({ target }) => target === '_blank')
const sent = ({ orders }: { orders: unknown[] }) => orders as { agreedToTerms?: boolean }[]

describeBoth('decision 74: a box that agrees to the terms', (surface) => {
  test('nobody pays without a tick in the box of the terms, which says why and has the focus', async () => {
    const { server, element } = await openCheckout({ surface, view: ASKS })
    expect(box()).not.toBeChecked()
    expect(element.validate()).toBe(false)
    pay()
    await expect.poll(() => focused() === box()).toBe(true)
    expect(text(MISSING)).toHaveLength(1)
    expect(box()).toHaveAttribute('aria-invalid', 'true')
    expect(box()).toHaveAccessibleDescription(/Agree to the terms/)
    expect(server.orders).toEqual([])
  })

  test('a tick in the box of the terms takes away what was wrong, and is in the order', async () => {
    const { server } = await openCheckout({ surface, view: ASKS })
    pay()
    await expect.poll(() => focused() === box()).toBe(true)
    await userEvent.keyboard(' ')
    expect(text(MISSING)).toEqual([])
    expect(box()).not.toHaveAttribute('aria-invalid')
    pressPay()
    await expectReceipt()
    expect(sent(server).map(({ agreedToTerms }) => agreedToTerms)).toEqual([true])
  })

  test('the box of the terms is last in the list of what is wrong, with a way to it', async () => {
    await openCheckout({ surface, view: ASKS })
    pressPay()
    await expect.poll(alert).not.toBeNull()
    const listed = within(alert()!).getAllByShadowRole('link')
    expect(listed.map(({ textContent }) => textContent).at(-1)).toBe(MISSING)
    press(listed.at(-1)!)
    expect(focused()).toBe(box())
  })

  test('the terms have a link, which opens beside the checkout and ticks nothing', async () => {
    await openCheckout({ surface, view: ASKS })
    const link = screen.getAllByShadowRole<HTMLAnchorElement>('link', { name: 'terms of sale' })[0]!
    expect([link.href, link.target]).toEqual([SELLER.termsUrl, '_blank'])
    link.addEventListener('click', (event) => event.preventDefault(), { once: true })
    link.click()
    expect(box()).not.toBeChecked()
  })

  test('where the store does not ask, there is no box, and nothing is sent of it', async () => {
    const { server } = await openCheckout({ surface, view: SAYS })
    expect(screen.queryByShadowRole('checkbox')).toBeNull()
    pay()
    await expectReceipt()
    expect(sent(server)[0]).not.toHaveProperty('agreedToTerms')
  })

  test('hc-change tells of the box of the terms, and of a form that is complete with it', async () => {
    const { element } = await openCheckout({ surface, view: ASKS })
    const emitted: unknown[] = []
    fillBuyer()
    element.addEventListener('hc-change', ({ detail: { field, valid, complete } }) =>
      emitted.push({ field, valid, complete }),
    )
    press(box())
    press(box())
    expect(emitted).toEqual([
      { field: 'agreed', valid: true, complete: true },
      { field: 'agreed', valid: false, complete: false },
    ])
  })
})

describe('decision 74: who sells, in a merchant’s page', () => {
  test('who sells stands below the checkout, with links that say where they open', async () => {
    await openCheckout({ view: SAYS })
    await expect.poll(links).toHaveLength(2)
    expect(text('Sold by Nordic Atelier AB, Storgatan 12, 411 01 Göteborg')).toHaveLength(1)
    expect(links().map(({ textContent, href }) => [textContent, href])).toEqual([
      ['Terms of sale', SELLER.termsUrl],
      ['Privacy policy', SELLER.privacyUrl],
    ])
    for (const link of links()) expect(link).toHaveAccessibleDescription('Opens in a new tab')
  })

  test('who sells stands below the receipt, and below an expired page', async () => {
    const { server } = await openCheckout({ view: SAYS })
    server.next('pay', answered({ status: 'complete', order: anOrder() }))
    pay()
    await expectReceipt()
    expect(links()).toHaveLength(2)
    const expired = { ...SAYS, id: `${SAYS.id.slice(0, -1)}x`, status: 'expired' as const }
    serveCheckout(expired)
    mountCheckout(expired)
    await expect.poll(links).toHaveLength(4)
  })

  test('nothing is said of who sells where the store has said nothing', async () => {
    await openCheckout()
    pay()
    await expectReceipt()
    expect(links()).toEqual([])
    expect(text(/^Sold by/)).toEqual([])
  })
})

const CONTACT = { contactEmail: 'help@shop.example', contactPhone: '+46 31 123 45 67' }
const REACHABLE = aCheckoutView({ store: { ...aView().store, ...CONTACT } })
const contacts = () =>
  screen
    .queryAllByShadowRole<HTMLAnchorElement>('link', { name: /help@|31 123/ })
    .map(({ textContent, href }) => [textContent, href])
const BOTH = [
  ['help@shop.example', 'mailto:help@shop.example'],
  ['+46 31 123 45 67', 'tel:+46311234567'],
]

describe('checkout page §4: how to reach the store, in a merchant’s page', () => {
  test('the way to the store stands below form, unknown outcome and receipt', async () => {
    const { server } = await openCheckout({ view: REACHABLE })
    await expect.poll(contacts).toEqual(BOTH)
    server.next('pay', lost)
    pay()
    await expect.poll(() => text(/Do not pay again/)).not.toEqual([])
    expect(contacts()).toEqual(BOTH)
    server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    expect(contacts()).toEqual(BOTH)
  })

  test('the way to the store stands below an expired page', async () => {
    const expired = { ...REACHABLE, status: 'expired' as const }
    serveCheckout(expired)
    mountCheckout(expired)
    await expect.poll(contacts).toEqual(BOTH)
  })

  test('the page shows the one way to the store that it has, and nothing where it has none', async () => {
    const { contactPhone } = CONTACT
    const { element } = await openCheckout({
      view: { ...REACHABLE, store: { ...aView().store, contactPhone } },
    })
    await expect.poll(contacts).toEqual([BOTH[1]])
    element.remove()
    await openCheckout()
    pay()
    await expectReceipt()
    expect(contacts()).toEqual([])
  })

  test('the way to the store is left to the foot that our own page has from the server', async () => {
    await openCheckout({ surface: 'hosted', view: REACHABLE })
    pay()
    await expectReceipt()
    expect(contacts()).toEqual([])
  })
})
