import { Stripe } from 'stripe'
import type {
  EntryOutcome,
  LedgerEntry,
  PaymentReference,
  UnknownPayment,
} from '../../checkout/ports/provider.ts'
import type { StripeAccount } from './stripe-account.ts'
import { callAnew, codeOf, isRefusal } from './stripe-api.ts'
import { chargedBackOf } from './stripe-disputes.ts'
import { toLedgerEntry } from './stripe-outcomes.ts'
import { readPayment } from './stripe-payments.ts'
import { failureOf, hasFailed, refundAll } from './stripe-whole-refunds.ts'

/** Every payment of ours that was begun since then. */
export async function* listPayments(
  account: StripeAccount,
  since: Date,
): AsyncIterable<LedgerEntry> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  for await (const intent of account.stripe.paymentIntents.list({
    created,
    limit: 100,
    expand: ['data.latest_charge'],
  })) {
    const entry = await entryOf(account, intent)
    if (entry) yield entry
  }
}

const entryOf = async (account: StripeAccount, intent: Stripe.PaymentIntent) =>
  toLedgerEntry(intent, {
    ...account,
    chargedBack: await chargedBackOf(account, intent),
  })

export async function findEntry(
  account: StripeAccount,
  { paymentId, attemptId }: PaymentReference | UnknownPayment,
): Promise<EntryOutcome> {
  if (paymentId === null) return { type: 'none' }
  try {
    const entry = await entryOf(account, await readPayment(account.stripe, paymentId))
    const isThat = entry && (attemptId ?? entry.attemptId) === entry.attemptId
    return isThat ? { type: 'found', entry } : { type: 'none' }
  } catch (error) {
    if (isMissing(error)) return { type: 'none' }
    throw error
  }
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/**
 * Cancels what is reserved or gives back what is left, only for a payment that names this service.
 * Stripe itself never gives back more than was taken.
 */
export async function returnPayment(
  account: StripeAccount,
  reference: PaymentReference,
): Promise<EntryOutcome> {
  const before = await findEntry(account, reference)
  if (before.type !== 'found' || !before.entry.namesUs) return before
  try {
    const refusal = await giveBack(account, before.entry)
    return withRefusal(await findEntry(account, reference), refusal)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // The payment was not in the expected state any more, or Stripe gives nothing back now.
    return withRefusal(await findEntry(account, reference), codeOf(error))
  }
}

const withRefusal = (outcome: EntryOutcome, refusal: string | undefined): EntryOutcome =>
  outcome.type === 'found' && refusal !== undefined ? { ...outcome, refusal } : outcome

/** The reason when Stripe has tried and failed; undefined otherwise. */
async function giveBack(
  account: StripeAccount,
  { paymentId, attemptId, isOpen, captured, refunded, chargedBack }: LedgerEntry,
) {
  const { stripe, serviceId, now } = account
  if (isOpen) {
    await callAnew(`${paymentId}:cancel`, {
      now: now(),
      call: (options) =>
        stripe.paymentIntents.cancel(paymentId, { cancellation_reason: 'abandoned' }, options),
    })
  } else if (captured > refunded + chargedBack) {
    const refund = await refundAll(account, {
      paymentId,
      key: `${paymentId}:refund`,
      metadata: { ...(attemptId !== null && { attempt: attemptId }), service: serviceId },
    })
    return hasFailed(refund) ? failureOf(refund) : undefined
  }
  return undefined
}
