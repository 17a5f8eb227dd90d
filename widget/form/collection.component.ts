import { screen, within } from 'shadow-dom-testing-library'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { DeliveryOption } from '../../server/contract/delivery.ts'
import { answered, serveCheckout } from '../test/a-checkout-server.ts'
import {
  aCheckoutView,
  alert,
  expectReceipt,
  field,
  heading,
  mountCheckout,
  openCheckout,
  pay,
  pressPay,
  status,
  text,
  describeBoth,
  fill,
} from '../test/a-checkout.ts'
import { anOrder } from '../test/a-view.ts'

const SHOP: DeliveryOption = {
  id: 'shop',
  name: 'Collect it',
  fee: 0,
  kind: 'collection',
  place: { name: 'Loom shop', address: 'Calle Luna 4\n28004 Madrid', hours: 'Mon–Fri 9–18' },
}
const POST: DeliveryOption = { id: 'post', name: 'Post', fee: 490 }
const BOTH = aCheckoutView({
  deliveryOptions: [POST, SHOP],
  amounts: { subtotal: 12900, fee: 490, total: 13390 },
})
const COLLECTED = anOrder({
  amountTotal: 12900,
  fulfillment: {
    method: 'DELIVERY',
    details: 'Collect it, Loom shop, Calle Luna 4\n28004 Madrid',
    fee: 0,
  },
})

const choose = (name: RegExp) => userEvent.click(screen.getByShadowRole('radio', { name }))
const addressText = () => screen.queryByShadowRole('textbox', { name: 'Delivery address' })
const terms = () =>
  within(screen.getByShadowRole('complementary', { name: 'Order summary' }))
    .getAllByShadowRole('term')
    .map(({ textContent }) => textContent)

async function fillContact() {
  fill(field('Full name'), 'Ana Example')
  fill(field('Phone'), '+34 600 123 456')
}

describeBoth('checkout page §2 The form, where the buyer collects it', (where) => {
  test('each option that is collected says where and when', async () => {
    await openCheckout({ surface: where, view: BOTH })
    for (const line of ['Loom shop Calle Luna 4 28004 Madrid', 'Mon–Fri 9–18'])
      expect(text(line)).toHaveLength(1)
  })

  test('no address is asked for or sent, and what was typed is there for who changes back', async () => {
    const { server } = await openCheckout({ surface: where, view: BOTH })
    server.next('pay', answered({ status: 'complete', order: COLLECTED }))
    await fillContact()
    fill(field('Delivery address'), 'My own house')
    await choose(/^Collect it/)
    expect(addressText()).toBeNull()
    expect(field('Phone')).toHaveAccessibleDescription(/^For questions about your order only/)
    expect(terms()).toEqual(['Subtotal', 'Pickup', 'Total'])
    await expect.poll(() => status().textContent).toBe('Total $129.00')
    await choose(/^Post/)
    expect(addressText()).toHaveValue('My own house')
    expect(addressText()).toBeRequired()
    expect(terms()).toEqual(['Subtotal', 'Delivery', 'Total'])
    await choose(/^Collect it/)
    pressPay()
    await expectReceipt()
    expect(server.orders).toMatchObject([{ fulfillment: { method: 'DELIVERY', option: 'shop' } }])
    expect(JSON.stringify(server.orders)).not.toContain('My own house')
  })

  test('hc-change knows that nothing is missing when the buyer collects', async () => {
    const { element } = await openCheckout({ surface: where, view: BOTH })
    const changes: unknown[] = []
    element.addEventListener('hc-change', ({ detail }) => changes.push(detail))
    await fillContact()
    await choose(/^Collect it/)
    expect(changes.at(-1)).toMatchObject({ field: 'option', complete: true })
    expect(element.validate()).toBe(true)
  })

  test('an address that was missing is no problem any more when the buyer collects', async () => {
    const { server } = await openCheckout({ surface: where, view: BOTH })
    server.next('pay', answered({ status: 'complete', order: COLLECTED }))
    fill(field('Phone'), '+34 600 123 456')
    pressPay()
    await expect.poll(() => heading('There is a problem')).toBeVisible()
    expect(within(alert()!).getAllByShadowRole('link')).toHaveLength(2)
    await choose(/^Collect it/)
    await expect.poll(() => heading('There is a problem')).toBeNull()
    fill(field('Full name'), 'Ana Example')
    pressPay()
    await expectReceipt()
  })

  test('with nothing to choose there is no address from the beginning', async () => {
    const { server } = await openCheckout({
      surface: where,
      view: aCheckoutView({ deliveryOptions: [SHOP] }),
    })
    server.next('pay', answered({ status: 'complete', order: COLLECTED }))
    expect(addressText()).toBeNull()
    expect(text(/^Loom shop/)).toHaveLength(1)
    await fillContact()
    pressPay()
    await expectReceipt()
  })

  test('the receipt says where to collect the order', async () => {
    const view = {
      ...BOTH,
      status: 'complete' as const,
      order: COLLECTED,
      deliveryOption: SHOP.id,
    }
    serveCheckout(view)
    mountCheckout(view, { surface: where })
    await expectReceipt()
    const said = screen.getAllByShadowRole('term').map(({ textContent }) => textContent)
    expect(said).toContain('Pick up at')
    expect(said).toContain('Pickup')
    expect(said).not.toContain('Delivery')
    expect(text('Loom shop Calle Luna 4 28004 Madrid')).toHaveLength(1)
    expect(text('Mon–Fri 9–18')).toHaveLength(1)
  })

  test('the receipt of what is delivered names no place to collect', async () => {
    await openCheckout({ surface: where, view: aCheckoutView({ deliveryOptions: [POST, SHOP] }) })
    pay()
    await expectReceipt()
    expect(screen.queryByShadowText('Pick up at')).toBeNull()
  })
})
