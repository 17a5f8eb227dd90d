import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { speakAsFrame } from '../test/a-card-frame.ts'
import { serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  cardFrame,
  expectForm,
  expectReceipt,
  field,
  fillBuyer,
  mountCheckout,
  openCheckout,
  pressPay,
} from '../test/a-checkout.ts'

describe('checkout page §4 States, cancelled or left', () => {
  test('on the hosted page what was typed is there after a reload, until it is paid', async () => {
    const { element, view } = await openCheckout({ surface: 'hosted' })
    fillBuyer()
    expect(JSON.stringify({ ...sessionStorage })).toContain('Ana Example')
    element.remove()
    document.querySelector('script[data-checkout]')?.remove()
    mountCheckout(view, { surface: 'hosted' })
    await speakAsFrame(await cardFrame())
    expect(field('Full name')).toHaveValue('Ana Example')
    expect(field('Phone')).toHaveValue('+34 600 123 456')
    expect(field('Delivery address')).toHaveValue('Calle Mayor 1, 28013 Madrid')
    pressPay()
    await expectReceipt()
    expect(sessionStorage).toHaveLength(0)
  })

  test('what was typed before the script came stays', async () => {
    const view = aCheckoutView()
    serveCheckout(view)
    const { element } = mountCheckout(view, { surface: 'hosted' })
    await expectForm()
    await userEvent.fill(field('Full name'), 'Ana Example')
    await cardFrame(element)
    expect(field('Full name')).toHaveValue('Ana Example')
  })

  test('a merchant’s page keeps nothing in its storage', async () => {
    await openCheckout()
    fillBuyer()
    expect(sessionStorage).toHaveLength(0)
    expect(localStorage).toHaveLength(0)
  })
})
