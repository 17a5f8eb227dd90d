import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/attempt.ts'
import { methodOf } from '../../checkout/redirect-methods.ts'
import type { StripeAccount } from './stripe-account.ts'
import { isRefusal, isReplayed, isReplayedFailure } from './stripe-api.ts'
import { toStripeAmount } from './stripe-currencies.ts'
import { assertAnswer, metadataOf } from './stripe-outcomes.ts'

/** What came of looking for an attempt's payment; `none`: there is none, and none can come. */
type Found = { paymentId: string } | { none: 'amount_not_supported' | 'payment_refused' }

/** Where the payment stands after a call, and whether Stripe refused the call itself. */
type Acted = { intent: Stripe.PaymentIntent; isRefused: boolean }

export const WITH_CHARGE = { expand: ['latest_charge'] }

/**
 * To find a payment whose id was never recorded, its creation is repeated under the same key: it is
 * created unconfirmed, and that never reserves money.
 */
export async function findPayment(account: StripeAccount, attempt: PaymentAttempt): Promise<Found> {
  if (attempt.providerPaymentId !== null) return { paymentId: attempt.providerPaymentId }
  const { id, currency } = attempt
  const amount = toStripeAmount(attempt.amount, currency)
  if (amount === undefined) return { none: 'amount_not_supported' }
  const method = methodOf(attempt.paymentMethod)
  try {
    const intent = await account.stripe.paymentIntents.create(
      {
        amount,
        currency: currency.toLowerCase(),
        // Nobody else's money can be reserved; units are held, and what comes too late goes back.
        capture_method: method ? 'automatic' : 'manual',
        metadata: metadataOf(account, attempt),
        // As the payment frame offers it: a token made for other kinds would not fit.
        allowed_payment_method_types: [method?.name ?? 'card'],
      },
      { idempotencyKey: `${id}:create` },
    )
    assertAnswer(intent, { object: 'payment_intent' })
    return { paymentId: intent.id }
  } catch (error) {
    // A payment whose id nobody was told, and under this key never will be, cannot be confirmed
    // by anybody.
    if (isRefusal(error) || isReplayedFailure(error)) return { none: 'payment_refused' }
    throw error
  }
}

export async function readPayment(
  stripe: Stripe,
  paymentId: string,
): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.retrieve(paymentId, WITH_CHARGE)
  assertAnswer(intent, { object: 'payment_intent', id: paymentId })
  return intent
}

/** What Stripe refuses, or has answered before, is judged by where the payment stands now. */
export async function actOnPayment(
  stripe: Stripe,
  {
    paymentId,
    call,
  }: { paymentId: string; call: () => Promise<Stripe.Response<Stripe.PaymentIntent>> },
): Promise<Acted> {
  try {
    const intent = await call()
    assertAnswer(intent, { object: 'payment_intent', id: paymentId })
    return {
      intent: isReplayed(intent) ? await readPayment(stripe, paymentId) : intent,
      isRefused: false,
    }
  } catch (error) {
    if (!isRefusal(error) && !isReplayedFailure(error)) throw error
    return { intent: await readPayment(stripe, paymentId), isRefused: isRefusal(error) }
  }
}
