import type { CheckoutSession } from '../../checkout/session.ts'

type Order = NonNullable<CheckoutSession['order']>

/** A copy holds values alone, in this order: their names would be half of it. */
const toValues = (session: CheckoutSession) =>
  [
    session.state,
    session.version,
    session.storeId,
    session.storeName,
    session.logoUrl,
    session.contactEmail,
    session.contactPhone,
    session.successUrl,
    session.cancelUrl,
    session.customer,
    session.metadata,
    session.createdAt.getTime(),
    session.expiresAt.getTime(),
    session.attempts,
    session.latestAttempt,
    quoteValues(session.quote),
    session.order && orderValues(session.order),
  ] as const

const quoteValues = (quote: CheckoutSession['quote']) =>
  [
    quote.productId,
    quote.variantId,
    quote.productSlug,
    quote.productName,
    quote.imageUrl,
    quote.size,
    quote.color,
    quote.quantity,
    quote.unitPrice,
    quote.currency,
    quote.deliveryOptions.map(({ id, name, fee }) => [id, name, fee] as const),
  ] as const

const orderValues = (order: Order) =>
  [
    order.orderNumber,
    order.amountTotal,
    order.quantity,
    order.customer.name,
    order.customer.phone,
    order.fulfillment.details,
    order.fulfillment.fee,
    order.paidAt,
  ] as const

/** All of a session but its id, as text. */
export const packSession = (session: CheckoutSession) => JSON.stringify(toValues(session))

export function unpackSession(id: string, text: string): CheckoutSession {
  const [
    state,
    version,
    storeId,
    storeName,
    logoUrl,
    contactEmail,
    contactPhone,
    successUrl,
    cancelUrl,
    customer,
    metadata,
    createdAt,
    expiresAt,
    attempts,
    latestAttempt,
    quote,
    order,
  ] = JSON.parse(text) as ReturnType<typeof toValues>
  const base = {
    id,
    version,
    storeId,
    storeName,
    logoUrl,
    contactEmail,
    contactPhone,
    successUrl,
    cancelUrl,
    customer,
    metadata,
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
    attempts,
    latestAttempt,
    quote: toQuote(quote),
  }
  if (state !== 'complete') return { ...base, state, order: null }
  if (!order) throw new Error('the copy of a complete session has no order')
  return { ...base, state, order: toOrder(order) }
}

function toQuote([
  productId,
  variantId,
  productSlug,
  productName,
  imageUrl,
  size,
  color,
  quantity,
  unitPrice,
  currency,
  options,
]: ReturnType<typeof quoteValues>): CheckoutSession['quote'] {
  return {
    productId,
    variantId,
    productSlug,
    productName,
    imageUrl,
    size,
    color,
    quantity,
    unitPrice,
    currency,
    deliveryOptions: options.map(([id, name, fee]) => ({ id, name, fee })),
  }
}

const toOrder = ([
  orderNumber,
  amountTotal,
  quantity,
  name,
  phone,
  details,
  fee,
  paidAt,
]: ReturnType<typeof orderValues>): Order => ({
  orderNumber,
  amountTotal,
  quantity,
  customer: { name, phone },
  fulfillment: { method: 'DELIVERY', details, fee },
  paidAt,
})
