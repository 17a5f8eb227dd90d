import { screen } from 'shadow-dom-testing-library'
import { describe, expect, test } from 'vitest'
import { serveCheckout } from './test/a-checkout-server.ts'
import { aCheckoutView, field, mountCheckout, payButton } from './test/a-checkout.ts'

const heldText = () => screen.getByText(/^Price held for you until/).textContent

describe('checkout page §7 our own page, which the server has painted', () => {
  test('is taken over in more than one task, so that none blocks for long', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    let heldWhenReady = ''
    addEventListener('hc-ready', () => (heldWhenReady = heldText()), { once: true })
    const { element } = mountCheckout(view, { place: 'hosted' })
    // All that was promised is kept by then, and no other task has begun.
    for (let count = 0; count < 100; count += 1) await Promise.resolve()
    expect(element.status).toBe('loading')
    await expect.poll(() => element.status).toBe('ready')
    // The first formats take longest: the form can be used before.
    expect(heldWhenReady).toMatch(/ UTC$/)
    await expect.poll(heldText).not.toMatch(/UTC/)
  })

  test('keeps what is typed and chosen in between', async () => {
    const [first, second] = [
      { id: 'std', name: 'Standard', fee: 490 },
      { id: 'express', name: 'Express', fee: 1250 },
    ]
    const view = aCheckoutView({ deliveryOptions: [first!, second!] })
    serveCheckout(view)
    const { element } = mountCheckout(view, { place: 'hosted' })
    const name = field('Full name')
    name.value = 'Ana Example'
    name.dispatchEvent(new Event('input', { bubbles: true }))
    field(/^Express/).click()
    await expect.poll(() => element.status).toBe('ready')
    expect(name).toHaveValue('Ana Example')
    await expect.poll(payButton).toHaveTextContent('Pay $141.50')
  })
})
