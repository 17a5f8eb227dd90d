import { describe, expect, test, vi } from 'vitest'
import { FRAME_URL, blankFrame, deliver, speakAsFrame } from '../test/a-card-frame.ts'
import { CHECKOUT_URL, serveCheckout } from '../test/a-checkout-server.ts'
import { stopClock } from '../test/a-clock.ts'
import {
  SURFACES,
  aCheckoutView,
  alert,
  button,
  cardFrame,
  expectOutcomes,
  expectForm,
  expectReceipt,
  field,
  fill,
  fillBuyer,
  focused,
  heading,
  link,
  mountCheckout,
  openCheckout,
  pay,
  payButton,
  pressPay,
  text,
  press,
} from '../test/a-checkout.ts'

const HANDSHAKE_MS = 8_000

/** Opens a frame that has loaded and has not yet said hello. */
async function openUnmet() {
  const view = aCheckoutView()
  serveCheckout(view)
  const { emitted } = mountCheckout(view)
  await expectForm()
  const iframe = await cardFrame()
  const { inside, hello } = await blankFrame(iframe)
  const answers: unknown[] = []
  inside.addEventListener('message', ({ data }) => answers.push(data))
  return { view, emitted, iframe, inside, hello, answers }
}

describe('checkout page §7 payment frame ↔ element: messages, the element’s side', () => {
  test('the frame is one, with a title, of the session, and may take cards from the browser', async () => {
    const { iframe, view, hello } = await openUnmet()
    const address = new URL(iframe.src)
    expect(address.href.split('?')[0]).toBe(`${FRAME_URL}/${view.id}`)
    expect(address.searchParams.get('origin')).toBe(location.origin)
    expect(hello.nonce).toMatch(/^(?:\d+,){3}\d+$/)
    expect(iframe.allow).toMatch(/^payment(; autofill)?$/)
    expect(document.querySelectorAll('iframe')).toHaveLength(0)
  })

  test('a hello is answered to the frame’s origin alone, with how the page looks', async () => {
    const { frame, view } = await openCheckout()
    expect(frame.initOrigin).toBe(new URL(FRAME_URL).origin)
    expect(frame.init).toMatchObject({
      t: 'hc:init',
      v: 1,
      session: view.id,
      nonce: new URL(frame.iframe.src).hash.slice(1),
      lang: 'en-US',
      dir: 'ltr',
      scheme: 'light',
    })
    expect(JSON.stringify(frame.init)).not.toContain('token-')
  })

  test('a hello from elsewhere, or that is not of this frame, is not answered', async () => {
    const { inside, hello, iframe } = await openUnmet()
    const answers = vi.spyOn(inside, 'postMessage')
    deliver(inside, { data: hello, origin: 'https://elsewhere.example' })
    deliver(inside, { data: hello, origin: 'null' })
    deliver(window, { data: hello })
    deliver(null, { data: hello })
    deliver(inside, { data: { ...hello, nonce: crypto.randomUUID() } })
    deliver(inside, { data: { ...hello, t: 'hello' as 'hc:hello' } })
    expect(answers).not.toHaveBeenCalled()
    await speakAsFrame(iframe)
    expect(answers).toHaveBeenCalledOnce()
  })

  test('only the first hello is answered', async () => {
    const { inside, hello, iframe, answers } = await openUnmet()
    const { say } = await speakAsFrame(iframe)
    deliver(inside, { data: hello })
    say({ t: 'height', height: 300 })
    await expect.poll(() => iframe.style.blockSize).toBe('300px')
    expect(answers).toHaveLength(1)
  })

  test.each([
    [10, '48px'],
    [333, '333px'],
    [9_999, '1000px'],
  ])('a height of %i px becomes %s', async (height, size) => {
    const { frame } = await openCheckout()
    frame.say({ t: 'height', height })
    await expect.poll(() => frame.iframe.style.blockSize).toBe(size)
  })

  test('every question to the frame has its own answer', async () => {
    const { frame } = await openCheckout()
    pay()
    await expect.poll(() => frame.heard('tokenize')).toMatchObject([{ id: 2 }])
    expect(frame.heard('validate')).toEqual([{ t: 'validate', id: 1 }])
  })

  test('the frame hears who pays with the question for a token, and not before', async () => {
    const { frame } = await openCheckout()
    fillBuyer()
    fill(field(/^Email/), 'ana@mail.example')
    pressPay()
    await expect.poll(() => frame.heard('tokenize')).toHaveLength(1)
    const customer = {
      name: 'Ana Example',
      phone: '+34 600 123 456',
      email: 'ana@mail.example',
    }
    expect(frame.heard('tokenize')).toEqual([{ t: 'tokenize', id: 2, customer }])
    expect(JSON.stringify([frame.init, frame.heard('validate')])).not.toMatch(/Ana|600 123|mail/)
  })

  test('a buyer without an email address is sent without one', async () => {
    const { frame } = await openCheckout()
    pay()
    await expect.poll(() => frame.heard('tokenize')).toHaveLength(1)
    expect(frame.heard('tokenize')).toEqual([
      { t: 'tokenize', id: 2, customer: { name: 'Ana Example', phone: '+34 600 123 456' } },
    ])
  })

  test('an answer to nobody’s question does nothing', async () => {
    const { frame, server } = await openCheckout()
    frame.say({ t: 'token', id: 99, paymentMethod: 'pm_other' })
    frame.say({ t: 'height', height: 301 })
    await expect.poll(() => frame.iframe.style.blockSize).toBe('301px')
    expect(server.orders).toEqual([])
    expect(payButton()).toHaveTextContent('Pay $134.00')
  })
})

describe.each(SURFACES)('checkout page §7 a payment frame that does not answer, %s', (surface) => {
  const view = aCheckoutView()

  test('a silent frame is told of after 8 s, to the buyer and to the page around', async () => {
    const clock = stopClock()
    const server = serveCheckout(view)
    const { emitted } = mountCheckout(view, { surface })
    await cardFrame()
    await expectOutcomes(server)
    await clock.pass(HANDSHAKE_MS - 1)
    expect(alert()).toBeNull()
    await clock.pass(1)
    expect(alert()).toMatchTextContent(
      'The card fields could not be loaded. Check your connection, then try again. You were not charged.',
    )
    expect(emitted('hc-error').map(({ detail }) => detail)).toMatchObject([
      { code: 'frame_unreachable', docs: `${CHECKOUT_URL}/docs#when-it-cannot-be-shown` },
    ])
    const elsewhere = link('Pay on the checkout page instead')
    if (surface === 'hosted') expect(elsewhere).toBeNull()
    else expect(elsewhere).toHaveAttribute('href', `${CHECKOUT_URL}/${view.id}`)
  })

  test('a frame that gives up is told the same way', async () => {
    const { frame, emitted } = await openCheckout({ surface })
    frame.say({ t: 'fatal' })
    await expect.poll(alert).toMatchTextContent('The card fields could not be loaded.')
    await expect
      .poll(() => emitted('hc-error').map(({ detail }) => detail))
      .toMatchObject([{ code: 'frame_unreachable' }])
  })

  test('a silent frame is loaded again as often as the buyer wants, and then pays', async () => {
    const { frame, server } = await openCheckout({ surface })
    fillBuyer()
    frame.say({ t: 'fatal' })
    for (let again = 0; again < 2; again += 1) {
      await expect.poll(alert).toMatchTextContent('The card fields could not be loaded.')
      press(button('Try again')!)
      expect(alert()).toBeNull()
      expect(focused()).toBe(heading(/^Card/))
      const next = await speakAsFrame(await cardFrame())
      if (again === 0) next.say({ t: 'fatal' })
    }
    pressPay()
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })

  test('a frame that is silent a third time makes our own page the one without script', async () => {
    const { frame } = await openCheckout({ surface })
    frame.say({ t: 'fatal' })
    for (let again = 0; again < 2; again += 1) {
      await expect.poll(() => button('Try again')).toBeVisible()
      press(button('Try again')!)
      const next = await speakAsFrame(await cardFrame())
      next.say({ t: 'fatal' })
    }
    if (surface === 'embedded') await expect.poll(() => button('Try again')).toBeVisible()
    else await expect.poll(() => document.documentElement.dataset['stuck']).toBe('')
    delete document.documentElement.dataset['stuck']
  })

  test('behind a silent frame Pay says that nothing was charged, and sends nothing', async () => {
    const { frame, server } = await openCheckout({ surface })
    fillBuyer()
    frame.say({ t: 'fatal' })
    await expect.poll(() => frame.iframe.isConnected).toBe(false)
    pressPay()
    await expect.poll(() => heading('The card fields could not be loaded.')).toBeVisible()
    expect(text(/You were not charged/)).toHaveLength(2)
    expect(server.orders).toEqual([])
    expect(focused()).toBe(button('Try again'))
    press(button('Try again')!)
    expect(text(/You were not charged/)).toEqual([])
    expect(focused()).toBe(heading(/^Card/))
  })
})

describe('checkout page §7 a payment frame that answered', () => {
  test('a frame that answered is not called unreachable later', async () => {
    const clock = stopClock()
    const { emitted } = await openCheckout()
    await clock.pass(2 * HANDSHAKE_MS)
    expect(emitted('hc-error')).toEqual([])
    expect(alert()).toBeNull()
  })

  test('a payment frame goes with the form', async () => {
    const { frame, server } = await openCheckout()
    server.become({ status: 'expired' })
    await expect.poll(() => frame.iframe.isConnected).toBe(false)
  })

  test('the payment frame stays the same while the buyer tries again', async () => {
    const { frame, server } = await openCheckout()
    server.decline('card_declined')
    pay()
    await expect.poll(alert).toBeVisible()
    expect(await cardFrame()).toBe(frame.iframe)
    press(payButton()!)
    await expect.poll(() => frame.heard('tokenize')).toHaveLength(2)
  })
})
