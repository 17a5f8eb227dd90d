import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { stopClock } from '../test/a-clock.ts'
import { answered, lost, never, refused } from '../test/a-checkout-server.ts'
import { anOrder } from '../test/a-view.ts'
import {
  SURFACES,
  aCheckoutView,
  alert,
  button,
  expectForm,
  expectReceipt,
  field,
  focused,
  heading,
  openCheckout,
  pay,
  payButton,
  pressPay,
  status,
  text,
  describeBoth,
  press,
} from '../test/a-checkout.ts'

const UNKNOWN = 'We do not know yet if the payment went through. Do not pay again.'
const SLOW = 'Still waiting for your bank. Keep this page open.'

async function expectSaid(words: string) {
  await expect.poll(() => text(words)).not.toEqual([])
}

/** Whether the browser would ask before it leaves this page. */
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

describeBoth('checkout page §4 States, processing', (surface) => {
  test('while the buyer pays, the button says so, the fields rest, and it is read out', async () => {
    const { server, element } = await openCheckout({ surface })
    server.next('pay', never)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    expect(payButton()).toHaveTextContent('Processing…')
    expect(payButton()).toHaveAttribute('aria-disabled', 'true')
    expect(status()).toHaveTextContent('Processing your payment of $134.00. Keep this page open.')
    expect(element).toHaveAttribute('status', 'processing')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(focused()).not.toBeInstanceOf(HTMLInputElement)
    expect(focused()).not.toBeInstanceOf(HTMLTextAreaElement)
  })

  test('while the buyer pays, the button keeps its colour, the fields dim, and both are seen from above', async () => {
    const { server, frame } = await openCheckout({ surface })
    frame.say({ t: 'height', height: 1_000 })
    const colour = () => getComputedStyle(payButton()!).backgroundColor
    const before = colour()
    server.next('pay', never)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    expect(colour()).toBe(before)
    await expect
      .poll(() => getComputedStyle(field('Full name').closest('.fields')!).opacity)
      .toBe('0.55')
    window.scrollTo(0, 0)
    expect(payButton()!.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
  })

  test('another press of the button sends nothing', async () => {
    const { server, frame } = await openCheckout({ surface })
    server.next('pay', never)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    await userEvent.click(payButton()!, { force: true })
    frame.say({ t: 'submit' })
    await userEvent.keyboard('{Enter}')
    frame.say({ t: 'height', height: 301 })
    await expect.poll(() => frame.iframe.style.blockSize).toBe('301px')
    expect(server.orders).toHaveLength(1)
    expect(frame.heard('tokenize')).toHaveLength(1)
  })

  test('leaving the page is asked about while the buyer pays, and only then', async () => {
    const { server } = await openCheckout({ surface })
    server.decline('card_declined')
    expect(isHeld()).toBe(false)
    server.next('pay', never)
    pay()
    await expect.poll(alert).toMatchTextContent(/Your payment did not go through/)
    expect(isHeld()).toBe(false)
    pressPay()
    await expect.poll(() => server.orders).toHaveLength(2)
    expect(isHeld()).toBe(true)
  })
})

describe('checkout page §4 States, unknown outcome', () => {
  test('after 10 s the bank is waited for, after 30 s the outcome is not known', async () => {
    const clock = stopClock()
    const { server, element } = await openCheckout()
    server.next('pay', never)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    await clock.pass(9_999)
    expect(text(SLOW)).toEqual([])
    await clock.pass(1)
    expect(text(SLOW).length).toBeGreaterThan(0)
    await clock.pass(20_000)
    expect(text(UNKNOWN).length).toBeGreaterThan(0)
    expect(status()).toHaveTextContent(UNKNOWN)
    expect(element.status).toBe('unknown')
    expect(payButton()).toHaveAttribute('aria-disabled', 'true')
  })

  test.each(SURFACES)(
    'a page that does not know the outcome does not take that back by waiting longer, %s',
    async (surface) => {
      const clock = stopClock()
      const { server } = await openCheckout({ surface })
      server.next('pay', lost)
      server.always('view', lost)
      pay()
      await expectSaid(UNKNOWN)
      await clock.pass(12_000)
      expect(text(UNKNOWN).length).toBeGreaterThan(0)
    },
  )

  test.each([
    ['an answer that gets lost', lost],
    ['an error of the server', refused(500, 'internal_error')],
    ['an answer that is none of ours', () => new Response('Bad gateway', { status: 502 })],
  ])('%s is no outcome, and becomes the receipt by itself', async (_, answer) => {
    const clock = stopClock()
    const { server, element } = await openCheckout()
    server.next('pay', answer)
    server.next('view', lost)
    pay()
    await expectSaid(UNKNOWN)
    expect(element).toHaveAttribute('status', 'unknown')
    server.become({ attempt: { status: 'processing' } })
    await clock.pass(3_000)
    expect(heading('Payment received')).toBeNull()
    server.become({ status: 'complete', order: anOrder(), attempt: null })
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })

  test('the session is asked for again after 1, 3, 7 and 15 s, each time later', async () => {
    const clock = stopClock()
    const { server } = await openCheckout()
    server.next('pay', answered({ status: 'processing' }))
    await expect.poll(() => server.asked('events')).toHaveLength(1)
    server.always('view', lost)
    const before = server.asked('view').length
    pay()
    await expectSaid(SLOW)
    for (const [ms, times] of [
      [999, 0],
      [1, 1],
      [1_999, 1],
      [1, 2],
      [4_000, 3],
      [8_000, 4],
    ] as const) {
      await clock.pass(ms)
      expect(server.asked('view')).toHaveLength(before + times)
    }
  })

  test('after two minutes the buyer may ask again, with a reference for the store', async () => {
    const clock = stopClock()
    const { server, view } = await openCheckout()
    server.next('pay', answered({ status: 'processing' }))
    server.always('view', lost)
    pay()
    await expectSaid(SLOW)
    await clock.pass(125_000)
    expect(
      text(`Check again in a moment, or contact Nordic Atelier and give this reference: ${view.id}`)
        .length,
    ).toBeGreaterThan(0)
    server.always('view', () =>
      Response.json({ ...view, status: 'complete', order: anOrder(), attempt: null }),
    )
    press(button('Check again')!)
    await clock.pass(1_000)
    await expectReceipt()
  })

  test('a provider that is slow to answer: the page says so, and becomes the receipt by itself', async () => {
    const { server } = await openCheckout()
    server.next('pay', () => {
      server.become({ attempt: { status: 'processing' } })
      return answered({ status: 'processing' })()
    })
    pay()
    await expectSaid(SLOW)
    expect(payButton()).toHaveAttribute('aria-disabled', 'true')
    server.become({ status: 'complete', order: anOrder(), attempt: null })
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })

  test('a payment that came to nothing is told as such', async () => {
    const clock = stopClock()
    const { server } = await openCheckout()
    server.next('pay', answered({ status: 'processing' }))
    pay()
    await expectSaid(SLOW)
    await clock.pass(1_000)
    await expect
      .poll(alert)
      .toMatchTextContent(
        /The payment was not completed\s*You were not charged\. You can try again\./,
      )
    expect(payButton()).toHaveTextContent('Pay $134.00')
  })
})

describeBoth('checkout page §4 States, declined', (surface) => {
  test('after a decline one notice at the card says why, and what was typed stays', async () => {
    const { server } = await openCheckout({ surface })
    server.decline('card_declined')
    pay()
    const said =
      /^\s*Your payment did not go through\s*Card ending in 4242: Your card was declined\. Nothing was charged; try another card or ask your bank\.\s*$/
    await expect.poll(alert).toMatchTextContent(said)
    await expect.poll(() => focused()?.contains(alert())).toBe(true)
    expect(heading(/^Card/)!.nextElementSibling).toContainElement(alert())
    expect(text(/declined|charged/)).toHaveLength(1)
    expect(field('Full name')).toHaveValue('Ana Example')
    expect(field('Delivery address')).toHaveValue('Calle Mayor 1, 28013 Madrid')
  })

  test('a decline is brought to the middle of the screen', async () => {
    const { server, frame } = await openCheckout({ surface })
    frame.say({ t: 'height', height: 1_000 })
    await expect.poll(() => frame.iframe.style.blockSize).toBe('1000px')
    server.decline('card_declined')
    pay()
    const middle = () => {
      const { top = 0, bottom = 0 } = alert()?.parentElement?.getBoundingClientRect() ?? {}
      return (top + bottom) / 2
    }
    await expect.poll(() => Math.abs(middle() - innerHeight / 2)).toBeLessThan(2)
  })

  test('after a decline the security code goes, the number is marked, and the next card pays', async () => {
    const { server, frame } = await openCheckout({ surface })
    server.decline('card_declined')
    pay()
    await expect.poll(() => frame.heard('clear')).toEqual([{ t: 'clear', declined: true }])
    pressPay()
    await expectReceipt()
    expect(server.orders).toHaveLength(2)
  })

  test('a decline takes the focus once: a buyer who has gone on keeps it', async () => {
    const { server, element } = await openCheckout({ surface })
    server.decline('card_declined')
    pay()
    await expect.poll(() => focused()?.contains(alert())).toBe(true)
    const name = field('Full name')
    press(name)
    await element.refresh()
    expect(focused()).toBe(name)
    expect(alert()).toMatchTextContent(/Your payment did not go through/)
  })

  test('the message of a decline has the sheet that comes behind the form', async () => {
    const { server } = await openCheckout({ surface })
    server.decline('card_declined')
    pay()
    await expect.poll(alert).not.toBeNull()
    const box = alert()!.closest('.notice')!
    expect(getComputedStyle(box)).toMatchObject({ display: 'flex', borderInlineStartWidth: '4px' })
  })
})

describe('checkout page §4 States, declined', () => {
  test('a card whose digits this page never saw is not named', async () => {
    const { server, frame } = await openCheckout()
    frame.answers.tokenize = { t: 'token', paymentMethod: 'pm_test_1' }
    server.decline('card_declined')
    pay()
    await expect.poll(alert).toMatchTextContent(/go through\s*Your card was declined\./)
    expect(text(/ending in/)).toEqual([])
  })

  test.each([
    ['insufficient_funds', 'Your card has insufficient funds. Nothing was charged'],
    ['authentication_failed', 'Your bank could not confirm it was you. Nothing was charged'],
    ['attempt_given_up', 'The payment was not completed in time. Nothing was charged'],
    ['a_code_of_next_year', 'Your card was declined. Nothing was charged'],
  ])('a decline for %s is told in words', async (code, words) => {
    const { server } = await openCheckout()
    server.decline(code)
    pay()
    await expect.poll(alert).toMatchTextContent(new RegExp(words))
  })
})

describeBoth('checkout page §4 States, rate-limited and 5xx', (surface) => {
  test.each([
    [503, 'payments_unavailable', 'Payments are not possible right now'],
    [429, 'rate_limited', 'Too many attempts in a short time'],
  ])('after %i %s nothing was charged, and the next try pays', async (code, name, title) => {
    const { server } = await openCheckout({ surface })
    server.next('pay', refused(code, name))
    pay()
    await expect
      .poll(alert)
      .toMatchTextContent(
        new RegExp(`${title}\\s*You were not charged\\. Try again in a minute\\.`),
      )
    await expect.poll(() => focused()?.contains(alert())).toBe(true)
    expect(text(UNKNOWN)).toEqual([])
    pressPay()
    await expectReceipt()
  })

  test('a request that the server refuses was not charged', async () => {
    const { server } = await openCheckout({ surface })
    server.next('pay', refused(400, 'invalid_request'))
    pay()
    await expect
      .poll(alert)
      .toMatchTextContent(/Something went wrong on our side\s*You were not charged\./)
    await expectForm()
  })

  test.each([
    ['rate_limited', /Too many attempts in a short time/],
    ['network', /Check your connection, then try again\. You were not charged\./],
    [
      'internal',
      /Something went wrong on our side\s*You were not charged\. Try again in a moment\./,
    ],
  ] as const)('a card that got no answer (%s) was not charged', async (code, words) => {
    const { server, frame } = await openCheckout({ surface })
    frame.answers.tokenize = { t: 'failed', code }
    pay()
    await expect.poll(alert).toMatchTextContent(words)
    expect(server.orders).toEqual([])
    expect(payButton()).toHaveTextContent('Pay $134.00')
  })

  test('a card that the provider refuses is told at its field', async () => {
    const { server, frame } = await openCheckout({ surface })
    frame.answers.tokenize = {
      t: 'invalid',
      errors: [{ field: 'number', message: 'Use a test card' }],
    }
    pay()
    await expect.poll(() => frame.heard('focus')).toEqual([{ t: 'focus', field: 'number' }])
    expect(server.orders).toEqual([])
  })
})

describeBoth('checkout page §4 States, offline', (surface) => {
  test('without a connection nothing is sent, and the page says so until it is back', async () => {
    const { server } = await openCheckout({ surface })
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => connection.mockRestore())
    pay()
    await expect.poll(() => text('You are offline. Nothing was sent.').length).toBeGreaterThan(1)
    expect(status()).toHaveTextContent('You are offline. Nothing was sent.')
    expect(server.orders).toEqual([])
    connection.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(text('You are offline. Nothing was sent.')).toEqual([])
    expect(status()).toHaveTextContent('')
    pressPay()
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })

  test('losing the connection is told without a press of Pay', async () => {
    await openCheckout({ surface })
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => connection.mockRestore())
    window.dispatchEvent(new Event('offline'))
    expect(text('You are offline. Nothing was sent.').length).toBeGreaterThan(0)
  })
})

describe('checkout page §5 History and leaving', () => {
  test.each([
    ['from the browser’s memory', new PageTransitionEvent('pageshow', { persisted: true })],
    ['to this tab', new Event('visibilitychange')],
  ])('a page that comes back %s reads the session again', async (_, event) => {
    const { server } = await openCheckout()
    server.always('events', never)
    server.always('view', () =>
      Response.json({ ...aCheckoutView(), status: 'complete', order: anOrder() }),
    )
    const target = event.type === 'pageshow' ? window : document
    target.dispatchEvent(event)
    await expectReceipt()
  })
})
