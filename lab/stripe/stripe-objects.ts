import type { toDispute } from './stripe-disputes.ts'
import type { StripeCard } from './stripe-cards.ts'
import type { StripeErrorBody } from './stripe-refusal.ts'

export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

/** A PaymentIntent with its last charge in the double's books. Times are Unix seconds. */
export type Payment = {
  id: string
  clientSecret: string
  amount: number
  currency: string
  metadata: Record<string, string>
  captureMethod: 'manual' | 'automatic'
  methodTypes: string[]
  created: number
  status: PaymentStatus
  paymentMethod: string | null
  card: StripeCard | null
  /** When it is not paid by card: where its buyer confirms, and comes back to. */
  elsewhere: { type: string; url: string; returnUrl: string } | null
  lastError: StripeErrorBody | null
  charge: Charge | null
  /** How often somebody tried to pay it. */
  confirmations: number
  canceledAt: number | null
  cancellationReason: string | null
}

export type Charge = {
  id: string
  status: 'succeeded' | 'failed'
  /** What the bank reserved, which may differ from what was asked. */
  authorized: number
  captured: number
  refunded: number
  disputed: boolean
  failure: StripeErrorBody | null
  created: number
}

export type Refund = {
  id: string
  payment: Payment
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | null
  metadata: Record<string, string>
  created: number
}

const toChargeOutcome = ({ failure }: Charge) => ({
  network_status: failure ? 'declined_by_network' : 'approved_by_network',
  reason: failure?.decline_code ?? null,
  risk_level: 'normal',
  seller_message: null,
  type: failure ? 'issuer_declined' : 'authorized',
})

export const toCharge = (payment: Payment, charge: Charge) => ({
  id: charge.id,
  object: 'charge',
  amount: payment.amount,
  amount_captured: charge.captured,
  amount_refunded: charge.refunded,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null },
  captured: charge.captured > 0,
  created: charge.created,
  currency: payment.currency,
  customer: null,
  description: null,
  disputed: charge.disputed,
  failure_code: charge.failure?.code ?? null,
  failure_message: charge.failure?.message ?? null,
  livemode: false,
  metadata: payment.metadata,
  outcome: toChargeOutcome(charge),
  paid: charge.status === 'succeeded',
  payment_intent: payment.id,
  payment_method: payment.paymentMethod,
  payment_method_details: payment.elsewhere
    ? { type: payment.elsewhere.type }
    : {
        type: 'card',
        card: payment.card && { brand: payment.card.brand, last4: payment.card.last4 },
      },
  receipt_url: null,
  status: charge.status,
  refunded: charge.refunded > 0 && charge.refunded === charge.captured,
})

function nextAction({ id, status, elsewhere }: Payment) {
  if (status !== 'requires_action') return null
  switch (elsewhere?.type) {
    case undefined:
      return {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'stripe_3ds2_fingerprint', source: `src_${id}` },
      }
    case 'blik':
      return { type: 'blik_authorize' }
    case 'pix':
      return {
        type: 'pix_display_qr_code',
        pix_display_qr_code: { hosted_instructions_url: elsewhere?.url },
      }
    default:
      return {
        type: 'redirect_to_url',
        redirect_to_url: { url: elsewhere?.url, return_url: elsewhere?.returnUrl },
      }
  }
}

/** `isExpanded`: with the charge itself instead of its id. */
export const toPaymentIntent = (payment: Payment, { isExpanded = false } = {}) => ({
  id: payment.id,
  object: 'payment_intent',
  amount: payment.amount,
  amount_capturable: payment.status === 'requires_capture' ? (payment.charge?.authorized ?? 0) : 0,
  amount_received: payment.charge?.captured ?? 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: payment.canceledAt,
  cancellation_reason: payment.cancellationReason,
  capture_method: payment.captureMethod,
  client_secret: payment.clientSecret,
  confirmation_method: 'automatic',
  created: payment.created,
  currency: payment.currency,
  customer: null,
  description: null,
  last_payment_error: payment.lastError,
  latest_charge:
    payment.charge === null
      ? null
      : isExpanded
        ? toCharge(payment, payment.charge)
        : payment.charge.id,
  livemode: false,
  metadata: payment.metadata,
  next_action: nextAction(payment),
  payment_method: payment.paymentMethod,
  payment_method_options: {},
  payment_method_types: payment.methodTypes,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  status: payment.status,
  transfer_data: null,
  transfer_group: null,
})

export const toRefund = ({
  id,
  payment,
  amount,
  status,
  failureReason,
  metadata,
  created,
}: Refund) => ({
  id,
  object: 'refund',
  amount,
  balance_transaction: null,
  charge: payment.charge?.id ?? null,
  created,
  currency: payment.currency,
  metadata,
  payment_intent: payment.id,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status,
  transfer_reversal: null,
  ...(failureReason !== null && { failure_reason: failureReason }),
})

export type StripeObject =
  | ReturnType<typeof toPaymentIntent>
  | ReturnType<typeof toCharge>
  | ReturnType<typeof toRefund>
  | ReturnType<typeof toDispute>
