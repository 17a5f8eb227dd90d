import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { speakAsFrame } from '../test/a-card-frame.ts'
import { lost, outcomesKit, serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  alert,
  cardFrame,
  expectForm,
  expectOutcomes,
  expectReceipt,
  field,
  mountCheckout,
  payButton,
  pressPay,
  status,
  typeBuyer,
} from '../test/a-checkout.ts'

/** Its own types bring those of Node along, which a browser has not. */
type DevTools = { send(method: string, given: object): Promise<unknown> }

/** Presses the mouse. Answers how to release it. */
async function holdMouseOn(target: HTMLElement) {
  target.scrollIntoView({ block: 'center' })
  const { x, y } = target.getBoundingClientRect()
  const page = window.frameElement!.getBoundingClientRect()
  const act = (type: string) =>
    (cdp() as DevTools).send('Input.dispatchMouseEvent', {
      type,
      x: page.x + x + 5,
      y: page.y + y + 5,
      button: 'left',
      clickCount: 1,
    })
  await act('mousePressed')
  await expect.poll(() => target.matches(':active')).toBe(true)
  return () => act('mouseReleased')
}

// A page loads the file only once, so these tests have a page of their own, and their order
// matters.
describe('checkout page §1 what comes of the form is fetched behind it', () => {
  test('the form needs no text of the second file', async () => {
    const view = aCheckoutView({
      cancelUrl: 'https://shop.example/basket',
      deliveryOptions: [
        { id: 'courier', name: 'Courier', fee: 490 },
        { id: 'pickup', name: 'Pickup', fee: 0 },
      ],
    })
    serveCheckout(view).always('outcomes', lost)
    const { element } = mountCheckout(view)
    await expectForm()
    const empty = [
      ...element.shadowRoot!.querySelectorAll('label, h2, p, dt, dd, legend, a, button'),
    ]
      .filter(
        ({ className, textContent }) =>
          !textContent?.trim() && !/^(?:error|hidden)$/.test(className),
      )
      .map(({ outerHTML }) => outerHTML)
    expect(empty).toEqual([])
  })

  test('as long as the second file does not come, a lost connection is said', async () => {
    const view = aCheckoutView()
    serveCheckout(view).always('outcomes', lost)
    mountCheckout(view)
    await expectForm()
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => connection.mockRestore())
    window.dispatchEvent(new Event('offline'))
    expect(status()).toHaveTextContent('You are offline. Nothing was sent.')
    connection.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(status()).toHaveTextContent('')
  })

  test('as long as the second file does not come, Pay says so and sends nothing; later it pays', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    server.always('outcomes', lost)
    const { element, emitted } = mountCheckout(view)
    const typed: unknown[] = []
    for (const type of ['hc-change', 'hc-step'] as const)
      element.addEventListener(type, ({ detail }) => typed.push(detail))
    await speakAsFrame(await cardFrame())
    await typeBuyer()
    expect(alert()).toBeNull()
    await expect.poll(() => emitted('hc-error')).not.toEqual([])
    expect(emitted('hc-error')[0]?.detail).toMatchObject({ code: 'network', session: view.id })
    pressPay()
    await expect.poll(alert).toMatchTextContent('Check your connection')
    expect(payButton()).toMatchTextContent(/^Pay \S*\d/)
    const sheets = () => element.shadowRoot!.adoptedStyleSheets.length
    const before = sheets()
    const release = await holdMouseOn(field('Full name'))
    server.always('outcomes', outcomesKit)
    await expect.poll(sheets).toBeGreaterThan(before)
    // What it moved now would make the buyer's click miss.
    expect(typed).toEqual([])
    await release()
    await expectOutcomes(server)
    expect(typed).toMatchObject([
      { step: 'view' },
      { field: 'name', valid: true, complete: true },
      { step: 'name' },
      { field: 'phone', valid: true, complete: true },
      { step: 'phone' },
      { field: 'place', valid: true, complete: true },
      { step: 'place' },
    ])
    expect(server.orders).toEqual([])
    expect(field('Full name')).toHaveValue('Ana Example')
    pressPay()
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })
})
