import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CheckoutEvent } from './session/checkout-events.ts'
import { speakAsFrame } from './test/a-card-frame.ts'
import { CHECKOUT_URL, lost, serveCheckout } from './test/a-checkout-server.ts'
import {
  aCheckoutView,
  cardFrame,
  expectForm,
  expectOutcomes,
  expectReceipt,
  field,
  fillBuyer,
  focused,
  mountCheckout,
  openCheckout,
  payButton,
  pressPay,
  text,
  typeBuyer,
} from './test/a-checkout.ts'

describe('checkout page §7 <hosted-checkout>, methods', () => {
  test('submit is the same as pressing Pay, and says what came of it', async () => {
    const { element, server } = await openCheckout()
    expect(await element.submit()).toBe('ready')
    expect(text('Enter your full name')).not.toEqual([])
    fillBuyer()
    server.decline('card_declined')
    expect(await element.submit()).toBe('ready')
    expect(server.orders).toHaveLength(1)
    expect(await element.submit()).toBe('complete')
    await expectReceipt()
    expect(server.orders).toHaveLength(2)
  })

  test('submit called again while it works says what comes of the one payment', async () => {
    const { element, server } = await openCheckout()
    fillBuyer()
    const answers = await Promise.all([element.submit(), element.submit(), element.submit()])
    expect(answers).toEqual(['complete', 'complete', 'complete'])
    expect(server.orders).toHaveLength(1)
  })

  test('submit in a listener of hc-ready waits for the card fields', async () => {
    const view = aCheckoutView({
      customer: { name: 'Ana', phone: '+34 600 123 456', details: 'X 1' },
    })
    const server = serveCheckout(view)
    const { element } = mountCheckout(view)
    const answer = new Promise((resolve) => {
      element.addEventListener('hc-ready', () => resolve(element.submit()), { once: true })
    })
    const iframe = await cardFrame()
    await expectOutcomes(server)
    await speakAsFrame(iframe)
    expect(await answer).toBe('complete')
    expect(server.orders).toHaveLength(1)
  })

  test('focus does nothing before the element was in a page', () => {
    expect(() => document.createElement('hosted-checkout').focus()).not.toThrow()
  })

  test('validate judges the buyer’s own fields, and says at each what is wrong', async () => {
    const { element } = await openCheckout()
    expect(element.validate()).toBe(false)
    expect(text('Enter your phone number')).not.toEqual([])
    expect([...field('Phone').part]).toEqual(['input', 'invalid'])
    fillBuyer()
    expect(element.validate()).toBe(true)
    expect([...field('Phone').part]).toEqual(['input'])
    expect(text('Enter your phone number')).toEqual([])
  })

  test('focus goes to the first field, and to the first that is wrong', async () => {
    const { element } = await openCheckout()
    element.focus()
    expect(focused()).toBe(field('Full name'))
    await userEvent.fill(field('Full name'), 'Ana Example')
    element.validate()
    element.focus()
    expect(focused()).toBe(field('Phone'))
  })

  test('refresh tells hc-ready once more, to who listens too late', async () => {
    const { element, emitted } = await openCheckout()
    await element.refresh()
    expect(emitted('hc-ready')).toHaveLength(2)
    expect([element.status, element.snapshot?.status]).toEqual(['ready', 'open'])
  })
})

describe('checkout page §7 <hosted-checkout>, properties', () => {
  test('a disabled form rests and sends nothing, not even by submit', async () => {
    const { element, server, frame } = await openCheckout()
    fillBuyer()
    element.disabled = true
    await element.updateComplete
    expect(element.hasAttribute('disabled')).toBe(true)
    const { inert } = field('Full name').closest<HTMLElement>('[data-fields]')!
    expect([inert, payButton()!.inert]).toEqual([true, true])
    frame.say({ t: 'submit' })
    expect(await element.submit()).toBe('ready')
    expect(server.orders).toEqual([])
    element.disabled = false
    await element.updateComplete
    expect(await element.submit()).toBe('complete')
  })

  test('a form disabled while something is wrong goes on resting', async () => {
    const { element, frame } = await openCheckout()
    pressPay()
    await expect.poll(() => text('Enter your full name')).not.toEqual([])
    element.disabled = true
    await element.updateComplete
    element.dispatchEvent(new Event('input'))
    await element.refresh()
    frame.say({ t: 'height', height: 301 })
    await expect.poll(() => frame.iframe.style.blockSize).toBe('301px')
    expect(field('Full name').closest<HTMLElement>('[data-fields]')!.inert).toBe(true)
  })

  test('what a disabled form holds from the page around can be used', async () => {
    const { element } = await openCheckout({
      fallback: '<label slot="before-pay"><input type="checkbox">The terms</label>',
      attributes: { disabled: '' },
    })
    const box = element.querySelector('input')!
    await userEvent.click(box)
    expect(box.checked).toBe(true)
  })

  test('a form disabled after Pay, and before the card was asked for, sends nothing', async () => {
    const { element, frame, server, emitted } = await openCheckout()
    fillBuyer()
    frame.answers.validate = undefined
    const submitted = element.submit()
    await expect.poll(() => frame.heard('validate')).toHaveLength(1)
    element.disabled = true
    frame.say({ t: 'invalid', id: 1, errors: [] })
    expect(await submitted).toBe('ready')
    expect([emitted('hc-submit'), server.orders]).toEqual([[], []])
  })

  test.each([undefined, null])(
    'a checkoutUrl that becomes %s is the default one',
    async (nothing) => {
      const { element } = await openCheckout()
      element.checkoutUrl = nothing as unknown as string
      await element.updateComplete
      element.checkoutUrl = CHECKOUT_URL
      await expectForm()
    },
  )

  test('checkoutUrl may be relative to the page', async () => {
    const view = aCheckoutView()
    serveCheckout(view).always('kit', lost)
    const { emitted } = mountCheckout(view, { attributes: { 'checkout-url': '/checkout/' } })
    await expect.poll(() => emitted('hc-error')).not.toEqual([])
    expect(emitted('hc-error')[0]?.detail).toMatchObject({
      docs: `${location.origin}/checkout/docs#when-it-cannot-be-shown`,
    })
  })

  test('customer fills what nothing else has filled', async () => {
    const view = aCheckoutView({ customer: { name: 'Ana Example' } })
    serveCheckout(view)
    const { element } = mountCheckout(view)
    element.customer = { name: 'Other', phone: '+34 600 123 456' }
    await expectForm()
    expect([field('Full name').value, field('Phone').value]).toEqual([
      'Ana Example',
      '+34 600 123 456',
    ])
  })

  test('customer that comes later fills what is empty and untouched', async () => {
    const { element, frame } = await openCheckout({ view: aCheckoutView() })
    await userEvent.fill(field('Full name'), 'A')
    await userEvent.clear(field('Full name'))
    element.customer = { name: 'Ana Example', phone: '+34 600 123 456' }
    await element.updateComplete
    expect([field('Full name').value, field('Phone').value]).toEqual(['', '+34 600 123 456'])
    element.customer = { name: 'Ana Example', phone: '+34 600 000 000' }
    await element.updateComplete
    expect(field('Phone')).toHaveValue('+34 600 123 456')
    expect(frame.iframe.isConnected).toBe(true)
  })

  test('the summary may be compact or not there', async () => {
    const { element } = await openCheckout()
    const shown = (selector: string) =>
      element.shadowRoot!.querySelector(selector)!.checkVisibility()
    expect([shown('.summary'), shown('.item')]).toEqual([true, true])
    element.summary = 'compact'
    await element.updateComplete
    expect([shown('.summary'), shown('.item')]).toEqual([true, false])
    element.summary = 'none'
    await element.updateComplete
    expect(shown('.summary')).toBe(false)
  })

  test('the layout may be one column or two', async () => {
    const { element } = await openCheckout()
    element.layout = 'stack'
    await element.updateComplete
    const grid = element.shadowRoot!.querySelector('.grid')!
    const columns = () => getComputedStyle(grid).gridTemplateColumns.split(' ')
    expect(columns()).toHaveLength(1)
    element.layout = 'split'
    await element.updateComplete
    expect(columns()).toHaveLength(2)
  })
})

describe('checkout page §7 <hosted-checkout>, what pages may follow', () => {
  test('the status is a state for sheets, too', async () => {
    const { element } = await openCheckout()
    expect(element.matches(':state(ready)')).toBe(true)
    fillBuyer()
    await element.submit()
    expect([element.matches(':state(ready)'), element.matches(':state(complete)')]).toEqual([
      false,
      true,
    ])
  })

  test('hidden-timer takes away the time that the price is held until', async () => {
    const { element } = await openCheckout()
    const held = element.shadowRoot!.querySelector('.held')!
    expect(held.checkVisibility()).toBe(true)
    element.hiddenTimer = true
    await element.updateComplete
    expect(held.checkVisibility()).toBe(false)
  })

  test('hc-step tells how far the buyer has come, each step once', async () => {
    const steps: string[] = []
    const hear = ({ detail }: CheckoutEvent<'hc-step'>) => steps.push(detail.step)
    document.addEventListener('hc-step', hear as unknown as EventListener)
    const { element, server } = await openCheckout()
    await typeBuyer()
    await userEvent.tab()
    server.decline('card_declined')
    await element.submit()
    await element.submit()
    document.removeEventListener('hc-step', hear as unknown as EventListener)
    expect(steps).toEqual(['view', 'name', 'phone', 'place', 'card', 'pay'])
  })

  test('hc-resize tells another height', async () => {
    const { element } = await openCheckout()
    const heights: number[] = []
    element.addEventListener('hc-resize', ({ detail }) => heights.push(detail.height))
    element.validate()
    await expect.poll(() => heights.at(-1) === element.offsetHeight).toBe(true)
  })
})

describe('checkout page §7 <hosted-checkout>, hc-change', () => {
  test('hc-change names the field and whether it is right, never what is in it', async () => {
    const { element } = await openCheckout()
    const emitted: CheckoutEvent<'hc-change'>['detail'][] = []
    element.addEventListener('hc-change', ({ detail }) => emitted.push(detail))
    await typeBuyer()
    expect(emitted.map(({ field: name, valid, complete }) => [name, valid, complete])).toEqual([
      ['name', true, false],
      ['phone', true, false],
      ['place', true, true],
    ])
    expect(JSON.stringify(emitted)).not.toMatch(/Ana|600|Calle/)
  })
})

describe('checkout page §7 <hosted-checkout>, a new node for the same session', () => {
  test('a new node has what was typed into the one before, however it is named', async () => {
    const view = aCheckoutView({ id: 'cs_again' })
    const server = serveCheckout(view)
    const { element } = mountCheckout(view)
    await speakAsFrame(await cardFrame())
    await expectOutcomes(server)
    fillBuyer()
    element.remove()
    const next = document.createElement('hosted-checkout')
    next.setAttribute('checkout-url', `${CHECKOUT_URL}/`)
    next.setAttribute('lang', 'en-GB')
    next.session = `${CHECKOUT_URL}/${view.id}`
    document.body.append(next)
    await expectForm()
    expect(field('Full name')).toHaveValue('Ana Example')
    next.remove()
  })
})
