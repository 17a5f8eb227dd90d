import { describe, expect, test } from 'vitest'
import { stopClock } from '../test/a-clock.ts'
import { answered, lost, never, refused } from '../test/a-checkout-server.ts'
import { anOrder } from '../test/a-view.ts'
import {
  alert,
  expectForm,
  expectReceipt,
  openCheckout,
  pay,
  payButton,
  text,
  describeBoth,
  press,
} from '../test/a-checkout.ts'

const UNKNOWN = 'We do not know yet if the payment went through. Do not pay again.'
const UNCHARGED = /not charged|Nothing was (?:charged|sent)/

const SLOW = 'Still waiting for your bank. Keep this page open.'

async function expectUnknown() {
  await expect.poll(() => text(UNKNOWN).length).toBeGreaterThan(0)
}

async function expectNotCharged() {
  await expect
    .poll(alert)
    .toMatchTextContent(
      /The payment was not completed\s*You were not charged\. You can try again\./,
    )
}

/** An answer of a proxy or gateway instead of our server. */
const foreign = (status: number, body: unknown) => () => Response.json(body, { status })

describeBoth('decision 85: an answer to Pay that is lost', (surface) => {
  test('a page without an answer promises nothing until the order is over by itself', async () => {
    const clock = stopClock()
    const { server } = await openCheckout({ surface })
    server.next('pay', lost)
    pay()
    await expectUnknown()
    expect(server.orders[0]).toMatchObject({ payBefore: '2026-11-21T09:30:30.000Z' })
    await clock.pass(34_999)
    expect(text(UNKNOWN).length).toBeGreaterThan(0)
    expect(text(UNCHARGED)).toEqual([])
    expect(payButton()).toHaveAttribute('aria-disabled', 'true')
    await clock.pass(2_001)
    await expectNotCharged()
    press(payButton()!)
    await expectReceipt()
    expect(server.orders).toHaveLength(2)
  })

  test('a page without an answer becomes the receipt when the order arrives after all', async () => {
    const clock = stopClock()
    const { server } = await openCheckout({ surface })
    server.next('pay', lost)
    pay()
    await expectUnknown()
    await clock.pass(20_000)
    expect(text(UNCHARGED)).toEqual([])
    server.become({ status: 'complete', order: anOrder(), attempt: null })
    await expectReceipt()
  })
})

describe('decision 85: no answer, or none of ours', () => {
  async function expectWait(answer: () => Response | Promise<Response>) {
    const clock = stopClock()
    const { server } = await openCheckout()
    server.next('pay', answer)
    pay()
    await expectUnknown()
    await clock.pass(16_000)
    expect(text(UNCHARGED)).toEqual([])
    server.become({ status: 'complete', order: anOrder(), attempt: null })
    await expectReceipt()
  }

  test.each([
    ['a proxy’s 429', foreign(429, 'Slow down')],
    ['an error of ours that says nothing of the payment', refused(503, 'busy')],
  ])('%s is not taken for a refusal', (_, answer) => expectWait(answer))

  test.each([
    ['a proxy’s 413', foreign(413, 'Request Entity Too Large')],
    ['a proxy’s 425', foreign(425, {})],
    ['a proxy’s 409', foreign(409, {})],
    ['a gateway’s 400 with a code of its own', foreign(400, { error: { code: 400, message: '' } })],
  ])('%s is not taken for a refusal', { tags: ['long'] }, (_, answer) => expectWait(answer))

  test('a bank that has not decided when Pay is answered is waited for until 30 s', async () => {
    const clock = stopClock()
    const { server, element } = await openCheckout()
    server.next('pay', answered({ status: 'processing' }))
    server.always('view', lost)
    pay()
    await expect.poll(() => text(SLOW)).not.toEqual([])
    await clock.pass(29_999)
    expect(text(SLOW).length).toBeGreaterThan(0)
    expect(element.status).toBe('processing')
    await clock.pass(1)
    expect(text(UNKNOWN).length).toBeGreaterThan(0)
  })

  test('the decline of the card before is not taken for this one’s', async () => {
    const clock = stopClock()
    const { server } = await openCheckout()
    server.decline('card_declined')
    server.next('pay', lost)
    pay()
    await expect.poll(alert).toMatchTextContent(/Your card was declined/)
    press(payButton()!)
    await expectUnknown()
    await clock.pass(30_000)
    expect(text(UNCHARGED)).toEqual([])
    await clock.pass(7_000)
    await expect.poll(alert).toMatchTextContent(/Your card was declined/)
  })

  test('a request whose answer never comes ends, too', async () => {
    const clock = stopClock()
    const { server } = await openCheckout()
    server.next('pay', never)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    await clock.pass(34_000)
    expect(text(UNKNOWN).length).toBeGreaterThan(0)
    await clock.pass(12_000)
    await expectNotCharged()
    press(payButton()!)
    await expectReceipt()
  })

  test('the late answer to an order that is over is not taken for that to the next one', async () => {
    const clock = stopClock()
    const { server } = await openCheckout()
    const late = Promise.withResolvers<Response>()
    server.next('pay', () => late.promise)
    server.next('pay', never)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    await clock.pass(46_000)
    await expectNotCharged()
    press(payButton()!)
    await expect.poll(() => server.orders).toHaveLength(2)
    late.resolve(await refused(400, 'invalid_request', { message: 'payBefore: has passed.' })())
    await clock.pass(10_000)
    expect(text(SLOW)).not.toEqual([])
    expect(text(UNCHARGED)).toEqual([])
  })

  test('the answer that the payment goes on counts: what a view says is believed from then on', async () => {
    const clock = stopClock()
    const { server } = await openCheckout()
    server.next('pay', answered({ status: 'processing' }))
    pay()
    await expect.poll(() => text(SLOW)).not.toEqual([])
    await clock.pass(1_000)
    await expectNotCharged()
  })

  test('an order that came too late by this page’s clock is in time at the next press', async () => {
    const clock = stopClock()
    const { server, view } = await openCheckout()
    server.next('pay', refused(400, 'invalid_request', { message: 'payBefore: has passed.' }))
    server.next('view', () => Response.json({ ...view, now: '2026-11-21T09:40:00.000Z' }))
    pay()
    await expect.poll(alert).toMatchTextContent(/You were not charged/)
    await expect.poll(() => server.asked('view')).toHaveLength(2)
    await expectForm()
    await clock.pass(1)
    press(payButton()!)
    await expectReceipt()
    // The view may have been read one millisecond earlier.
    const payBefore = expect.stringMatching(/^2026-11-21T09:40:30\.00[01]Z$/)
    expect(server.orders[1]).toMatchObject({ payBefore })
  })
})
