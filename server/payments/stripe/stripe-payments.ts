import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import { methodOf } from '../../checkout/payments/redirect-methods.ts'
import type { StripeAccount } from './stripe-account.ts'
import { isKeyUsed, isRefusal, isReplayed, isReplayedFailure } from './stripe-api.ts'
import { toStripeAmount } from './stripe-currencies.ts'
import { assertAnswer, metadataOf } from './stripe-outcomes.ts'

/** `none`: there is no payment, and there never will be one. */
type PaymentLookup = { paymentId: string } | { none: 'amount_not_supported' | 'payment_refused' }

/** `isRefused`: Stripe has refused the call itself. */
type IntentAnswer = { intent: Stripe.PaymentIntent; isRefused: boolean }

export const WITH_CHARGE = { expand: ['latest_charge'] }

/**
 * Finds a payment. If its id was never recorded, its creation is repeated under the same key. A new
 * payment is unconfirmed, and so never reserves money.
 */
export async function findPayment(
  account: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentLookup> {
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
        // Money of other methods cannot be reserved: units are held, and late money goes back.
        capture_method: method ? 'automatic' : 'manual',
        metadata: metadataOf(account, attempt),
        // The payment frame's token fits only these types.
        allowed_payment_method_types: [method?.name ?? 'card'],
      },
      { idempotencyKey: `${id}:create` },
    )
    assertAnswer(intent, { object: 'payment_intent' })
    return { paymentId: intent.id }
  } catch (error) {
    // Nobody got the payment's id, or ever will under this key, so nobody can confirm it.
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

/** After a refusal or a stored answer, the payment's present state is read. */
export async function actOnPayment(
  stripe: Stripe,
  {
    paymentId,
    call,
  }: { paymentId: string; call: () => Promise<Stripe.Response<Stripe.PaymentIntent>> },
): Promise<IntentAnswer> {
  try {
    const intent = await call()
    assertAnswer(intent, { object: 'payment_intent', id: paymentId })
    return {
      intent: isReplayed(intent) ? await readPayment(stripe, paymentId) : intent,
      isRefused: false,
    }
  } catch (error) {
    if (!isRefusal(error) && !isReplayedFailure(error) && !isKeyUsed(error)) throw error
    return { intent: await readPayment(stripe, paymentId), isRefused: isRefusal(error) }
  }
}
