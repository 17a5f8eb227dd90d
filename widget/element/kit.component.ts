import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { kit, lost, serveCheckout } from '../test/a-checkout-server.ts'
import { aCheckoutView, expectForm, link, mountCheckout } from '../test/a-checkout.ts'

function putBack(element: HTMLElement) {
  element.remove()
  document.body.append(element)
}

// A page loads its texts only once, so these tests have a page of their own, and their order
// matters.
describe('checkout page §7 <hosted-checkout>, its texts and sheet', () => {
  test('texts that do not come leave the merchant’s link, tell the page, and are asked for again', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    server.next('kit', lost)
    server.next('kit', lost)
    const { element, emitted } = mountCheckout(view, {
      fallback: '<a href="/pay">Pay securely</a>',
    })
    await expect.poll(() => emitted('hc-error')).toHaveLength(1)
    expect(emitted('hc-error')[0]?.detail).toMatchObject({
      session: view.id,
      snapshot: null,
      code: 'network',
    })
    expect(link('Pay securely')).toBeVisible()
    expect([element.status, element.getAttribute('status')]).toEqual(['error', 'error'])
    await element.refresh()
    await expect.poll(() => emitted('hc-error')).toHaveLength(2)
    putBack(element)
    await expectForm()
  })

  test('texts and sheet count for how long it took', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const texts = Promise.withResolvers<Response>()
    server.next('kit', () => texts.promise)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    onTestFinished(() => clock.mockRestore())
    const { emitted } = mountCheckout(view, { attributes: { lang: 'hi' } })
    clock.mockReturnValue(5_000)
    texts.resolve(kit('form', 'hi'))
    await expect.poll(() => emitted('hc-ready')[0]?.detail).toMatchObject({ loadMs: 4_000 })
  })
})

describe('checkout page §7 <hosted-checkout>, two in one page', () => {
  test('two elements in one page load texts and sheet once', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const first = mountCheckout(view)
    await expectForm()
    first.element.remove()
    mountCheckout(view)
    await expectForm()
    expect(server.asked('kit')).toEqual([])
  })
})
