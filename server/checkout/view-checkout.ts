import type { AttemptView, CheckoutView, StatusEvent } from '../contract/buyer.ts'
import type { DeliveryCountry } from '../contract/delivery.ts'
import { addressIn } from './address.ts'
import { declineMessage } from './attempt.ts'
import { currencyDigits } from './money.ts'
import { MAX_ATTEMPTS } from './payment-caps.ts'
import { amountsOf, defaultOption } from './pricing.ts'
import { maskOrder, mayReadReceipt, type Reader } from './receipt.ts'
import { mayRestart } from './restart-session.ts'
import { type CheckoutSession, toStatus } from './session.ts'

function viewAttempt({ latestAttempt: attempt, attempts }: CheckoutSession): AttemptView {
  if (attempt === null) return null
  if (attempt.status === 'failed') {
    const code = attempts < MAX_ATTEMPTS ? attempt.declineCode : 'too_many_attempts'
    return { status: 'failed', code, message: declineMessage(code) }
  }
  return attempt.challengeUrl === null
    ? { status: 'processing' }
    : {
        status: 'processing',
        action: { type: attempt.action ?? 'challenge', url: attempt.challengeUrl },
      }
}

/** The order, and for whoever may read all of it what it was paid with. */
function viewOrder(session: CheckoutSession, reader: Reader & { kept: string | null }) {
  const { order, card } = session
  if (order === null) return { order }
  if (!mayReadReceipt(order, reader)) return { order: maskOrder(order, session) }
  return { order, ...(card && { card }) }
}

function viewAmounts({ quote, order }: CheckoutSession) {
  if (order === null) return amountsOf(quote, defaultOption(quote))
  const {
    amountTotal: total,
    fulfillment: { fee },
  } = order
  return { subtotal: total - fee, fee, total }
}

const viewStore = ({
  store: { name, language, isTest, logoUrl, contactEmail, contactPhone },
  seller,
}: CheckoutSession) => ({
  // Every state of the page names the store: nobody takes a test for a purchase.
  name: isTest ? `${name} (test)` : name,
  language,
  ...(isTest && { test: true as const }),
  ...(logoUrl !== null && { logoUrl }),
  ...(contactEmail !== null && { contactEmail }),
  ...(contactPhone !== null && { contactPhone }),
  ...(seller && { seller }),
})

const asOneText = (country: string): DeliveryCountry => ({ country, fields: ['place'] })

/** An address that the merchant has prefilled is one text, and stays one; of a country of the store's. */
export function viewCountries({ store, customer }: CheckoutSession) {
  const countries = store.deliveryCountries
  if (countries.length === 0) return {}
  const entered = customer.details === undefined ? addressIn : asOneText
  return { deliveryCountries: countries.map(entered) }
}

/** What a page has to know of the payment provider, by the kind of its store. */
export type Payments = { live: CheckoutView['payment']; test: CheckoutView['payment'] }

type Viewing = Reader & {
  payments: Payments
  /** The digest that the session was paid with. (Default: none, and nobody sees the full receipt.) */
  kept?: string | null
}

/**
 * The session as its page shows it: whoever has the link sees what was bought, the browser that paid
 * sees the receipt, too. What the merchant has prefilled is there for as long as there is a form.
 */
export function viewCheckout(
  session: CheckoutSession,
  { now, payments, receiptDigest, kept = null }: Viewing,
): CheckoutView {
  const { quote } = session
  const hasForm = session.state === 'open' || session.state === 'paying'
  return {
    id: session.id,
    status: toStatus(session.state),
    expiresAt: session.expiresAt.toISOString(),
    now: now.toISOString(),
    store: viewStore(session),
    item: {
      name: quote.productName,
      imageUrl: quote.imageUrl,
      size: quote.size,
      color: quote.color,
      quantity: quote.quantity,
      unitPrice: quote.unitPrice,
      ...(session.priceBefore && { priceBefore: session.priceBefore }),
    },
    currency: quote.currency,
    currencyDigits: currencyDigits(quote.currency),
    deliveryOptions: quote.deliveryOptions,
    ...(hasForm && viewCountries(session)),
    customer: hasForm ? session.customer : {},
    amounts: viewAmounts(session),
    attempt: viewAttempt(session),
    ...viewOrder(session, { now, receiptDigest, kept }),
    payment: session.store.isTest ? payments.test : payments.live,
    ...(session.successUrl !== null && { successUrl: session.successUrl }),
    ...(session.cancelUrl !== null && { cancelUrl: session.cancelUrl }),
    ...(session.store.returnsAtOnce && { returnsAtOnce: true as const }),
    ...(mayRestart(session) && session.order === null && { canRestart: true as const }),
  }
}

export const viewStatus = (session: CheckoutSession): StatusEvent => ({
  status: toStatus(session.state),
  attempt: viewAttempt(session),
})
