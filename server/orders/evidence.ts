import { quoteIn } from '../checkout/sessions/words-in.ts'
import type { Receipts } from '../auth/receipts.ts'
import type { Orders } from './open-orders.ts'
import type { OrderChange, OrderRecord } from './order-record.ts'

type EvidenceDeps = {
  orders: Pick<Orders, 'findWhole'>
  receipts: Receipts
  issuer: string
  now: () => Date
}

/** What an order's page shows, as one signed document for a bank that asks: `SignedEvidence`. */
export function createEvidence({ orders, receipts, issuer, now }: EvidenceDeps) {
  async function of(order: OrderRecord) {
    const receipt = await receipts.of({
      id: order.sessionId,
      store: order,
      order: { ...order, paidAt: order.paidAt.toISOString() },
      quote: order,
    })
    const document = { issuer, ...toDocument(order), receipt }
    return { document, signature: await receipts.signEvidence(JSON.stringify(document), now()) }
  }
  return {
    of,
    /** Undefined when the store has no such order. */
    async find(storeId: string, orderNumber: string) {
      const order = await orders.findWhole(storeId, orderNumber)
      return order && of(order)
    },
  }
}

/** In the language that the buyer read. Payments from before have no translations, either. */
function wordsRead(order: OrderRecord) {
  const { productName: product, deliveryOptions } = quoteIn(order, order.language ?? '')
  return { product, deliveryOptions }
}

/** Without members' notes, and without who of them did something. JSON makes texts of dates. */
const toDocument = (order: OrderRecord) => ({
  ...(order.isTest && { test: true }),
  orderNumber: order.orderNumber,
  sessionId: order.sessionId,
  paidAt: order.paidAt,
  amountTotal: order.amountTotal,
  currency: order.currency,
  shown: {
    ...wordsRead(order),
    size: order.size,
    color: order.color,
    quantity: order.quantity,
    unitPrice: order.unitPrice,
    terms: termsOf(order),
  },
  consent: {
    isRequired: order.terms?.seller.mustAgree ?? false,
    agreedAt: order.terms?.agreedAt ?? null,
  },
  customer:
    order.customerName === ''
      ? null
      : { name: order.customerName, phone: order.customerPhone, email: order.customerEmail },
  payment: {
    provider: order.provider,
    providerPaymentId: order.providerPaymentId,
    card: order.card,
    steps: order.sessionEvents,
  },
  mails: order.mails.map(({ putOffBy: _, ...mail }) => mail),
  fulfillment: {
    details: order.deliveryDetails,
    fee: order.deliveryFee,
    fulfilledAt: order.fulfilledAt,
    tracking: order.tracking,
    deliveredAt: order.deliveredAt,
    changes: order.changes.flatMap(toChange),
  },
  withdrawal: {
    days: order.withdrawalDays,
    reason: order.withdrawalReason,
    at: order.withdrawnAt,
    late: order.withdrawnLate,
  },
  refunds: order.refunds.map(({ id, amount, state, reason, createdAt, succeededAt }) => ({
    id,
    amount,
    status: state,
    reason,
    createdAt,
    succeededAt,
  })),
  disputes: order.disputes.map(({ providerDisputeId: _, ...dispute }) => dispute),
})

const termsOf = ({ terms }: OrderRecord) =>
  terms && { version: terms.version, since: terms.since, seller: terms.seller }

const toChange = ({ at, action }: OrderChange) =>
  action === 'order.fulfilled' || action === 'order.unfulfilled'
    ? [{ at, isFulfilled: action === 'order.fulfilled' }]
    : []
