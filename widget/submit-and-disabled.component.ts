import { describe, expect, test } from 'vitest'
import { speakAsFrame } from './test/a-card-frame.ts'
import { never, serveCheckout } from './test/a-checkout-server.ts'
import {
  aCheckoutView,
  cardFrame,
  expectForm,
  expectOutcomes,
  expectReceipt,
  field,
  fillBuyer,
  mountCheckout,
  openCheckout,
  payButton,
} from './test/a-checkout.ts'

const KNOWN = { name: 'Ana', phone: '+34 600 123 456', details: 'X 1' }

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
    const { inert } = field('Full name').closest<HTMLElement>('[data-fields]')!
    expect([inert, payButton()!.ariaDisabled]).toEqual([true, 'true'])
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
})
