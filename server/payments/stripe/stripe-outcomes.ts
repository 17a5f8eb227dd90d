import type { Stripe } from 'stripe'
import type { PaymentAttempt, PaymentCard } from '../../checkout/payments/attempt.ts'
import type { LedgerEntry, PaymentOutcome, ProviderPayment } from '../../checkout/ports/provider.ts'
import type { StripeAccount } from './stripe-account.ts'
import { fromStripeAmount } from './stripe-currencies.ts'

/**
 * Codes that buyers must not see, because they would show a thief what the bank knows.
 * https://docs.stripe.com/declines/codes
 */
const SILENT_DECLINES = new Set([
  'fraudulent',
  'generic_decline',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'security_violation',
  'stolen_card',
])

const DECLINES: Record<string, string> = {
  payment_intent_authentication_failure: 'authentication_failed',
  authentication_required: 'authentication_failed',
}

type Decline = { code?: string; decline_code?: string }

/** Why a card was declined, in our words where we have some, else in Stripe's. */
export function declineCodeOf({
  code = 'card_declined',
  decline_code: declineCode,
}: Decline): string {
  const reason = declineCode === undefined || SILENT_DECLINES.has(declineCode) ? code : declineCode
  return DECLINES[reason] ?? reason
}

/**
 * Our payments, not those of other integrations in the account. An attempt without an order
 * number began before payments named the service. Its metadata must stay as it was, because Stripe
 * accepts no other under the same key.
 */
export const metadataOf = (
  { serviceId }: Pick<StripeAccount, 'serviceId'>,
  { id, sessionId, storeId, orderNumber }: PaymentAttempt,
) => ({
  attempt: id,
  session: sessionId,
  store: storeId,
  ...(orderNumber !== null && { service: serviceId }),
})

type ObjectReference = { object: 'payment_intent' | 'refund'; id?: string }

/** Stripe's package takes some refusals (422) for answers. @throws {Error} another object */
export function assertAnswer(
  answer: { object: unknown; id: unknown; status: unknown },
  { object, id }: ObjectReference,
) {
  const isThat =
    answer.object === object && typeof answer.id === 'string' && typeof answer.status === 'string'
  if (!isThat || (id !== undefined && answer.id !== id)) {
    throw new Error(
      `Stripe answered ${String(answer.object)} ${String(answer.id)} where ${object} ${id ?? ''} was asked for`,
    )
  }
}

/** A cancelled reservation is not a refund (Stripe's API since 2025-03-31). */
export const refundedOf = ({ latest_charge: charge }: Stripe.PaymentIntent): number =>
  typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0

/**
 * As people write them. https://docs.stripe.com/api/charges/object, `payment_method_details.card`
 */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** Undefined without a charge, and without a card. */
function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): PaymentCard | undefined {
  const { brand, last4 } =
    (typeof charge === 'object' ? charge?.payment_method_details?.card : undefined) ?? {}
  return brand && last4 ? { brand: BRANDS[brand] ?? brand, last4 } : undefined
}

/** When the money of a payment without capture was taken. */
const takenAt = ({ capture_method: capture, latest_charge: charge }: Stripe.PaymentIntent) =>
  capture !== 'manual' && typeof charge === 'object' && charge !== null
    ? new Date(charge.created * 1000)
    : undefined

/** From Stripe's answer, never from our request. */
function toPayment(intent: Stripe.PaymentIntent, stripeAmount: number): ProviderPayment {
  const currency = intent.currency.toUpperCase()
  return {
    attemptId: intent.metadata['attempt'] ?? '',
    amount: fromStripeAmount(stripeAmount, currency),
    currency,
    card: cardOf(intent),
    takenAt: takenAt(intent),
  }
}

/** Undefined where the buyer has no page to go to: BLIK asks in the buyer's own app. */
function actionUrl(
  { next_action: next, client_secret: secret }: Stripe.PaymentIntent,
  challengeUrl: (secret: string) => string,
) {
  if (next?.type === 'redirect_to_url') return next.redirect_to_url?.url
  if (next?.type === 'pix_display_qr_code') return next.pix_display_qr_code?.hosted_instructions_url
  return next?.type === 'blik_authorize' || secret === null ? undefined : challengeUrl(secret)
}

/** The payment's state. Needs its charge (`expand: ['latest_charge']`) to see refunds. */
export function toOutcome(
  intent: Stripe.PaymentIntent,
  { id }: PaymentAttempt,
  challengeUrl: StripeAccount['challengeUrl'],
): PaymentOutcome {
  const paymentId = intent.id
  switch (intent.status) {
    case 'requires_capture':
      return { type: 'authorized', paymentId, payment: toPayment(intent, intent.amount_capturable) }
    case 'succeeded':
      return refundedOf(intent) >= intent.amount_received
        ? { type: 'refunded', paymentId }
        : { type: 'captured', paymentId, payment: toPayment(intent, intent.amount_received) }
    case 'requires_action': {
      const url = actionUrl(intent, (secret) => challengeUrl(id, secret))
      return url ? { type: 'action_required', paymentId, url } : { type: 'unknown', paymentId }
    }
    // We cancel declined payments.
    case 'canceled':
      return intent.last_payment_error
        ? { type: 'declined', paymentId, code: declineCodeOf(intent.last_payment_error) }
        : { type: 'cancelled', paymentId }
    case 'requires_payment_method':
      return intent.last_payment_error
        ? { type: 'declined', paymentId, code: declineCodeOf(intent.last_payment_error) }
        : { type: 'unknown', paymentId }
    default:
      return { type: 'unknown', paymentId }
  }
}

/** No card was asked yet, so no confirmation has had an effect. */
export const isUnconfirmed = ({ status, last_payment_error: error }: Stripe.PaymentIntent) =>
  status === 'requires_confirmation' || (status === 'requires_payment_method' && !error)

const OPEN: Stripe.PaymentIntent['status'][] = ['requires_action', 'processing', 'requires_capture']

/**
 * Undefined for a payment of another integration, or of another installation of this service.
 * `chargedBack`: in the minor unit of the payment's currency.
 */
export function toLedgerEntry(
  intent: Stripe.PaymentIntent,
  { serviceId, chargedBack }: Pick<StripeAccount, 'serviceId'> & { chargedBack: number },
): LedgerEntry | undefined {
  const { attempt, session, store, service } = intent.metadata
  if (session === undefined || (service ?? serviceId) !== serviceId) return undefined
  const { id: paymentId, created, status } = intent
  const currency = intent.currency.toUpperCase()
  return {
    paymentId,
    attemptId: attempt ?? null,
    sessionId: session,
    storeId: store ?? null,
    namesUs: service === serviceId,
    currency,
    amount: fromStripeAmount(intent.amount, currency),
    captured: fromStripeAmount(intent.amount_received, currency),
    refunded: fromStripeAmount(refundedOf(intent), currency),
    chargedBack,
    isOpen: OPEN.includes(status),
    createdAt: new Date(created * 1000),
  }
}
