import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { speakAsFrame } from './test/a-card-frame.ts'
import { never, serveCheckout } from './test/a-checkout-server.ts'
import {
  aCheckoutView,
  button,
  cardFrame,
  expectForm,
  expectOutcomes,
  expectReceipt,
  field,
  fill,
  fillBuyer,
  mountCheckout,
  openCheckout,
  payButton,
  press,
} from './test/a-checkout.ts'

const KNOWN = { name: 'Ana', phone: '+34 600 123 456', details: 'X 1' }

const isAtRest = () => field('Full name').closest<HTMLElement>('[data-fields]')!.inert

describe('checkout page §7 <hosted-checkout>, submit and disabled at odd moments', () => {
  test('submit twice before the card fields are there pays once', async () => {
    const view = aCheckoutView({ customer: KNOWN })
    const server = serveCheckout(view)
    const { element } = mountCheckout(view)
    await expectForm()
    const answers = Promise.all([element.submit(), element.submit()])
    const iframe = await cardFrame()
    await expectOutcomes(server)
    await speakAsFrame(iframe)
    expect(await answers).toEqual(['complete', 'complete'])
    expect(server.orders).toHaveLength(1)
  })

  test('submit before there is a form says that nothing was paid', async () => {
    const view = aCheckoutView({ customer: KNOWN })
    const server = serveCheckout(view)
    const { element } = mountCheckout(view)
    expect(await element.submit()).toBe('loading')
    await expectForm()
    expect(server.orders).toEqual([])
  })

  test('disabled while a payment is under way does not stop it, wakes no form, and submit answers', async () => {
    const { element, server } = await openCheckout()
    fillBuyer()
    server.next('pay', never)
    const submitted = element.submit()
    await expect.poll(() => element.status).toBe('processing')
    element.disabled = true
    await element.updateComplete
    element.disabled = false
    await element.updateComplete
    expect([isAtRest(), payButton()!.ariaDisabled]).toEqual([true, 'true'])
    element.remove()
    expect(await submitted).toBe('loading')
  })

  test('an element taken out during submit answers, and does not pay again', async () => {
    const { element, server } = await openCheckout()
    fillBuyer()
    const submitted = element.submit()
    element.remove()
    expect(await submitted).toBe('loading')
    expect(server.orders.length).toBeLessThan(2)
  })

  test('another session during submit leaves its answer to that one', async () => {
    const next = aCheckoutView({ id: 'cs_next' })
    const view = aCheckoutView()
    const server = serveCheckout(view, next)
    const { element } = mountCheckout(view)
    await speakAsFrame(await cardFrame())
    await expectOutcomes(server)
    fillBuyer()
    server.next('pay', never)
    const submitted = element.submit()
    await expect.poll(() => server.orders).toHaveLength(1)
    element.session = next.id
    expect(await submitted).toBe('loading')
    await expectForm()
    expect(element.snapshot?.id).toBe(next.id)
    expect(server.orders).toHaveLength(1)
  })

  test('a form that was disabled from the start pays once it is not', async () => {
    const { element, server } = await openCheckout({ attributes: { disabled: '' } })
    fillBuyer()
    expect(await element.submit()).toBe('ready')
    element.disabled = false
    expect(await element.submit()).toBe('complete')
    await expectReceipt()
    expect(server.orders).toHaveLength(1)
  })

  test('a decline while disabled leaves the form at rest until it is not', async () => {
    const { element, server } = await openCheckout()
    fillBuyer()
    server.decline('card_declined')
    element.addEventListener('hc-processing', () => (element.disabled = true), { once: true })
    expect(await element.submit()).toBe('ready')
    await element.updateComplete
    expect(await element.submit()).toBe('ready')
    expect(isAtRest()).toBe(true)
    element.disabled = false
    await element.updateComplete
    expect(isAtRest()).toBe(false)
    expect(await element.submit()).toBe('complete')
    expect(server.orders).toHaveLength(2)
  })

  test('disabled after the card was checked sends nothing', async () => {
    const { element, server, frame, emitted } = await openCheckout()
    fillBuyer()
    frame.answers.validate = undefined
    const submitted = element.submit()
    await expect.poll(() => frame.heard('validate')).toHaveLength(1)
    element.disabled = true
    frame.say({ t: 'invalid', id: 1, errors: [] })
    expect(await submitted).toBe('ready')
    expect([emitted('hc-submit'), server.orders]).toEqual([[], []])
  })

  test('what is half typed when the form is disabled is not called wrong', async () => {
    const { element } = await openCheckout()
    fill(field('Phone'), '12')
    const left = new Promise((resolve) => {
      field('Phone').addEventListener('blur', resolve, { once: true })
    })
    element.disabled = true
    await left
    expect(field('Phone').ariaInvalid).toBeNull()
  })

  test('hc-submit prevented: submit answers ready, and asks again the next time', async () => {
    const { element, server, emitted } = await openCheckout({ prevented: ['hc-submit'] })
    fillBuyer()
    expect(await Promise.all([element.submit(), element.submit()])).toEqual(['ready', 'ready'])
    expect(await element.submit()).toBe('ready')
    expect(emitted('hc-submit')).toHaveLength(2)
    expect(server.orders).toEqual([])
    expect(isAtRest()).toBe(false)
  })

  test('submit behind card fields that failed answers ready, and pays once they are back', async () => {
    const { element, server, frame } = await openCheckout()
    fillBuyer()
    frame.say({ t: 'fatal' })
    await expect.poll(() => button('Try again')).toBeVisible()
    expect(await element.submit()).toBe('ready')
    press(button('Try again')!)
    const submitted = element.submit()
    await speakAsFrame(await cardFrame())
    expect(await submitted).toBe('complete')
    expect(server.orders).toHaveLength(1)
  })

  test(
    'a form in a slot is used while ours is disabled, and only its page hears of it',
    { tags: ['long'] },
    async () => {
      const { element, frame, emitted } = await openCheckout({
        attributes: { disabled: '' },
        fallback: '<form slot="before-pay"><input name="phone"><button>Apply</button></form>',
      })
      const form = element.querySelector('form')!
      let submits = 0
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        submits += 1
      })
      await userEvent.fill(form.querySelector('input')!, 'TEN')
      await userEvent.keyboard('{Enter}')
      await userEvent.click(form.querySelector('button')!)
      expect(submits).toBe(2)
      expect(frame.heard('validate')).toEqual([])
      expect(emitted().map(({ type }) => type)).toEqual(['hc-ready'])
    },
  )
})
