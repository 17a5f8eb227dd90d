import type * as z from 'zod'
import type { CheckoutView, StatusEvent } from '../../contract/buyer.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { CreateSessionRequest, Product } from '../../contract/merchant.ts'
import type { StoreEvent } from '../../contract/events.ts'
import type { SignedEvidence } from '../../contract/evidence.ts'
import type { ListedSession, MerchantOrder, Refund } from '../../contract/merchant-orders.ts'
import type { Order } from '../../contract/order.ts'
import type { BuyerSession } from '../../contract/platform/platform-buyers.ts'
import type {
  CreateStoreRequest,
  ListedStore,
  PlatformProduct,
  PutProductRequest,
  StoreResource,
} from '../../contract/platform/platform.ts'
import type { TestPayment } from '../../contract/test-provider.ts'

/** All examples are of one purchase: Ana buys the README's linen shirt from Loom & Co. */

export const SESSION_ID = 'cs_8fT2kQ0vLx5RmZ9aWc3YhN7bUe4JpG1s'
export const STORE_ID = 'st_4GhT9xKq2LmV7bRz'
export const CURSOR = 'MTQy'

const SIZE = 'M'
const COLOR = 'Sand'
const CURRENCY = 'EUR'
const DELIVERY: DeliveryOption = { id: 'standard', name: 'Standard delivery', fee: 490 }

export const createSession: z.input<typeof CreateSessionRequest> = {
  items: [{ product: 'linen-shirt', size: SIZE, color: COLOR, quantity: 2 }],
  successUrl: 'https://shop.example/thanks',
  cancelUrl: 'https://shop.example/linen-shirt',
  customer: { name: 'Ana Example' },
  metadata: { cart: 'c-1042' },
}

export const EVENT_CURSOR = '5d0c1f3a-00000001-81734'

export const event: StoreEvent = {
  id: 'evt_8fT2kQ0vL5b1f0c9d3a7e42f8c6d01b7a',
  type: 'checkout.session.completed',
  createdAt: '2026-11-21T09:38:12.418Z',
  data: { sessionId: SESSION_ID, orderNumber: '7K3M9-QX2RT' },
}

export const order: Order = {
  orderNumber: '7K3M9-QX2RT',
  amountTotal: 10290,
  quantity: 2,
  customer: { name: 'Ana Example', phone: '+34 600 123 456' },
  fulfillment: {
    method: 'DELIVERY',
    details: 'Standard delivery, Calle Mayor 1, 28013 Madrid',
    fee: DELIVERY.fee,
  },
  paidAt: '2026-11-21T09:38:12.418Z',
}

export const refund: Refund = {
  id: 'rf_Xc8sKq1LpT6wRz0YdHb4NmV2',
  amount: 1990,
  status: 'succeeded',
  createdAt: '2026-11-23T15:02:44.070Z',
}

export const merchantOrder: MerchantOrder = {
  ...order,
  customer: { ...order.customer, email: 'ana@mail.example' },
  sessionId: SESSION_ID,
  product: 'linen-shirt',
  size: SIZE,
  color: COLOR,
  currency: CURRENCY,
  fulfilledAt: null,
  tracking: null,
  deliveredAt: null,
  withdrawnAt: null,
  withdrawnLate: false,
  refunds: [refund],
  metadata: { cart: 'c-1042' },
}

export const listedSession: ListedSession = {
  id: SESSION_ID,
  status: 'complete',
  order,
  createdAt: '2026-11-21T09:36:40.000Z',
  expiresAt: '2026-11-21T10:06:40.000Z',
  metadata: { cart: 'c-1042' },
}

export const product: Product = {
  slug: 'linen-shirt',
  name: 'Linen shirt',
  description: 'Washed linen, made in Porto.',
  translations: { fr: { name: 'Chemise en lin' } },
  imageUrl: 'https://shop.example/linen-shirt.webp',
  price: 4900,
  currency: CURRENCY,
  archived: false,
  maxPerOrder: 100,
  variants: [
    { size: SIZE, colorName: COLOR, stock: 12 },
    { size: 'L', colorName: COLOR, stock: 0 },
  ],
}

export const view: CheckoutView = {
  id: SESSION_ID,
  status: 'open',
  expiresAt: '2026-11-21T10:00:00.000Z',
  now: '2026-11-21T09:36:40.102Z',
  store: { name: 'Loom & Co', language: 'en-GB' },
  item: {
    name: product.name,
    imageUrl: product.imageUrl,
    size: SIZE,
    color: COLOR,
    quantity: 2,
    unitPrice: product.price,
  },
  currency: CURRENCY,
  currencyDigits: 2,
  deliveryOptions: [DELIVERY],
  customer: { name: 'Ana Example' },
  amounts: { subtotal: 9800, fee: DELIVERY.fee, total: 10290 },
  attempt: null,
  order: null,
  payment: { provider: 'test', frameUrl: 'https://pay.example/payment-frame' },
  successUrl: 'https://shop.example/thanks',
}

export const statusEvent: StatusEvent = { status: 'open', attempt: { status: 'processing' } }

export const createStore = {
  name: 'Loom & Co',
  plan: 'pro',
  currency: CURRENCY,
  deliveryOptions: [DELIVERY],
  allowedOrigins: ['https://shop.example'],
  contactEmail: 'help@shop.example',
} satisfies z.input<typeof CreateStoreRequest>

export const listedStore = (): ListedStore => ({ ...store, closedAt: null })

export const store: StoreResource = { id: STORE_ID, ...createStore, test: false }

export const platformProduct: PlatformProduct = {
  ...product,
  variants: [
    { size: SIZE, colorName: COLOR, stock: 14, available: 12 },
    { size: 'L', colorName: COLOR, stock: 0, available: 0 },
  ],
  withdrawalDays: 14,
  withdrawalReason: null,
  buyUrl: `https://pay.example/checkout/buy/${STORE_ID}/linen-shirt`,
}

export const putProduct: z.input<typeof PutProductRequest> = {
  name: product.name,
  price: product.price,
  imageUrl: product.imageUrl,
  variants: [
    { size: SIZE, colorName: COLOR, stock: 14 },
    { size: 'L', colorName: COLOR },
  ],
}

export const evidence: SignedEvidence = {
  document: {
    issuer: 'https://pay.example',
    orderNumber: order.orderNumber,
    sessionId: SESSION_ID,
    paidAt: order.paidAt,
    amountTotal: order.amountTotal,
    currency: CURRENCY,
    shown: {
      product: product.name,
      size: SIZE,
      color: COLOR,
      quantity: order.quantity,
      unitPrice: product.price,
      deliveryOptions: [DELIVERY],
      terms: null,
    },
    consent: { isRequired: false, agreedAt: null },
    customer: merchantOrder.customer,
    payment: {
      provider: 'test',
      providerPaymentId: 'tp_4kRb7nV0',
      card: { brand: 'Visa', last4: '4242' },
      steps: [
        { at: '2026-11-21T09:36:40.000Z', type: 'created' },
        { at: '2026-11-21T09:38:11.906Z', type: 'payment_begun', amount: order.amountTotal },
        { at: order.paidAt, type: 'paid', amount: order.amountTotal },
      ],
    },
    receipt: 'eyJhbGciOiJFUzI1NiIs….eyJvcmRlcl9pZCI6….dC4Cc-Nt…',
    mails: [],
    fulfillment: {
      details: order.fulfillment.details,
      fee: DELIVERY.fee,
      fulfilledAt: null,
      tracking: null,
      deliveredAt: null,
      changes: [],
    },
    withdrawal: { days: 14, reason: null, at: null, late: false },
    refunds: [],
    disputes: [],
  },
  signature: 'eyJhbGciOiJFUzI1NiIs…..j51QrjcN…',
}

export const buyerSession: BuyerSession = {
  sessionId: SESSION_ID,
  status: 'complete',
  createdAt: '2026-11-21T09:36:40.000Z',
  customer: { name: 'Ana Example' },
  metadata: { cart: 'c-1042' },
  attempts: [
    {
      createdAt: '2026-11-21T09:38:11.906Z',
      status: 'succeeded',
      amount: order.amountTotal,
      currency: CURRENCY,
      customer: { ...order.customer, email: 'ana@mail.example' },
      details: order.fulfillment.details,
      card: { brand: 'Visa', last4: '4242' },
    },
  ],
  order: { ...order, tracking: null, note: null },
}

export const testPayment: TestPayment = {
  sessionId: SESSION_ID,
  attempt: 'att_2mXcV8sKq1LpT6wRz0YdHb4N',
  amount: 10290,
  currency: CURRENCY,
  status: 'captured',
}
