import { screen, within } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { CHECKOUT_URL, lost, serveCheckout } from '../test/a-checkout-server.ts'
import { stopClock } from '../test/a-clock.ts'
import { anOrder } from '../test/a-view.ts'
import {
  aCheckoutView,
  button,
  describeBoth,
  expectReceipt,
  focused,
  heading,
  link,
  mountCheckout,
  openCheckout,
  pay,
  status,
  text,
  topsOfReceipt,
} from '../test/a-checkout.ts'
import { holdNavigation } from '../test/a-navigation.ts'

const SUCCESS_URL = 'https://shop.example/thanks?ref=1&session_id=old#top'

const paidView = (over = {}) => aCheckoutView({ status: 'complete', order: anOrder(), ...over })

describeBoth('checkout page §4 States, complete', (surface) => {
  test('the receipt says what was paid, for what, and where it goes', async () => {
    const { server } = await openCheckout({ surface })
    pay()
    await expectReceipt()
    expect(focused()).toBe(heading('Payment received'))
    expect(text('Thank you, Ana Example. Nordic Atelier has your order.')).toHaveLength(1)
    const terms = screen.getAllByShadowRole('term').map(({ textContent }) => textContent)
    expect(terms).toEqual(['Delivery fee', 'Total', 'Delivery', 'Phone', 'Card', 'Email', 'Paid'])
    const said = screen.getAllByShadowRole('definition').map(({ textContent }) => textContent)
    expect(said).toEqual([
      '$5.00',
      '$134.00',
      'Standard deliveryStorgata 12',
      '+34 600 123 456',
      'Visa •••• 4242',
      'You did not give one, so no confirmation will be sent.',
      'November 21, 2026 at 9:41 AM',
    ])
    for (const part of ['Standard delivery', 'Storgata 12']) expect(text(part)).toHaveLength(1)
    expect(text('ABCDE-12345')).toHaveLength(1)
    for (const line of ['Linen overshirt', 'M · Indigo · Qty 2']) expect(text(line)).toHaveLength(1)
    expect(server.orders).toHaveLength(1)
  })

  test('the receipt says what happens next in the store’s own words, which are never markup', async () => {
    const { store } = paidView()
    const view = aCheckoutView({ store: { ...store, nextStep: 'We send it <b>tomorrow</b>.' } })
    await openCheckout({ surface, view })
    pay()
    await expectReceipt()
    expect(text('We send it <b>tomorrow</b>.')).toHaveLength(1)
  })

  test('the receipt says how the parcel is followed, as a link where there is one', async () => {
    const tracking = {
      carrier: 'DHL',
      trackingNumber: '0034',
      trackingUrl: 'https://dhl.example/track?id=0034',
    }
    const view = paidView({ tracking })
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expectReceipt()
    const followed = link('DHL · 0034 Opens in a new tab')
    expect(followed).toHaveAttribute('href', tracking.trackingUrl)
  })

  test('the receipt soon shows where its mail goes, and a refusal of the mail server', async () => {
    const clock = stopClock()
    const customer = { ...paidView().customer, email: 'ana@mial.example' }
    const { server } = await openCheckout({ surface, view: aCheckoutView({ customer }) })
    pay()
    await expectReceipt()
    expect(text('Email')[0]!.nextElementSibling).toHaveTextContent('ana@mial.example')
    const tops = topsOfReceipt()
    const before = tops()
    const correctUrl = `${CHECKOUT_URL}/email?receipt=1`
    server.become({
      status: 'complete',
      order: anOrder(),
      deliveryOption: 'standard',
      card: { brand: 'Visa', last4: '4242' },
      statement: 'NORDIC* ABCDE12345',
      confirmation: { email: 'ana@mial.example', status: 'refused', correctUrl },
    })
    await clock.pass(4_000)
    expect(text('Confirmation email')[0]!.nextElementSibling).toMatchTextContent(
      /^ana@mial\.example/,
    )
    expect(text(/On your statement: NORDIC\* ABCDE12345$/)).toHaveLength(1)
    expect(text(/It could not be delivered\./)).toHaveLength(1)
    expect(tops()).toEqual(before)
    expect(link('Correct the email address')).toHaveAttribute(
      'href',
      expect.stringContaining(`${correctUrl}&lang=en`),
    )
  })

  test('the receipt shows the picture of what was paid', async () => {
    const item = {
      ...paidView().item,
      imageUrl: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    }
    serveCheckout(paidView({ item }))
    const { element } = mountCheckout(paidView({ item }), { surface })
    await expectReceipt()
    const pictures = (element.shadowRoot ?? element).querySelectorAll<HTMLImageElement>(
      '.result img',
    )
    expect([...pictures].map(({ src }) => src)).toEqual([item.imageUrl])
  })

  test('the moment of paying is for machines, too', async () => {
    const view = paidView()
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expectReceipt()
    const time = await screen.findByShadowRole('time')
    expect(time).toHaveAttribute('datetime', '2026-11-21T09:41:00.000Z')
  })

  test('the order number is copied at a press, and that is read out', async () => {
    const view = paidView()
    serveCheckout(view)
    const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => copying.mockRestore())
    mountCheckout(view, { surface })
    await expectReceipt()
    await userEvent.click(button('Copy')!)
    await expect.poll(() => button('Copied')).toBeVisible()
    expect(copying).toHaveBeenCalledExactlyOnceWith('ABCDE-12345')
    expect(status()).toHaveTextContent('Copied')
  })

  test('an order number that may not be copied is left selected', async () => {
    const view = paidView()
    serveCheckout(view)
    const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No.'))
    onTestFinished(() => copying.mockRestore())
    mountCheckout(view, { surface })
    await expectReceipt()
    await userEvent.click(button('Copy')!)
    await expect.poll(() => getSelection()?.isCollapsed).toBe(false)
    expect(button('Copy')).toBeVisible()
  })

  test('without a successUrl the buyer may close the page', async () => {
    const view = paidView()
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expectReceipt()
    expect(text('You can close this page.')).toHaveLength(1)
  })

  test('the way back keeps what was in successUrl, and session_id is ours', async () => {
    const view = paidView({ successUrl: SUCCESS_URL })
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expectReceipt()
    expect(link('Return to Nordic Atelier')).toHaveAttribute(
      'href',
      `https://shop.example/thanks?ref=1&session_id=${view.id}#top`,
    )
  })

  test('an address that is none of the web’s becomes no link', async () => {
    const view = paidView({ successUrl: 'javascript:alert(1)' })
    serveCheckout(view)
    mountCheckout(view, { surface })
    await expectReceipt()
    expect(screen.queryAllByShadowRole('link')).toEqual([])
  })

  test('a receipt that is read again goes nowhere by itself', async () => {
    const clock = stopClock()
    const visited = holdNavigation()
    const view = paidView({ successUrl: SUCCESS_URL })
    serveCheckout(view)
    mountCheckout(view, { surface, attributes: { redirect: 'auto' } })
    await expectReceipt()
    expect(button('Stay here')).toBeNull()
    await clock.pass(60_000)
    expect(visited).toEqual([])
  })
})

describeBoth('security §4: the receipt belongs to the browser that paid', (surface) => {
  const full = { name: 'Ada Lovelace', phone: '+44 20 7946 0018' }
  const masked = paidView({ order: anOrder({ customer: { name: 'Ada L', phone: '+•• 18' } }) })

  test('the receipt’s key is kept before Pay is sent, and opens what is read afterwards', async () => {
    const { server, element, view } = await openCheckout({ surface })
    server.next('pay', lost)
    server.next('pay', lost)
    pay()
    await expect.poll(() => server.asked('pay')).toHaveLength(1)
    const receiptKey = server.asked('pay')[0]?.receiptKey ?? ''
    expect(receiptKey).toMatch(/^[\d-]{32,128}$/)
    expect(Object.values(localStorage)).toEqual([receiptKey])
    element.remove()
    document.querySelector('script[data-checkout]')?.remove()

    const order = anOrder({ customer: full })
    const again = serveCheckout({ ...view, status: 'complete', order })
    mountCheckout({ ...masked, id: view.id }, { surface })
    await expect.poll(() => text(/Ada Lovelace/)).toHaveLength(1)
    expect(text(full.phone)).toHaveLength(1)
    const keys = again.asked('view').map((asked) => asked.receiptKey)
    expect([...new Set(keys)]).toEqual([receiptKey])
  })

  test('a browser that has not paid has no key, and makes none by looking', async () => {
    const server = serveCheckout(masked)
    mountCheckout(masked, { surface })
    await expectReceipt()
    expect(text(/Ada L\./)).toHaveLength(1)
    expect(server.asked('view').filter(({ receiptKey }) => receiptKey)).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  test('where storage is forbidden the buyer pays all the same', async () => {
    await openCheckout({ surface })
    const forbidden = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('No.', 'SecurityError')
    })
    onTestFinished(() => forbidden.mockRestore())
    pay()
    await expectReceipt()
    expect(text(/Ana Example/)).toHaveLength(1)
  })
})

describe('security §4: the receipt belongs to the browser that paid', () => {
  test('our own page keeps the masked receipt where the server does not answer', async () => {
    const view = paidView({ order: anOrder({ customer: { name: 'Ada L', phone: '+•• 18' } }) })
    const server = serveCheckout(view)
    server.always('view', lost)
    localStorage.setItem(`hosted-checkout:${CHECKOUT_URL}/${view.id}`, 'k'.repeat(32))
    mountCheckout(view, { surface: 'hosted' })
    await expect.poll(() => server.asked('view')).toHaveLength(1)
    await expectReceipt()
    expect(text(/Ada L\./)).toHaveLength(1)
  })
})

describe('checkout page §4 States, complete', () => {
  test('in a merchant’s page the buyer stays where they are', async () => {
    const clock = stopClock()
    const visited = holdNavigation()
    await openCheckout({ view: aCheckoutView({ successUrl: SUCCESS_URL }) })
    pay()
    await expectReceipt()
    expect(button('Stay here')).toBeNull()
    await clock.pass(60_000)
    expect(visited).toEqual([])
  })

  test('only our own page prints', async () => {
    const view = paidView()
    const printing = vi.spyOn(window, 'print').mockImplementation(() => {})
    onTestFinished(() => printing.mockRestore())
    serveCheckout(view)
    const hosted = mountCheckout(view, { surface: 'hosted' })
    await expectReceipt()
    await userEvent.click(button('Print receipt')!)
    expect(printing).toHaveBeenCalledOnce()
    hosted.element.remove()
    const { element } = mountCheckout(view)
    await expectReceipt()
    expect(within(element).queryByShadowRole('button', { name: 'Print receipt' })).toBeNull()
  })

  test('whoever withdraws finds the link below the way to print, high enough to press', async () => {
    const { store } = paidView()
    const withdrawal = { url: `${CHECKOUT_URL}/withdraw`, days: 14 }
    const view = paidView({ store: { ...store, withdrawal } })
    serveCheckout(view)
    mountCheckout(view, { surface: 'hosted' })
    await expectReceipt()
    const withdraw = link(/^Withdraw from contract/)!
    const { top, height } = withdraw.getBoundingClientRect()
    expect(top).toBeGreaterThan(button('Print receipt')!.getBoundingClientRect().top)
    expect(height).toBeGreaterThanOrEqual(24)
  })
})

describe('checkout page §4 States, the title of the hosted page', () => {
  test('the page’s title follows the form, its errors and the receipt', async () => {
    const { server } = await openCheckout({ surface: 'hosted' })
    await expect.poll(() => document.title).toBe('Pay Nordic Atelier')
    await userEvent.click(button(/^Pay/)!)
    await expect.poll(() => document.title).toBe('Error: Pay Nordic Atelier')
    server.become({ status: 'complete', order: anOrder() })
    await expect.poll(() => document.title).toBe('Paid — Nordic Atelier')
  })

  test('the page’s title says that the link expired', async () => {
    const { server } = await openCheckout({ surface: 'hosted' })
    server.become({ status: 'expired' })
    await expect.poll(() => document.title).toBe('Link expired — Nordic Atelier')
  })

  test('the title of a merchant’s page is left alone', async () => {
    document.title = 'A shop'
    const { server } = await openCheckout()
    server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    expect(document.title).toBe('A shop')
  })
})
