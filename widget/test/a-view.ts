import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { Order } from '../../server/contract/order.ts'

export const aView = (over: Partial<CheckoutView> = {}): CheckoutView => ({
  id: 'cs_1234567890abcdefghijklmnopqrstuv',
  status: 'open',
  expiresAt: '2026-11-21T10:00:00.000Z',
  now: '2026-11-21T09:30:00.000Z',
  store: { name: 'Nordic Atelier', language: 'en-GB' },
  item: {
    name: 'Linen overshirt',
    imageUrl: null,
    size: 'M',
    color: 'Indigo',
    quantity: 2,
    unitPrice: 6450,
  },
  currency: 'USD',
  currencyDigits: 2,
  deliveryOptions: [{ id: 'standard', name: 'Standard delivery', fee: 500 }],
  customer: {},
  amounts: { subtotal: 12900, fee: 500, total: 13400 },
  attempt: null,
  order: null,
  payment: { provider: 'test', frameUrl: 'http://127.0.0.1:4242/payment-frame' },
  ...over,
})

export const anOrder = (over: Partial<Order> = {}): Order => ({
  orderNumber: 'ABCDE-12345',
  amountTotal: 13400,
  quantity: 2,
  customer: { name: 'Ada Lovelace', phone: '••••••••45' },
  fulfillment: { method: 'DELIVERY', details: 'Standard delivery, Storgata 12', fee: 500 },
  paidAt: '2026-11-21T09:41:00.000Z',
  ...over,
})
