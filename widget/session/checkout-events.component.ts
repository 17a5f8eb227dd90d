import { describe, expect, test } from 'vitest'
import { speakAsFrame } from '../test/a-card-frame.ts'
import { refused, serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  alert,
  cardFrame,
  expectForm,
  expectReceipt,
  field,
  fillBuyer,
  focused,
  heading,
  link,
  mountCheckout,
  openCheckout,
  pay,
  payButton,
  pressPay,
  press,
} from '../test/a-checkout.ts'
import { anOrder } from '../test/a-view.ts'
import { holdNavigation } from '../test/a-navigation.ts'

const NEXT = aCheckoutView({ id: 'cs_next' })

describe('checkout page §7 <hosted-checkout>, events', () => {
  test('events tell of a payment, from the form to the receipt, and nobody’s data', async () => {
    const { emitted, view } = await openCheckout()
    pay()
    await expectReceipt()
    expect(emitted().map(({ type }) => type)).toEqual([
      'hc-ready',
      'hc-submit',
      'hc-processing',
      'hc-complete',
    ])
    for (const { detail, bubbles, composed } of emitted()) {
      expect(detail.session).toBe(view.id)
      expect({ bubbles, composed }).toEqual({ bubbles: true, composed: true })
    }
    expect(emitted('hc-ready')[0]?.detail).toHaveProperty('loadMs', expect.any(Number))
    expect(emitted('hc-submit')[0]?.detail).toMatchObject({
      amount: 13400,
      currency: 'USD',
      snapshot: { id: view.id, status: 'open' },
    })
    expect(emitted('hc-complete')[0]?.detail).toMatchObject({
      orderNumber: 'ABCDE-12345',
      amountTotal: 13400,
      successUrl: null,
      snapshot: { status: 'complete' },
    })
    expect(JSON.stringify(emitted().map(({ detail }) => detail))).not.toMatch(
      /Ana Example|600 ?123|Calle Mayor|pm_test/,
    )
  })

  test('only events that have something to prevent can be prevented', async () => {
    const { emitted, server, element } = await openCheckout({
      view: aCheckoutView({ cancelUrl: 'https://shop.example/basket' }),
      prevented: ['hc-cancel', 'hc-expired'],
    })
    press(link('Back to Nordic Atelier')!)
    server.decline('card_declined')
    pay()
    await expect.poll(() => emitted('hc-decline')).toHaveLength(1)
    server.become({ status: 'expired', attempt: null })
    await expect.poll(() => element.status).toBe('expired')
    expect(emitted().map(({ type, cancelable }) => [type, cancelable])).toEqual([
      ['hc-ready', false],
      ['hc-cancel', true],
      ['hc-submit', true],
      ['hc-processing', false],
      ['hc-decline', false],
      ['hc-expired', true],
    ])
  })

  test('hc-submit prevented sends nothing', async () => {
    const { emitted, server, frame } = await openCheckout({ prevented: ['hc-submit'] })
    pay()
    await expect.poll(() => emitted('hc-submit')).toHaveLength(1)
    expect(payButton()).toHaveTextContent('Pay $134.00')
    expect(frame.heard('tokenize')).toEqual([])
    expect(server.orders).toEqual([])
    pressPay()
    await expect.poll(() => emitted('hc-submit')).toHaveLength(2)
  })

  test('hc-complete prevented leaves the receipt and the way back to the merchant', async () => {
    const { emitted, element } = await openCheckout({
      view: aCheckoutView({ successUrl: 'https://shop.example/thanks' }),
      attributes: { redirect: 'auto' },
      prevented: ['hc-complete'],
    })
    pay()
    await expect.poll(() => emitted('hc-complete')).toHaveLength(1)
    expect(element).toHaveAttribute('status', 'complete')
    expect(heading('Payment received')).toBeNull()
    expect([payButton(), document.querySelector('iframe')]).toEqual([null, null])
  })

  test('hc-complete prevented leaves nothing of the buyer to the session that comes next', async () => {
    const view = aCheckoutView()
    serveCheckout(view, NEXT)
    const { element, emitted } = mountCheckout(view, { prevented: ['hc-complete'] })
    await speakAsFrame(await cardFrame())
    pay()
    await expect.poll(() => emitted('hc-complete')).toHaveLength(1)
    element.session = NEXT.id
    await expect.poll(() => emitted('hc-ready')).toHaveLength(2)
    expect([field('Full name').value, field('Phone').value]).toEqual(['', ''])
  })

  test('hc-complete prevented shows what the merchant has put in the receipt’s place', async () => {
    const { element } = await openCheckout({
      prevented: ['hc-complete'],
      fallback: '<p slot="complete">See you soon</p>',
    })
    pay()
    await expect.poll(() => element.status).toBe('complete')
    expect(element.querySelector('p')).toBeVisible()
  })

  test('hc-expired prevented: the form rests, and its button does not look payable', async () => {
    const { element, server } = await openCheckout({ prevented: ['hc-expired'] })
    fillBuyer()
    const idle = getComputedStyle(payButton()!).backgroundColor
    server.become({ status: 'expired' })
    await expect.poll(() => element.status).toBe('expired')
    expect(payButton()).toHaveAttribute('aria-disabled', 'true')
    expect(getComputedStyle(payButton()!).backgroundColor).not.toBe(idle)
    expect(field('Full name').closest('[inert]')).not.toBeNull()
    expect(field('Full name')).toHaveValue('Ana Example')
    expect(await element.submit()).toBe('expired')
    expect(server.orders).toEqual([])
  })

  test('hc-decline says why, in the buyer’s words, and that another card may do', async () => {
    const { emitted, server } = await openCheckout()
    server.decline('insufficient_funds')
    pay()
    await expect.poll(() => emitted('hc-decline')).toHaveLength(1)
    expect(emitted('hc-decline')[0]?.detail).toMatchObject({
      code: 'insufficient_funds',
      message: 'Your card has insufficient funds. Nothing was charged; try another card.',
      retryable: true,
    })
  })

  test('hc-expired prevented keeps what was typed for the session that comes next', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view, NEXT)
    const { emitted, element } = mountCheckout(view, { prevented: ['hc-expired'] })
    await speakAsFrame(await cardFrame())
    fillBuyer()
    server.become({ status: 'expired' })
    await expect.poll(() => emitted('hc-expired')).toHaveLength(1)
    expect(heading('This payment link has expired')).toBeNull()
    element.session = NEXT.id
    await expectForm()
    await speakAsFrame(await cardFrame())
    expect(field('Delivery address')).toHaveValue('Calle Mayor 1, 28013 Madrid')
    pressPay()
    await expectReceipt()
    expect(server.asked('pay').map(({ session }) => session)).toEqual([NEXT.id])
  })

  test.each([
    ['refused by the server', refused(400, 'invalid_request')],
    ['of which there are too many', refused(429, 'rate_limited')],
  ])('hc-ready comes again after a payment %s, without a decline', async (_, answer) => {
    const { emitted, server } = await openCheckout()
    server.next('pay', answer)
    pay()
    await expect.poll(() => emitted('hc-ready')).toHaveLength(2)
    expect(emitted().map(({ type }) => type)).toEqual([
      'hc-ready',
      'hc-submit',
      'hc-processing',
      'hc-ready',
    ])
  })

  test('hc-ready does not come again after a decline, or when a field is wrong', async () => {
    const { emitted, server } = await openCheckout()
    pressPay()
    await expect.poll(() => focused()?.contains(alert())).toBe(true)
    server.decline('card_declined')
    pay()
    await expect.poll(() => emitted('hc-decline')).toHaveLength(1)
    expect(emitted('hc-ready')).toHaveLength(1)
  })

  test('the snapshot has the amounts of the chosen option, and of the order then', async () => {
    const { emitted, server, element } = await openCheckout({
      view: aCheckoutView({
        deliveryOptions: [
          { id: 'standard', name: 'Standard delivery', fee: 500 },
          { id: 'express', name: 'Express', fee: 1250 },
        ],
      }),
    })
    const amounts = { subtotal: 12900, fee: 1250, total: 14150 }
    expect(element.snapshot?.amounts).toEqual({ subtotal: 12900, fee: 500, total: 13400 })
    press(field(/^Express/))
    expect(element.snapshot?.amounts).toEqual(amounts)
    server.next('pay', () => {
      const order = anOrder({
        amountTotal: 14150,
        fulfillment: { method: 'DELIVERY', details: 'Express', fee: 1250 },
      })
      server.become({ status: 'complete', order })
      return Response.json({ status: 'complete', order })
    })
    pay()
    await expectReceipt()
    expect(emitted('hc-submit')[0]?.detail.snapshot?.amounts).toEqual(amounts)
    expect(emitted('hc-complete')[0]?.detail).toMatchObject({
      amountTotal: 14150,
      snapshot: { amounts },
    })
  })

  test.each([
    ['sold_out', refused(409, 'sold_out'), null],
    ['insufficient_stock', refused(409, 'insufficient_stock', { left: 1 }), 1],
  ])('hc-unavailable says why: %s', async (code, answer, left) => {
    const { emitted, server } = await openCheckout()
    server.next('pay', answer)
    pay()
    await expect.poll(() => emitted('hc-unavailable')).toHaveLength(1)
    expect(emitted('hc-unavailable')[0]?.detail).toMatchObject({ code, left })
  })

  test('hc-cancel prevented keeps the buyer in the page', async () => {
    const visited = holdNavigation()
    const { emitted } = await openCheckout({ prevented: ['hc-cancel'] })
    press(link('Back to Nordic Atelier')!)
    expect(emitted('hc-cancel')).toHaveLength(1)
    expect(visited).toEqual([])
    expect(payButton()).toBeVisible()
  })

  test('hc-cancel not prevented follows cancelUrl', async () => {
    const visited = holdNavigation()
    const { emitted } = await openCheckout()
    press(link('Back to Nordic Atelier')!)
    expect(emitted('hc-cancel')).toHaveLength(1)
    expect(visited).toEqual(['https://shop.example/basket'])
  })
})
