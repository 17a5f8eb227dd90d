import { screen } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mountPaymentFrame } from '../form/payment-frame.ts'
import { FRAME_URL, blankFrame, deliver } from '../test/a-card-frame.ts'
import { serveCheckout } from '../test/a-checkout-server.ts'
import { aCheckoutView, field, mountCheckout, payButton } from '../test/a-checkout.ts'

const heldText = () => screen.getByText(/^Price held for you until/).textContent

describe('checkout page §7 our own page, which the server has painted', () => {
  test('the page is taken over in more than one task, so that none blocks for long', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    let heldWhenReady = ''
    addEventListener('hc-ready', () => (heldWhenReady = heldText()), { once: true })
    const { element } = mountCheckout(view, { surface: 'hosted' })
    // Runs all promises that are ready, before the next task begins.
    for (let count = 0; count < 100; count += 1) await Promise.resolve()
    expect(element.status).toBe('loading')
    await expect.poll(() => element.status).toBe('ready')
    // The form can be used before the first formats, which take longest.
    expect(heldWhenReady).toMatch(/ UTC$/)
    await expect.poll(heldText).not.toMatch(/UTC/)
  })

  test('the page knows card fields that were loaded before it, or that say so after it', async () => {
    const card = document.createElement('div')
    const begun = document.createElement('iframe')
    begun.src = `${FRAME_URL}#1,2,3,4`
    card.append(begun)
    document.body.append(card)
    onTestFinished(() => card.remove())
    const { inside, hello } = await blankFrame(begun)
    const onLoad = vi.fn()
    const unexpected = () => expect.unreachable()
    const frame = mountPaymentFrame(card, {
      url: FRAME_URL,
      title: 'Card details',
      session: 'cs_1',
      setting: () => ({ lang: 'en', dir: 'ltr', scheme: 'light', tokens: {}, option: undefined }),
      afterPress: (act) => act(),
      onLoad,
      onSubmit: unexpected,
      onUnreachable: unexpected,
    })
    onTestFinished(frame.remove)
    expect(onLoad).not.toHaveBeenCalled()
    deliver(inside, { data: hello })
    expect(onLoad).toHaveBeenCalled()
  })

  test('the page keeps what is typed and chosen before it is taken over', async () => {
    const [first, second] = [
      { id: 'std', name: 'Standard', fee: 490 },
      { id: 'express', name: 'Express', fee: 1250 },
    ]
    const view = aCheckoutView({ deliveryOptions: [first!, second!] })
    serveCheckout(view)
    const { element } = mountCheckout(view, { surface: 'hosted' })
    const name = field('Full name')
    name.value = 'Ana Example'
    name.dispatchEvent(new Event('input', { bubbles: true }))
    field(/^Express/).click()
    await expect.poll(() => element.status).toBe('ready')
    expect(name).toHaveValue('Ana Example')
    await expect.poll(payButton).toHaveTextContent('Pay $141.50')
  })
})
