import { screen, within } from 'shadow-dom-testing-library'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { deliver } from '../test/a-card-frame.ts'
import { answered } from '../test/a-checkout-server.ts'
import { anOrder } from '../test/a-view.ts'
import {
  SURFACES,
  type Surface,
  aCheckoutView,
  alert,
  button,
  expectReceipt,
  focused,
  openCheckout,
  pay,
  payButton,
  status,
  text,
  describeBoth,
  press,
} from '../test/a-checkout.ts'

const BANK_URL = `${location.origin}/blank/challenge?id=1`
const ACTION = { type: 'challenge', url: BANK_URL } as const
const DONE = { t: 'hc:challenge-done' } as never

const dialog = () => screen.queryByShadowRole('dialog', { name: 'Your bank’s confirmation' })

/** Opens a checkout whose bank asks, and waits for the bank's page. */
async function openChallenge(surface?: Surface) {
  const checkout = await openCheckout({ ...(surface && { surface }) })
  checkout.server.next('pay', () => {
    checkout.server.become({ attempt: { status: 'processing', action: ACTION } })
    return answered({ status: 'processing', action: ACTION })()
  })
  pay()
  await expect.poll(dialog).toBeVisible()
  const bank = within(dialog()!).getByShadowTitle<HTMLIFrameElement>('Your bank’s confirmation')
  return { ...checkout, bank }
}

describeBoth('checkout page §7 a bank challenge', (surface) => {
  test('a bank challenge lies over the whole page as a modal dialog, and is read out', async () => {
    const { bank } = await openChallenge(surface)
    expect(dialog()!.matches(':modal')).toBe(true)
    const { origin, pathname, searchParams } = new URL(bank.src)
    expect(`${origin}${pathname}`).toBe(BANK_URL.split('?')[0])
    expect([...searchParams]).toEqual([
      ['id', '1'],
      ['origin', location.origin],
      ['lang', 'en-US'],
    ])
    expect(status()).toHaveTextContent('Your bank needs you to confirm this payment.')
    expect(payButton()).toBeNull()
  })

  test('a bank challenge that the buyer confirmed becomes the receipt', async () => {
    const { bank, server } = await openChallenge(surface)
    server.become({ status: 'complete', order: anOrder(), attempt: null })
    deliver(bank.contentWindow, { data: DONE })
    await expectReceipt()
    expect(dialog()).toBeNull()
  })

  test('a bank challenge that the buyer could not confirm leaves the form for another card', async () => {
    const { bank, server } = await openChallenge(surface)
    server.become({
      attempt: { status: 'failed', code: 'authentication_failed', message: 'No.' },
    })
    deliver(bank.contentWindow, { data: DONE })
    await expect
      .poll(() => alert()?.textContent)
      .toMatch(/Your bank could not confirm it was you\. Nothing was charged/)
    expect(dialog()).toBeNull()
    press(payButton()!)
    await expectReceipt()
  })
})

describe('checkout page §7 a bank challenge', () => {
  test('a bank challenge that was closed opens again, also where the page has disabled the element', async () => {
    const { element } = await openChallenge()
    element.disabled = true
    await userEvent.click(button('Close')!)
    expect(dialog()).toBeNull()
    expect(text('Your bank needs you to confirm this payment.').length).toBeGreaterThan(0)
    expect(focused()).toBe(button('Continue to your bank'))
    press(button('Continue to your bank')!)
    expect(dialog()).toBeVisible()
  })

  test('a buyer who has closed a bank challenge pays another way: the payment is given up', async () => {
    const { server, frame } = await openChallenge()
    press(button('Close')!)
    expect(payButton()).toBeNull()
    press(button('Pay another way')!)
    await expect.poll(() => alert()?.textContent).toMatch(/The payment was not completed/)
    expect(alert()).toMatchTextContent(/You were not charged\. You can try again\./)
    expect(server.asked('cancel')).toHaveLength(1)
    expect(frame.heard('clear')).toEqual([{ t: 'clear', declined: false }])
    press(payButton()!)
    await expectReceipt()
  })

  test('a bank that refuses in the moment of “Pay another way” is believed', async () => {
    const { server } = await openChallenge()
    press(button('Close')!)
    server.next('cancel', () => {
      server.become({ attempt: { status: 'failed', code: 'authentication_failed', message: '' } })
      return Response.json({ status: 'open', attempt: null })
    })
    press(button('Pay another way')!)
    await expect.poll(() => alert()?.textContent).toMatch(/Your bank could not confirm/)
  })

  test('a bank challenge is as high as the bank’s page says, and has one inset', async () => {
    const { bank } = await openChallenge()
    const say = (height: unknown, origin = location.origin) =>
      deliver(bank.contentWindow, { data: { t: 'hc:challenge-height', height } as never, origin })
    say(300)
    expect(bank.offsetHeight).toBe(300)
    say(100, 'https://elsewhere.example')
    say('90px; inset: 0')
    expect(bank.offsetHeight).toBe(300)
    say(5000)
    expect(dialog()!.querySelector('.bank')!.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      window.innerHeight,
    )
    const bar = getComputedStyle(bank.previousElementSibling!)
    expect([bar.paddingInlineStart, bar.paddingInlineEnd]).toEqual(['24px', '24px'])
  })

  test('a bank challenge is done when the bank’s own page says so, and nobody else', async () => {
    const { bank, server } = await openChallenge()
    const before = server.asked('view').length
    deliver(bank.contentWindow, { data: DONE, origin: 'https://elsewhere.example' })
    deliver(window, { data: DONE })
    deliver(bank.contentWindow, { data: { t: 'other' } as never })
    deliver(bank.contentWindow, { data: DONE })
    await expect.poll(() => server.asked('view').length).toBeGreaterThan(before)
    expect(server.asked('view')).toHaveLength(before + 1)
  })

  test.each(SURFACES)(
    'a bank challenge that is known from before is there when the page is loaded, and can be given up, %s',
    async (surface) => {
      const attempt = { status: 'processing', action: ACTION } as const
      const { server } = await openCheckout({ surface, view: aCheckoutView({ attempt }) })
      await expect.poll(dialog).toBeVisible()
      press(button('Close')!)
      expect(payButton()).toBeNull()
      press(button('Pay another way')!)
      await expect.poll(payButton).toBeVisible()
      expect(server.asked('cancel')).toHaveLength(1)
    },
  )

  test('a bank challenge goes with the element', async () => {
    const { element } = await openChallenge()
    element.remove()
    expect(dialog()).toBeNull()
  })
})
