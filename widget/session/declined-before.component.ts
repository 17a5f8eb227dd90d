import { expect, test } from 'vitest'
import {
  aCheckoutView,
  alert,
  expectReceipt,
  focused,
  openCheckout,
  pay,
  text,
  describeBoth,
} from '../test/a-checkout.ts'

const attempt = { status: 'failed', code: 'insufficient_funds', message: 'Declined.' } as const
const NOT_CHARGED = 'Your card has insufficient funds. Nothing was charged; try another card.'

describeBoth('checkout page §4 States, declined', (surface) => {
  test('a page that is loaded anew says that the last card was declined, and takes another', async () => {
    await openCheckout({ surface, view: aCheckoutView({ attempt }) })
    await expect.poll(alert).not.toBeNull()
    expect(alert()!.textContent).toMatch(
      /^\s*Your payment did not go through\s*Your card has insufficient funds\./,
    )
    expect(text(NOT_CHARGED)).toHaveLength(1)
    // A page that was just opened begins at its top.
    expect(focused()).toBe(document.body)
    pay()
    await expectReceipt()
  })

  test('a page without a payment, or whose payment was given up, says nothing of a decline', async () => {
    const { server } = await openCheckout({ surface })
    await expect.poll(() => server.asked('events')).toHaveLength(1)
    expect(text(/not charged|Nothing was charged/)).toEqual([])
  })
})
