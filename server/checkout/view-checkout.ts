import type { AttemptView, CheckoutView, StatusEvent } from '../contract/buyer.ts'
import { declineMessage } from './attempt.ts'
import { currencyDigits } from './money.ts'
import { MAX_ATTEMPTS } from './payment-caps.ts'
import { amountsOf, defaultOption } from './pricing.ts'
import { type CheckoutSession, toStatus } from './session.ts'

function viewAttempt({ latestAttempt: attempt, attempts }: CheckoutSession): AttemptView {
  if (attempt === null) return null
  if (attempt.status === 'failed') {
    const code = attempts < MAX_ATTEMPTS ? attempt.declineCode : 'too_many_attempts'
    return { status: 'failed', code, message: declineMessage(code) }
  }
  return attempt.challengeUrl === null
    ? { status: 'processing' }
    : { status: 'processing', action: { type: 'challenge', url: attempt.challengeUrl } }
}

/**
 * Replaces all digits but the last two by dots: whoever has the link may see the receipt, but not
 * the buyer's number.
 */
const maskPhone = (phone: string) => {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  let seen = 0
  return phone.replaceAll(/\p{Nd}/gu, (digit) => ((seen += 1) > digits - 2 ? digit : '•'))
}

function viewOrder(session: CheckoutSession) {
  if (session.order === null) return null
  const { customer, ...order } = session.order
  return { ...order, customer: { ...customer, phone: maskPhone(customer.phone) } }
}

function viewAmounts({ quote, order }: CheckoutSession) {
  if (order === null) return amountsOf(quote, defaultOption(quote))
  const {
    amountTotal: total,
    fulfillment: { fee },
  } = order
  return { subtotal: total - fee, fee, total }
}

const viewStore = ({ storeName, logoUrl, contactEmail, contactPhone }: CheckoutSession) => ({
  name: storeName,
  ...(logoUrl !== null && { logoUrl }),
  ...(contactEmail !== null && { contactEmail }),
  ...(contactPhone !== null && { contactPhone }),
})

/** The session as its page shows it; never more than the holder of the link may see. */
export function viewCheckout(
  session: CheckoutSession,
  { now, payment }: { now: Date; payment: CheckoutView['payment'] },
): CheckoutView {
  const { quote } = session
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
    },
    currency: quote.currency,
    currencyDigits: currencyDigits(quote.currency),
    deliveryOptions: quote.deliveryOptions,
    customer: session.state === 'open' || session.state === 'paying' ? session.customer : {},
    amounts: viewAmounts(session),
    attempt: viewAttempt(session),
    order: viewOrder(session),
    payment,
    ...(session.successUrl !== null && { successUrl: session.successUrl }),
    ...(session.cancelUrl !== null && { cancelUrl: session.cancelUrl }),
  }
}

export const viewStatus = (session: CheckoutSession): StatusEvent => ({
  status: toStatus(session.state),
  attempt: viewAttempt(session),
})
