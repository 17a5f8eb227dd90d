import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import { type Dispute, type DisputeState, isDecided } from '../../checkout/refunds/dispute.ts'
import type { ChargeReading, ChargeRefund } from '../../checkout/ports/provider.ts'
import type { StripeAccount } from './stripe-account.ts'
import { fromStripeAmount } from './stripe-currencies.ts'
import { CHARGE_NEWS } from './stripe-notifications.ts'
import { readPayment } from './stripe-payments.ts'
import { failureOf, hasFailed } from './stripe-whole-refunds.ts'

export async function readCharge(
  { stripe }: StripeAccount,
  { providerPaymentId: paymentId, currency }: PaymentAttempt,
): Promise<ChargeReading> {
  if (paymentId === null) return { type: 'unknown' }
  const of = { payment_intent: paymentId, limit: 100 }
  const [intent, refunds, disputes] = await Promise.all([
    readPayment(stripe, paymentId),
    listAll(stripe.refunds.list(of), (refund) => toChargeRefund(refund, currency)),
    listAll(stripe.disputes.list(of), toDispute),
  ])
  return {
    type: 'read',
    captured: fromStripeAmount(intent.amount_received, currency),
    refunds: refunds.toReversed(),
    disputes: disputes.toReversed(),
  }
}

async function listAll<Item, Result>(list: AsyncIterable<Item>, to: (item: Item) => Result) {
  const all: Result[] = []
  for await (const item of list) all.push(to(item))
  return all
}

function toChargeRefund(refund: Stripe.Refund, currency: string): ChargeRefund {
  const { id: providerRefundId, amount, status, metadata, created } = refund
  return {
    providerRefundId,
    refundId: metadata?.['refund'] ?? null,
    amount: fromStripeAmount(amount, currency),
    ...(hasFailed(refund)
      ? { state: 'failed', failureCode: failureOf(refund) }
      : { state: status === 'succeeded' ? 'succeeded' : 'pending', failureCode: null }),
    createdAt: new Date(created * 1000),
  }
}

/** A state that is missing here is new to us: we show it as under review. */
const STATES: Record<string, DisputeState> = {
  needs_response: 'needs_response',
  warning_needs_response: 'needs_response',
  appeal_needs_response: 'needs_response',
  lost: 'lost',
  won: 'won',
  warning_closed: 'won',
  charge_refunded: 'won',
  prevented: 'won',
}

function toDispute(dispute: Stripe.Dispute): Dispute {
  const { id: providerDisputeId, amount, reason, status, created } = dispute
  const currency = dispute.currency.toUpperCase()
  const state = STATES[status] ?? 'under_review'
  const dueBy = dispute.evidence_details.due_by
  return {
    providerDisputeId,
    amount: fromStripeAmount(amount, currency),
    currency,
    reason,
    state,
    isInquiry: dispute.is_charge_refundable,
    dueAt: typeof dueBy !== 'number' || isDecided({ state }) ? null : new Date(dueBy * 1000),
    openedAt: new Date(created * 1000),
  }
}

/** Stripe keeps its events for 30 days. https://docs.stripe.com/api/events */
export async function* listActivity(stripe: Stripe, since: Date): AsyncIterable<string> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  for await (const { data } of stripe.events.list({ types: CHARGE_NEWS, created, limit: 100 })) {
    const { object } = data
    if ('payment_intent' in object && typeof object.payment_intent === 'string')
      yield object.payment_intent
  }
}
