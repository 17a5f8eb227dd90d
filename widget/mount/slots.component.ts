import { describe, expect, onTestFinished, test } from 'vitest'
import { HostedCheckout } from '../hosted-checkout.ts'
import { PUBLIC_SLOTS } from '../public-look.ts'
import { CHECKOUT_URL, serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  expectForm,
  heading,
  mountCheckout,
  openCheckout,
  pay,
  status,
} from '../test/a-checkout.ts'

const inSlot = (name: string) => `<p slot="${name}">What the shop says</p>`
const shopSays = (element: HTMLElement, name: string) =>
  element.querySelector<HTMLElement>(`[slot="${name}"]`)!

const AROUND_THE_FORM = ['header', 'before-summary', 'after-summary', 'before-pay', 'after-pay']

describe('checkout page §7 <hosted-checkout>, slots', () => {
  test.each(AROUND_THE_FORM)('the slot %s stands around the form', async (name) => {
    const { element } = await openCheckout({ fallback: inSlot(name) })
    expect(shopSays(element, name)).toBeVisible()
  })

  test('before-pay is above what is bought, which is above the button; after-pay is below', async () => {
    const { element } = await openCheckout({ fallback: inSlot('before-pay') + inSlot('after-pay') })
    const topOf = (shown: Element) => shown.getBoundingClientRect().top
    const button = element.shadowRoot!.querySelector('[data-pay]')!
    expect(topOf(shopSays(element, 'before-pay'))).toBeLessThan(
      topOf(button.previousElementSibling!),
    )
    expect(button.previousElementSibling).toHaveTextContent(
      'Linen overshirt · M · Indigo · Qty 2 Delivery $5.00 Total $134.00',
    )
    expect(topOf(shopSays(element, 'after-pay'))).toBeGreaterThan(topOf(button))
  })

  test('what happens in a slot is the page’s own: nothing is paid, judged, told or pressed by it', async () => {
    const { element, frame, emitted } = await openCheckout({
      fallback: `<div slot="header">
        <form><input name="phone" value="x"><button>Search</button></form>
        <a href="#away" data-cancel>Away</a><button data-again>Again</button><img src="data:,">
      </div>`,
    })
    const find = <Found extends HTMLElement>(selector: string) =>
      element.querySelector<Found>(`[slot] ${selector}`)!
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true })
    find('form').dispatchEvent(submit)
    const phone = find<HTMLInputElement>('input')
    for (const type of ['input', 'change', 'focusout'])
      phone.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
    const picture = find<HTMLImageElement>('img')
    picture.dispatchEvent(new Event('error'))
    find('a').click()
    find('[data-again]').click()
    await new Promise(requestAnimationFrame)
    expect(submit.defaultPrevented).toBe(false)
    expect(picture.hidden).toBe(false)
    expect(element.shadowRoot!.querySelector('[aria-invalid]')).toBeNull()
    expect(frame.heard('validate')).toEqual([])
    expect(emitted('hc-cancel')).toEqual([])
    expect(frame.iframe.isConnected).toBe(true)
  })

  test('the slot complete stands instead of the receipt, which is said all the same', async () => {
    const { element } = await openCheckout({ fallback: inSlot('complete') })
    expect(shopSays(element, 'complete')).not.toBeVisible()
    pay()
    await expect.poll(() => shopSays(element, 'complete')).toBeVisible()
    expect(element.shadowRoot!.querySelector('.result')!.checkVisibility()).toBe(false)
    await expect.poll(status).toHaveTextContent('Payment received')
  })

  test('the slot expired stands instead of its message', async () => {
    const { element, server } = await openCheckout({ fallback: inSlot('expired') })
    server.become({ status: 'expired' })
    await expect.poll(() => shopSays(element, 'expired')).toBeVisible()
    expect(element.shadowRoot!.querySelector('.result')!.checkVisibility()).toBe(false)
    await expect.poll(status).toHaveTextContent('This payment link has expired')
  })

  test('the slot empty stands there as long as there is no session', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    const { element } = mountCheckout(view, {
      attributes: { session: '' },
      fallback: inSlot('empty'),
    })
    await expect.poll(() => shopSays(element, 'empty')).toBeVisible()
    element.session = view.id
    await expectForm()
    expect(shopSays(element, 'empty')).not.toBeVisible()
    element.session = ''
    await expect.poll(() => shopSays(element, 'empty')).toBeVisible()
  })

  test('our own page has no slots: what would stand there otherwise does', async () => {
    const { element } = await openCheckout({ surface: 'hosted' })
    pay()
    await expect.poll(() => heading('Payment received')).toBeVisible()
    expect(element.querySelector('slot')).toBeNull()
  })

  test('each slot of the table is tried here', () => {
    expect(Object.keys(PUBLIC_SLOTS).sort()).toEqual(
      ['', ...AROUND_THE_FORM, 'complete', 'expired', 'empty'].sort(),
    )
  })
})

describe('checkout page §7 HostedCheckout.preconnect', () => {
  const connected = () => document.head.querySelector<HTMLLinkElement>('link[rel=preconnect]')

  test.each([
    ['connects to a checkout before there is an element', CHECKOUT_URL, CHECKOUT_URL],
    ['connects to that of the script, unless told', undefined, new HostedCheckout().checkoutUrl],
  ])('preconnect %s', (_, given, address) => {
    HostedCheckout.preconnect(given)
    onTestFinished(() => connected()?.remove())
    expect(connected()?.href).toBe(new URL(address).href)
    expect(connected()?.crossOrigin).toBe('anonymous')
  })
})
