import type { Stripe } from 'stripe'
import type { StripeAccount } from './stripe-account.ts'
import { callAnew, isReplayed } from './stripe-api.ts'
import { assertAnswer } from './stripe-outcomes.ts'

const HOUR_MS = 3_600_000

/** Hours to wait after a failed refund, by how many have failed in a row. */
const WAIT_HOURS = [0, 1, 2, 4, 8, 16, 24]

type WholeRefund = {
  paymentId: string
  /** The key of the first refund. */
  key: string
  metadata: Record<string, string>
}

/**
 * Gives back what is left of a payment and returns its newest refund. After a failed refund it
 * waits WAIT_HOURS: each failure is a notification that leads here, so without a wait a refusing
 * bank would be asked again at once, for ever. Both times are Stripe's, because a wrong clock of
 * ours must not cause that either.
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
  // One key for each earlier refund: the answer that Stripe stored under the old key may have
  // failed since. Of two refunds at the same time, Stripe refuses the second.
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

/** A stored answer may be out of date. */
export async function currentRefund(stripe: Stripe, made: Stripe.Response<Stripe.Refund>) {
  assertAnswer(made, { object: 'refund' })
  return isReplayed(made) ? stripe.refunds.retrieve(made.id) : made
}

/** https://docs.stripe.com/refunds#failed-refunds */
export const failureOf = ({ failure_reason: reason, status }: Stripe.Refund) =>
  reason ?? `refund_${status}`
