import { describe, expect, test } from 'vitest'
import type { NextAction } from '../../server/contract/buyer.ts'
import { answered, serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  button,
  expectReceipt,
  fillBuyer,
  focused,
  heading,
  link,
  mountCheckout,
  openCheckout,
  pressPay,
  seen,
  status,
  text,
  press,
} from '../test/a-checkout.ts'
import { anOrder } from '../test/a-view.ts'

const URL_THERE = 'https://bank.example/pay/1'

async function payOffPage(type: NextAction['type'] = 'redirect') {
  const opened = await openCheckout({ surface: 'embedded' })
  const action = { type, url: URL_THERE }
  opened.server.next('pay', () => {
    opened.server.become({ attempt: { status: 'processing', action } })
    return answered({ status: 'processing', action })()
  })
  fillBuyer()
  pressPay()
  await expect.poll(() => link('Continue')).toBeVisible()
  return opened
}

describe('decision 82: a payment that is confirmed on another page', () => {
  test.each(['redirect', 'instructions'] as const)(
    'a merchant’s page stays, and leads elsewhere: %s',
    async (type) => {
      await payOffPage(type)
      expect(link('Continue')).toHaveAttribute('href', URL_THERE)
      expect(link('Continue')).toHaveAttribute('target', '_blank')
      expect(status()).toHaveTextContent('You need to confirm this payment on another page.')
      expect(document.querySelector('dialog')).toBeNull()
    },
  )

  test('the receipt comes as soon as the payment was confirmed elsewhere', async () => {
    const { server } = await payOffPage()
    server.become({ status: 'complete', attempt: null, order: anOrder() })
    await expectReceipt()
  })

  test('“Pay another way” gives the payment up, and says that nothing was charged', async () => {
    const { server, frame } = await payOffPage()
    press(button('Pay another way')!)
    await expect.poll(() => heading('The payment was not completed')).toBeVisible()
    expect(server.asked('cancel')).toMatchObject([{ bearer: expect.stringMatching(/^Bearer /) }])
    expect(focused()).toHaveAttribute('data-problem')
    expect(heading(/^Card/)!.nextElementSibling).toContainElement(focused() as HTMLElement)
    // No card was refused, so none is marked.
    expect(frame.heard('clear')).toEqual([{ t: 'clear', declined: false }])
    pressPay()
    await expectReceipt()
  })

  test('“Pay another way” pressed when it was just paid elsewhere shows the receipt', async () => {
    const { server } = await payOffPage()
    server.next('cancel', () => {
      server.become({ status: 'complete', attempt: null, order: anOrder() })
      return Response.json({ status: 'complete', attempt: null })
    })
    press(button('Pay another way')!)
    await expectReceipt()
  })

  test('“Pay another way” pressed when it was paid too late does not deny a charge', async () => {
    const { server } = await payOffPage()
    server.next('cancel', () => {
      server.become({ attempt: { status: 'failed', code: 'payment_returned', message: '' } })
      return Response.json({ status: 'open', attempt: null })
    })
    press(button('Pay another way')!)
    await expect.poll(() => heading('Your payment did not go through')).toBeVisible()
    expect(heading('The payment was not completed')).toBeNull()
    expect(text(/You were not charged/)).toHaveLength(0)
  })

  test('money that came too late goes back, and nobody says that nothing was charged', async () => {
    const { server } = await payOffPage()
    server.become({ attempt: { status: 'failed', code: 'payment_returned', message: '' } })
    await expect.poll(() => heading('Your payment did not go through')).toBeVisible()
    expect(seen('Your payment arrived too late. You will get a full refund.')).toHaveLength(1)
    expect(text(/You were not charged/)).toHaveLength(0)
  })

  test('money that came too late goes back from an expired page, too', async () => {
    const view = aCheckoutView({
      status: 'expired',
      attempt: { status: 'failed', code: 'payment_returned', message: '' },
    })
    serveCheckout(view)
    mountCheckout(view, { surface: 'embedded' })
    await expect.poll(() => heading('This payment link has expired')).toBeVisible()
    expect(text('Your payment arrived too late. You will get a full refund.')).toHaveLength(1)
  })
})
