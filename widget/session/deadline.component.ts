import { screen } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { never, refused } from '../test/a-checkout-server.ts'
import { stopClock } from '../test/a-clock.ts'
import { anOrder } from '../test/a-view.ts'
import {
  aCheckoutView,
  heading,
  openCheckout,
  pay,
  payButton,
  status,
  text,
  describeBoth,
} from '../test/a-checkout.ts'

const MINUTE = 60_000

/** Enough for whatever happens just behind a limit. */
const MOMENT = 100

const SOON = 'Less than 5 minutes left.'
const DECLINED = 'Your card was declined. Nothing was charged; try another card or ask your bank.'
const ENDS = 'Pay by 10:00 AM. After that, this link expires: you will not be charged, and you can'
const THEN = `${ENDS} go back to Nordic Atelier to start again.`

/** Collects everything that the page's own voice says from now on. */
function hear() {
  const region = status()
  const heard: string[] = []
  const listener = new MutationObserver(() => {
    if (region.textContent) heard.push(region.textContent)
  })
  listener.observe(region, { childList: true, characterData: true, subtree: true })
  onTestFinished(() => listener.disconnect())
  return heard
}

const look = () => document.dispatchEvent(new Event('visibilitychange'))

describeBoth('checkout page §3 The 30 minutes', (surface) => {
  test('the end of the time is text, in the buyer’s own zone', async () => {
    await openCheckout({ surface })
    const [held] = text('Price held for you until 10:00 AM')
    expect(held).toHaveAttribute('datetime', '2026-11-21T10:00:00.000Z')
  })

  test('the end has 24 hours where the currency is of no country that counts to twelve', async () => {
    await openCheckout({ surface, view: aCheckoutView({ currency: 'EUR' }) })
    expect(text('Price held for you until 10:00')).toHaveLength(1)
  })

  test('5 minutes and 1 minute before the end the page says so, and reads it out once each', async () => {
    const clock = stopClock()
    await openCheckout({ surface })
    await clock.pass(25 * MINUTE - MOMENT)
    expect(text(SOON)).toEqual([])
    await clock.pass(2 * MOMENT)
    expect(text(SOON)).toHaveLength(1)
    expect(screen.getByShadowText(SOON).parentElement).toHaveTextContent(`${SOON} ${THEN}`)
    expect(status()).toHaveTextContent(`${SOON} ${THEN}`)
    await clock.pass(4 * MINUTE)
    expect(status()).toHaveTextContent(`Less than 1 minute left. ${THEN}`)
    expect(payButton()).toBeVisible()
  })

  test('a buyer is told that they can start again here where the store lets them', async () => {
    const clock = stopClock()
    await openCheckout({ surface, view: aCheckoutView({ canRestart: true }) })
    await clock.pass(25 * MINUTE + MOMENT)
    expect(status()).toHaveTextContent(`${SOON} ${ENDS} start again.`)
  })

  test('a page that is opened later says how long there really is', async () => {
    const clock = stopClock()
    await openCheckout({ surface, view: aCheckoutView({ now: '2026-11-21T09:57:50.000Z' }) })
    expect(status()).toHaveTextContent(`Less than 3 minutes left. ${THEN}`)
    expect(text(/5 minutes/)).toEqual([])
    await clock.pass(0)
  })

  test('the time left is said beside a decline, and beside a lost connection', async () => {
    const clock = stopClock()
    const { server } = await openCheckout({ surface })
    server.next('pay', refused(402, 'payment_declined'))
    const attempt = { status: 'failed', code: 'card_declined', message: 'Declined.' } as const
    server.become({ attempt })
    pay()
    await expect.poll(() => text(DECLINED)).toHaveLength(1)
    await clock.pass(26 * MINUTE)
    expect(text(SOON)).toHaveLength(1)
    expect(text(DECLINED)).toHaveLength(1)
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => connection.mockRestore())
    window.dispatchEvent(new Event('offline'))
    await expect.poll(() => text('You are offline. Nothing was sent.')).not.toEqual([])
    expect(text(/^Less than \d minutes left\.$/)).toHaveLength(1)
  })

  test('the time left is not said again each time that the page is looked at', async () => {
    const clock = stopClock()
    const { server, view } = await openCheckout({ surface })
    server.always('view', () => Response.json({ ...view, now: clock.now() }))
    const heard = hear()
    await clock.pass(26 * MINUTE)
    await expect.poll(() => heard).toEqual([`${SOON} ${THEN}`])
    const asked = server.asked('view').length
    status().textContent = 'Total $139.00'
    await clock.pass(MINUTE)
    look()
    await expect.poll(() => server.asked('view').length).toBeGreaterThan(asked)
    await clock.pass(0)
    expect(heard).toEqual([`${SOON} ${THEN}`, 'Total $139.00'])
  })

  test('at the end the page asks the server, which has the word', async () => {
    const clock = stopClock()
    const { server } = await openCheckout({ surface })
    await clock.pass(30 * MINUTE + MOMENT)
    expect(heading('This payment link has expired')).toBeNull()
    server.become({ status: 'expired' })
    await expect.poll(() => heading('This payment link has expired')).toBeVisible()
  })

  test('at the end the page asks the server without being told', async () => {
    const clock = stopClock()
    const { server, view } = await openCheckout({ surface })
    await expect.poll(() => server.asked('events')).toHaveLength(1)
    server.always('view', () => Response.json({ ...view, status: 'expired' }))
    await clock.pass(30 * MINUTE + MOMENT)
    await expect.poll(() => heading('This payment link has expired')).toBeVisible()
  })
})

describe('checkout page §3 The 30 minutes', () => {
  test('the server’s clock counts, not the buyer’s', async () => {
    const clock = stopClock('2026-11-24T02:00:00.000Z')
    await openCheckout()
    expect(text(SOON)).toEqual([])
    await clock.pass(25 * MINUTE + MOMENT)
    expect(text(SOON)).toHaveLength(1)
  })

  test('Pay pressed before the end is honoured after it', async () => {
    const clock = stopClock()
    const { server, view } = await openCheckout()
    server.next('pay', never)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    server.always('view', () => Response.json({ ...view, attempt: { status: 'processing' } }))
    await clock.pass(31 * MINUTE)
    expect(heading('This payment link has expired')).toBeNull()
    server.always('view', () => Response.json({ ...view, status: 'complete', order: anOrder() }))
    await expect
      .poll(async () => {
        await clock.pass(10_000)
        return heading('Payment received')
      })
      .toBeVisible()
  })
})
