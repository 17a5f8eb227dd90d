import { within } from 'shadow-dom-testing-library'
import { describe, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { HostedCheckout } from './hosted-checkout.ts'
import { speakAsFrame } from './test/a-card-frame.ts'
import { CHECKOUT_URL, never, serveCheckout } from './test/a-checkout-server.ts'
import { anOrder } from './test/a-view.ts'
import {
  aCheckoutView,
  cardFrame,
  expectForm,
  expectReceipt,
  field,
  fillBuyer,
  link,
  mountCheckout,
  openCheckout,
  pay,
  payButton,
  pressPay,
} from './test/a-checkout.ts'

const NEXT = aCheckoutView({
  id: 'cs_next',
  item: { ...aCheckoutView().item, name: 'Wool scarf' },
})

describe('checkout page §7 <hosted-checkout>, attributes and properties', () => {
  test('session may be the session’s whole address', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    mountCheckout(view, { attributes: { session: `${CHECKOUT_URL}/${view.id}?lang=en#top` } })
    await expectForm()
    const asked = server.asked('view').map(({ session }) => session)
    expect(new Set(asked)).toEqual(new Set([view.id]))
  })

  test('without a session the element asks for nothing', () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const { element } = mountCheckout(view, { attributes: { session: '' } })
    expect(element.status).toBe('loading')
    expect([...server.asked('token'), ...server.asked('kit')]).toEqual([])
  })

  test('every property is its attribute, and the other way round', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    const { element } = mountCheckout(view, { attributes: { session: '' } })
    const attributes = ['session', 'checkout-url', 'theme', 'redirect']
    const values = [view.id, `${CHECKOUT_URL}/`, 'dark', 'auto']
    const [session, checkoutUrl, theme, redirect] = values as [string, string, string, string]
    Object.assign(element, { session, checkoutUrl, theme, redirect })
    await element.updateComplete
    expect(attributes.map((name) => element.getAttribute(name))).toEqual(values)
    for (const name of attributes) element.removeAttribute(name)
    expect(element).toMatchObject({ session: '', theme: 'auto', redirect: 'none' })
    element.setAttribute('checkout-url', CHECKOUT_URL)
    expect(element.checkoutUrl).toBe(CHECKOUT_URL)
  })

  test('checkoutUrl may end with a slash', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    mountCheckout(view, { attributes: { 'checkout-url': `${CHECKOUT_URL}/` } })
    await expectForm()
  })

  test('the element has a meaning without any attributes', () => {
    const element = document.createElement('hosted-checkout')
    expect(element).toMatchObject({
      session: '',
      theme: 'auto',
      redirect: 'none',
      status: 'loading',
      snapshot: null,
    })
    expect(element.checkoutUrl).toMatch(/^https?:\/\/.*[^/]$/)
    expect(HostedCheckout.version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('status says where the checkout stands, in the attribute too', async () => {
    const { element, server } = await openCheckout()
    expect([element.status, element.getAttribute('status')]).toEqual(['ready', 'ready'])
    server.next('pay', never)
    pay()
    await expect.poll(() => element.getAttribute('status')).toBe('processing')
    expect(element.status).toBe('processing')
  })

  test('snapshot holds what is sold and where the session stands, and nobody’s data', async () => {
    const { element, view } = await openCheckout({
      view: aCheckoutView({ customer: { name: 'Ana Example' } }),
    })
    const { id, status, expiresAt, item, amounts, currency } = view
    expect(element.snapshot).toEqual({ id, status, expiresAt, item, amounts, currency })
  })

  test('refresh reads the session again', async () => {
    const { element, server, view } = await openCheckout()
    server.always('events', never)
    server.always('view', () => Response.json({ ...view, status: 'complete', order: anOrder() }))
    await element.refresh()
    await expectReceipt()
  })
})

describe('checkout page §7 <hosted-checkout>, another session', () => {
  test('another session starts over, with what the buyer typed', async () => {
    const view = aCheckoutView()
    serveCheckout(view, NEXT)
    const { element } = mountCheckout(view)
    await speakAsFrame(await cardFrame())
    fillBuyer()
    element.session = NEXT.id
    await expect.poll(() => within(element).queryAllByShadowText('Wool scarf')[0]).toBeVisible()
    await expectForm()
    expect(field('Full name')).toHaveValue('Ana Example')
    expect(field('Delivery address')).toHaveValue('Calle Mayor 1, 28013 Madrid')
    expect(element.snapshot?.id).toBe(NEXT.id)
  })

  test('another session after a payment starts with an empty form', async () => {
    const view = aCheckoutView()
    serveCheckout(view, NEXT)
    const { element } = mountCheckout(view)
    await speakAsFrame(await cardFrame())
    pay()
    await expectReceipt()
    element.session = NEXT.id
    await expectForm()
    expect(field('Full name')).toHaveValue('')
  })

  test('the same session again changes nothing', async () => {
    const { element, server, view } = await openCheckout()
    fillBuyer()
    element.session = view.id
    expect(payButton()).toBeVisible()
    expect(server.asked('token')).toHaveLength(1)
  })
})

describe('checkout page §7 <hosted-checkout>, a session that comes later', () => {
  /** A page may make the element before the script is there: until then it is a plain element. */
  function aPlainElement() {
    const element = document.implementation.createHTMLDocument().createElement('hosted-checkout')
    element.setAttribute('checkout-url', CHECKOUT_URL)
    onTestFinished(() => element.remove())
    return element
  }

  test.each<[string, (element: HostedCheckout, id: string) => void]>([
    ['property', (element, id) => Object.assign(element, { session: id })],
    ['attribute', (element, id) => element.setAttribute('session', id)],
  ])(
    'the element starts with the %s, written when its shop’s server has answered',
    async (_, write) => {
      const view = aCheckoutView()
      const server = serveCheckout(view)
      const { element } = mountCheckout(view, { attributes: { session: '' } })
      write(element, view.id)
      await expectForm()
      await speakAsFrame(await cardFrame())
      expect(server.asked('view')).toHaveLength(1)
      pay()
      await expectReceipt()
    },
  )

  test('the element starts once, with what was set before the script came', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const element = aPlainElement()
    element.session = view.id
    expect(Object.hasOwn(element, 'session')).toBe(true)
    document.body.append(element)
    await expectForm()
    expect([Object.hasOwn(element, 'session'), element.getAttribute('session')]).toEqual([
      false,
      view.id,
    ])
    expect(server.asked('view')).toHaveLength(1)
  })

  test('the element keeps the attribute, where nothing was set before the script came', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const element = aPlainElement()
    element.setAttribute('session', view.id)
    document.body.append(element)
    await expectForm()
    expect(server.asked('view')).toHaveLength(1)
  })

  test.each(['', null, undefined])('a session written as %j is none', async (nothing) => {
    const none = nothing as string
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const { element } = mountCheckout(view, {
      attributes: { session: '' },
      fallback: '<a href="/pay">Pay securely</a>',
    })
    element.session = none
    await element.updateComplete
    expect(server.asked('token')).toEqual([])
    element.session = view.id
    await expectForm()
    await speakAsFrame(await cardFrame())
    fillBuyer()
    element.session = none
    await element.updateComplete
    expect(payButton()).toBeNull()
    expect(link('Pay securely')).toBeVisible()
    expect([element.status, element.getAttribute('status'), element.snapshot]).toEqual([
      'loading',
      null,
      null,
    ])
    element.session = view.id
    await expectForm()
    expect(field('Full name')).toHaveValue('Ana Example')
  })

  test('a session taken away before the texts have come does not start', async () => {
    const view = aCheckoutView()
    const server = serveCheckout(view)
    const { element, emitted } = mountCheckout(view)
    element.session = ''
    await expect.poll(() => server.asked('view')).toHaveLength(1)
    expect([payButton(), emitted()]).toEqual([null, []])
  })
})

describe('checkout page §7 <hosted-checkout> in the page’s life', () => {
  test('the element is taken out and put back, with what was typed', async () => {
    const { element } = await openCheckout()
    fillBuyer()
    element.remove()
    document.body.append(element)
    await expectForm()
    await speakAsFrame(await cardFrame())
    expect(field('Full name')).toHaveValue('Ana Example')
    pressPay()
    await expectReceipt()
  })

  test('an element taken out while it pays does not take the payment with it', async () => {
    const { element, server } = await openCheckout()
    const paid = Promise.withResolvers<Response>()
    server.next('pay', () => paid.promise)
    pay()
    await expect.poll(() => server.orders).toHaveLength(1)
    element.remove()
    server.become({ status: 'complete', order: anOrder() })
    paid.resolve(Response.json({ status: 'complete', order: anOrder() }))
    document.body.append(element)
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })

  test('an element taken out before it is ready comes to nothing', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    const { element, emitted } = mountCheckout(view)
    element.remove()
    document.body.append(element)
    await expectForm()
    expect(emitted().map(({ type }) => type)).toEqual(['hc-ready'])
  })

  test('two elements in one page are two checkouts', async () => {
    const view = aCheckoutView()
    serveCheckout(view, NEXT)
    const first = mountCheckout(view)
    const second = mountCheckout(NEXT)
    await cardFrame(first.element)
    await cardFrame(second.element)
    const nameOf = (element: HTMLElement) => within(element).getByShadowLabelText('Full name')
    await userEvent.fill(nameOf(second.element), 'Second')
    expect(nameOf(first.element)).toHaveValue('')
    expect(first.emitted('hc-ready').map(({ detail }) => detail.session)).toEqual([
      view.id,
      NEXT.id,
    ])
  })

  test('what stands in the slot goes when the form is there', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    const { element } = mountCheckout(view, { fallback: '<a href="/pay">Pay securely</a>' })
    expect(link('Pay securely')).toBeVisible()
    await expectForm()
    expect(link('Pay securely')).not.toBeVisible()
    expect(element.textContent).toBe('Pay securely')
  })
})
