import { describe, expect, test } from 'vitest'
import { speakAsFrame } from '../test/a-card-frame.ts'
import { never } from '../test/a-checkout-server.ts'
import { stopClock } from '../test/a-clock.ts'
import {
  button,
  cardFrame,
  expectReceipt,
  openCheckout,
  pay,
  payButton,
  pressPay,
  text,
  describeBoth,
  press,
} from '../test/a-checkout.ts'

const DO_NOT_PAY = /Do not pay again/
const UNREACHABLE = /The card fields could not be loaded/
const PAYABLE = /^Pay \S*\d/

async function expectNotSent() {
  await expect.poll(payButton).toMatchTextContent(PAYABLE)
  expect(payButton()).not.toHaveAttribute('aria-disabled')
  expect(text(DO_NOT_PAY)).toEqual([])
  expect(text('Check your connection, then try again. You were not charged.')).not.toEqual([])
}

async function payAfterTryAgain() {
  press(button('Try again')!)
  await speakAsFrame(await cardFrame())
  pressPay()
  await expectReceipt()
}

describeBoth('checkout page §4 a payment frame that dies while Pay is pressed', (surface) => {
  test.each(['validate', 'tokenize'] as const)(
    'a frame gives up (%s): nothing was sent, and Pay can be pressed again',
    async (what) => {
      const { frame, server } = await openCheckout({ surface })
      frame.answers[what] = undefined
      pay()
      await expect.poll(() => frame.heard(what)).toHaveLength(1)
      frame.say({ t: 'fatal' })
      await expect.poll(() => button('Try again')).toBeVisible()
      await expectNotSent()
      expect(server.orders).toEqual([])
      await payAfterTryAgain()
      expect(server.orders).toHaveLength(1)
    },
  )

  test('a frame that does not even check is taken for lost after 10 s', async () => {
    const clock = stopClock()
    const { frame, emitted } = await openCheckout({ surface })
    frame.answers.validate = undefined
    pay()
    await expect.poll(() => frame.heard('validate')).toHaveLength(1)
    await clock.pass(9_999)
    expect(text(UNREACHABLE)).toEqual([])
    await clock.pass(1)
    expect(text(UNREACHABLE)).not.toEqual([])
    await expectNotSent()
    expect(emitted('hc-error').map(({ detail }) => detail)).toMatchObject([
      { code: 'frame_unreachable' },
    ])
    await payAfterTryAgain()
  })

  test('when a frame brings no token, Pay can be pressed again after 25 s, with what was typed', async () => {
    const clock = stopClock()
    const { frame, server } = await openCheckout({ surface })
    const token = frame.answers.tokenize
    frame.answers.tokenize = undefined
    pay()
    await expect.poll(() => frame.heard('tokenize')).toHaveLength(1)
    await clock.pass(24_999)
    expect(payButton()).toHaveTextContent('Processing…')
    await clock.pass(1)
    await expectNotSent()
    expect(frame.iframe.isConnected).toBe(true)
    frame.answers.tokenize = token
    pressPay()
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })

  test('a frame dies after the order was sent: nobody is told too early that nothing was charged', async () => {
    const clock = stopClock()
    const { frame, server } = await openCheckout({ surface })
    server.next('pay', never)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    frame.say({ t: 'fatal' })
    await clock.pass(34_000)
    expect(text(DO_NOT_PAY)).not.toEqual([])
    expect(text(/not charged/)).toEqual([])
    await clock.pass(12_000)
    await expect.poll(() => button('Try again')).toBeVisible()
    await payAfterTryAgain()
  })
})

describe('checkout page §7 a payment frame that is taken away while it is asked', () => {
  test('a payment frame that is taken away leaves nobody waiting', async () => {
    const { frame, element } = await openCheckout()
    frame.answers.validate = undefined
    const submitted = element.submit()
    await expect.poll(() => frame.heard('validate')).toHaveLength(1)
    element.session = ''
    expect(await submitted).toBe('loading')
  })
})
