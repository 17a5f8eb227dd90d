import { expect, test } from 'vitest'
import type { CardAnswer } from '../payment-frame/messages.ts'
import { anOrder } from '../test/a-view.ts'
import {
  alert,
  expectReceipt,
  fillBuyer,
  heading,
  openCheckout,
  payButton,
  pressPay,
  text,
  describeBoth,
} from '../test/a-checkout.ts'

type Checkout = Awaited<ReturnType<typeof openCheckout>>

/** Until the page has let the wallet open; what the buyer then does there is the test's to say. */
async function openWallet({ frame }: Checkout) {
  const before = frame.heard('wallet').length
  frame.say({ t: 'wallet' })
  await expect.poll(() => frame.heard('wallet')).toHaveLength(before + 1)
  const { id } = frame.heard('wallet').at(-1) as { id: number }
  return {
    confirm: () =>
      frame.say({
        t: 'token',
        id,
        paymentMethod: 'ctoken_1',
        card: { brand: 'visa', last4: '1881' },
      }),
    close: () => frame.say({ t: 'invalid', id, errors: [] } satisfies CardAnswer),
  }
}

describeBoth('checkout page §4 wallets', (place) => {
  test('the frame is told that the page knows wallets', async () => {
    const { frame } = await openCheckout({ place })
    expect(frame.init.wallets).toBe(true)
  })

  test('a wallet that was pressed opens when the fields are right, and pays what stood there', async () => {
    const checkout = await openCheckout({ place })
    const { server, frame, told } = checkout
    fillBuyer()
    const wallet = await openWallet(checkout)
    expect(frame.heard('validate')).toEqual([])
    expect(told('hc-submit')).toHaveLength(1)
    expect(payButton()).toHaveTextContent('Pay $134.00')
    wallet.confirm()
    await expectReceipt()
    expect(server.orders).toEqual([
      expect.objectContaining({
        paymentMethod: 'ctoken_1',
        customer: expect.objectContaining({ name: 'Ana Example' }),
      }),
    ])
    expect(server.asked('pay')).toHaveLength(1)
  })

  test('a wallet that was pressed too early stays closed, and the page says what is missing', async () => {
    const { frame, server } = await openCheckout({ place })
    frame.say({ t: 'wallet' })
    await expect.poll(() => alert()?.textContent).toMatch(/Enter your full name/)
    expect(frame.heard('wallet')).toEqual([])
    expect(server.orders).toEqual([])
  })

  test('a wallet that a page does not let open at hc-submit stays closed', async () => {
    const { frame, told, server } = await openCheckout({ place, prevented: ['hc-submit'] })
    fillBuyer()
    frame.say({ t: 'wallet' })
    await expect.poll(() => told('hc-submit')).toHaveLength(1)
    expect(frame.heard('wallet')).toEqual([])
    expect(server.orders).toEqual([])
  })

  test('a wallet that is closed changes nothing, and can be opened again', async () => {
    const checkout = await openCheckout({ place })
    const { server, element } = checkout
    fillBuyer()
    const first = await openWallet(checkout)
    first.close()
    const second = await openWallet(checkout)
    expect(alert()).toBeNull()
    expect(element).toHaveAttribute('status', 'ready')
    expect(server.orders).toEqual([])
    second.confirm()
    await expectReceipt()
  })

  test('while a wallet is open the card can be paid with instead', async () => {
    const checkout = await openCheckout({ place })
    const { frame, server } = checkout
    fillBuyer()
    const wallet = await openWallet(checkout)
    // As the frame does when it is asked for the card.
    wallet.close()
    pressPay()
    await expectReceipt()
    expect(frame.heard('tokenize')).toHaveLength(1)
    expect(server.orders).toHaveLength(1)
  })

  test('a session that expires behind a wallet sends nothing', async () => {
    const checkout = await openCheckout({ place })
    fillBuyer()
    const wallet = await openWallet(checkout)
    checkout.server.become({ status: 'expired' })
    await expect.poll(() => heading('This payment link has expired')).toBeVisible()
    wallet.confirm()
    expect(text('Payment received')).toEqual([])
    expect(checkout.server.orders).toEqual([])
  })

  test('a session that was paid elsewhere behind a wallet sends nothing', async () => {
    const checkout = await openCheckout({ place })
    fillBuyer()
    const wallet = await openWallet(checkout)
    checkout.server.become({ status: 'complete', order: anOrder() })
    await expectReceipt()
    wallet.confirm()
    expect(checkout.server.orders).toEqual([])
  })
})
