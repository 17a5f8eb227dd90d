import { describe, expect, test } from 'vitest'
import type { Order } from '../../contract/order.ts'
import { maskOrder, mayReadReceipt } from './receipt.ts'
import type { Quote } from '../sessions/session.ts'

const order = ({ name = 'Ana Example', phone = '+34 600 123 456', details = '' } = {}): Order => ({
  orderNumber: 'ABCDE-12345',
  amountTotal: 2440,
  quantity: 1,
  customer: { name, phone },
  fulfillment: { method: 'DELIVERY', details, fee: 450 },
  paidAt: '2026-11-21T09:41:00.000Z',
})

const quote = {
  deliveryOptions: [{ id: 'post', name: 'Post, insured', fee: 450 }],
} as Quote

const masked = (fields: Parameters<typeof order>[0]) =>
  maskOrder(order(fields), { quote, deliveryOption: null })

describe('security §4: a masked receipt', () => {
  test.each([
    ['Ana Example', 'Ana E'],
    ['Ana María de la Cruz', 'Ana C'],
    ['  Ana   Example ', 'Ana E'],
    ['王小明', '王'],
    ['Cher', 'C'],
    ['Ana 👩‍🚀x', 'Ana 👩‍🚀'],
    ['', '•••'],
  ])('a masked receipt has of the name "%s" no more than "%s"', (name, shown) => {
    expect(masked({ name }).customer.name).toBe(shown)
  })

  test.each([
    ['+34 600 123 456', '+•• ••• ••• •••'],
    ['٠١٢٣٤٥٦', '•••••••'],
    ['', '•••'],
  ])('a masked receipt has of the phone number "%s" no more than "%s"', (phone, shown) => {
    expect(masked({ phone }).customer.phone).toBe(shown)
  })

  test.each([
    ['Post, insured, Calle Mayor 1', 'Post, insured'],
    ['An option that is gone, Calle Mayor 1', '•••'],
    ['', '•••'],
  ])('a masked receipt has of the delivery "%s" no more than "%s"', (details, shown) => {
    expect(masked({ details }).fulfillment).toEqual({
      method: 'DELIVERY',
      details: shown,
      fee: 450,
    })
  })

  test('a masked receipt has the number, the amounts and the moment of the order', () => {
    const { orderNumber, amountTotal, quantity, paidAt } = order()
    expect(masked({})).toMatchObject({ orderNumber, amountTotal, quantity, paidAt })
  })
})

describe('security §4: the full receipt', () => {
  const hoursLater = (hours: number) => new Date(Date.parse(order().paidAt) + hours * 3_600_000)
  const may = (fields: Partial<Parameters<typeof mayReadReceipt>[1]>) =>
    mayReadReceipt(order(), {
      now: hoursLater(1),
      receiptDigest: 'digest',
      kept: 'digest',
      ...fields,
    })

  test('the full receipt belongs to the browser that paid, for 24 h', () => {
    expect(may({})).toBe(true)
    expect(may({ now: hoursLater(23.99) })).toBe(true)
    expect(may({ now: hoursLater(24) })).toBe(false)
  })

  test('the full receipt is for nobody without its key, with another one, or where none was kept', () => {
    expect(may({ receiptDigest: undefined })).toBe(false)
    expect(may({ receiptDigest: 'other' })).toBe(false)
    expect(may({ kept: null })).toBe(false)
    expect(may({ receiptDigest: undefined, kept: null })).toBe(false)
  })
})
