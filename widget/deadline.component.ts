import { screen } from 'shadow-dom-testing-library'
import { describe, expect, test } from 'vitest'
import { never } from './test/a-checkout-server.ts'
import { stopClock } from './test/a-clock.ts'
import { anOrder } from './test/a-view.ts'
import { PLACES, heading, openCheckout, pay, payButton, status, text } from './test/a-checkout.ts'

const MINUTE = 60_000

/** What is done when a limit is reached comes right behind it. */
const MOMENT = 100

const SOON = 'Less than 5 minutes left.'

describe.each(PLACES)('checkout page §3 The 30 minutes, %s', (place) => {
  test('the time stands there as text, in the buyer’s own zone', async () => {
    await openCheckout({ place })
    const [held] = text('Price held for you until 10:00 AM')
    expect(held).toHaveAttribute('datetime', '2026-11-21T10:00:00.000Z')
  })

  test('5 minutes and 1 minute before the end it is said, and read out once each', async () => {
    const clock = stopClock()
    await openCheckout({ place })
    await clock.pass(25 * MINUTE - MOMENT)
    expect(text(SOON)).toEqual([])
    await clock.pass(2 * MOMENT)
    expect(text(SOON)).toHaveLength(1)
    expect(screen.getByShadowText(SOON).parentElement).toHaveTextContent(
      'Less than 5 minutes left. Pay before 10:00 AM to keep your order.',
    )
    expect(status()).toHaveTextContent('5 minutes left to pay.')
    await clock.pass(4 * MINUTE)
    expect(status()).toHaveTextContent('1 minute left to pay.')
    expect(payButton()).toBeVisible()
  })

  test('at the end the server is asked, and has the word', async () => {
    const clock = stopClock()
    const { server } = await openCheckout({ place })
    await clock.pass(30 * MINUTE + MOMENT)
    expect(heading('This payment link has expired')).toBeNull()
    server.become({ status: 'expired' })
    await expect.poll(() => heading('This payment link has expired')).toBeVisible()
  })

  test('at the end the server is asked without being told', async () => {
    const clock = stopClock()
    const { server, view } = await openCheckout({ place })
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
    await pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    server.always('view', () => Response.json({ ...view, attempt: { status: 'processing' } }))
    await clock.pass(31 * MINUTE)
    expect(heading('This payment link has expired')).toBeNull()
    server.always('view', () => Response.json({ ...view, status: 'complete', order: anOrder() }))
    await expect
      .poll(async () => {
        await clock.pass(1_000)
        return heading('Payment received')
      })
      .toBeVisible()
  })
})
