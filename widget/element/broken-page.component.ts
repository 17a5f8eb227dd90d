import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { answered, serveCheckout } from '../test/a-checkout-server.ts'
import { anOrder } from '../test/a-view.ts'
import {
  aCheckoutView,
  alert,
  expectForm,
  field,
  fillBuyer,
  mountCheckout,
  openCheckout,
  pay,
  payButton,
  pressPay,
  describeBoth,
} from '../test/a-checkout.ts'
import { speakAsFrame } from '../test/a-card-frame.ts'

const BROKEN = 'This page has stopped working. Reload it to see whether you have paid.'

/** A view that no template of ours can draw. */
const WITHOUT_BUYER = JSON.parse(JSON.stringify({ ...anOrder(), customer: undefined }))

/** The console is part of what is tested, so an error on it must not fail the run. */
function hearConsole() {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  return said
}

const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

async function expectBroken({ element, emitted }: ReturnType<typeof mountCheckout>) {
  await expect.poll(() => alert()?.textContent).toBe(BROKEN)
  expect(payButton()).toBeNull()
  expect([element.status, element.getAttribute('status')]).toEqual(['error', 'error'])
  expect(emitted('hc-error').map(({ detail }) => detail)).toEqual([
    expect.objectContaining({
      session: element.session,
      code: 'internal',
      message: expect.stringMatching(/^The checkout broke: TypeError/),
    }),
  ])
  expect(isHeld()).toBe(false)
}

describeBoth('checkout page §4 States, one that cannot be entered', (surface) => {
  test('a page that cannot show the next state says so, and no longer says "Processing…"', async () => {
    const said = hearConsole()
    const { server, ...mounted } = await openCheckout({ surface })
    server.next('pay', answered({ status: 'complete', order: WITHOUT_BUYER }))
    pay()
    await expectBroken(mounted)
    expect(said.mock.calls).toEqual([
      [expect.any(TypeError)],
      ['hosted-checkout', expect.objectContaining({ code: 'internal' })],
    ])
  })

  test('a page says so when what sends the payment breaks', async () => {
    hearConsole()
    const { server, ...mounted } = await openCheckout({ surface })
    fillBuyer()
    const address = field('Delivery address')
    mounted.element.addEventListener('hc-submit', () => address.remove())
    pressPay()
    await expectBroken(mounted)
    expect(server.orders).toEqual([])
  })
})

describe('checkout page §4 States, one that cannot be entered', () => {
  test('a page says so of its first state, too, and another session starts over', async () => {
    hearConsole()
    const next = aCheckoutView({ id: 'cs_next' })
    const broken = aCheckoutView({ deliveryOptions: undefined as never })
    serveCheckout(broken, next)
    const mounted = mountCheckout(broken)
    await expectBroken(mounted)
    mounted.element.session = next.id
    await expectForm()
    expect(alert()).toBeNull()
    await speakAsFrame(mounted.element.shadowRoot!.querySelector('iframe')!)
  })
})

describe('checkout page §7 Where crypto.randomUUID and URL.parse are missing', () => {
  test('a page without https, or an older browser, pays all the same', async () => {
    const { parse } = URL
    const { randomUUID } = crypto
    Object.assign(URL, { parse: undefined })
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })
    onTestFinished(() => {
      Object.assign(URL, { parse })
      Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true })
    })
    const { emitted } = await openCheckout({
      view: aCheckoutView({ successUrl: 'https://shop.example/thanks' }),
    })
    pay()
    await expect.poll(() => emitted('hc-complete')).toHaveLength(1)
  })
})
