import type { Stripe } from 'stripe'
import type { StripeAccount } from './stripe-account.ts'
import { callAnew, isReplayed } from './stripe-api.ts'
import { assertAnswer } from './stripe-outcomes.ts'

const HOUR_MS = 3_600_000

/** How long a refund that has failed is left alone, in hours, by how many have failed in a row. */
const WAIT_HOURS = [0, 1, 2, 4, 8, 16, 24]

type WholeRefund = {
  paymentId: string
  /** Of the first one. */
  key: string
  metadata: Record<string, string>
}

/**
 * Gives back what is left of a payment, and says how its newest refund stands. One that has failed is
 * made anew: an hour after it was made, then 2, 4, 8, 16 and from there on 24 hours. Stripe tells of
 * every refund, whoever hears of it comes here, and a bank that takes no refund now would be asked
 * again by each of its own refusals. Both times are Stripe's own: a clock of ours that is wrong must
 * not bring that about either.
 */
export async function refundAll(
  { stripe, now }: Pick<StripeAccount, 'stripe' | 'now'>,
  { paymentId, key, metadata }: WholeRefund,
): Promise<Stripe.Refund> {
  const { data, lastResponse } = await stripe.refunds.list({
    payment_intent: paymentId,
    limit: WAIT_HOURS.length,
  })
  const [last] = data
  const stood = data.findIndex((refund) => !hasFailed(refund))
  const failures = stood === -1 ? data.length : stood
  const askedAt = new Date(lastResponse.headers['date'] ?? now()).getTime()
  const waitMs = (WAIT_HOURS[failures] ?? 24) * HOUR_MS
  if (last && failures > 0 && askedAt < last.created * 1000 + waitMs) return last
  // A key for each refund that there was: what Stripe would answer again to the same one may have
  // failed since. Of two that are made at once, it refuses the second.
  return callAnew([key, last?.id].filter(Boolean).join(':'), {
    now: now(),
    call: async (options) =>
      currentRefund(
        stripe,
        await stripe.refunds.create({ payment_intent: paymentId, metadata }, options),
      ),
  })
}

export const hasFailed = ({ status }: Pick<Stripe.Refund, 'status'>) =>
  status === 'failed' || status === 'canceled'

/** What Stripe has answered before may have moved on since. */
export async function currentRefund(stripe: Stripe, made: Stripe.Response<Stripe.Refund>) {
  assertAnswer(made, { object: 'refund' })
  return isReplayed(made) ? stripe.refunds.retrieve(made.id) : made
}

/** https://docs.stripe.com/refunds#failed-refunds */
export const failureOf = ({ failure_reason: reason, status }: Stripe.Refund) =>
  reason ?? `refund_${status}`
