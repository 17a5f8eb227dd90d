import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { PaymentOutcome } from '../../checkout/ports/provider.ts'
import { methodOf } from '../../checkout/payments/redirect-methods.ts'
import { statementSuffix } from '../../checkout/stores/statement.ts'
import type { StripeAccount } from './stripe-account.ts'
import { callAnew } from './stripe-api.ts'
import { cancelPayment, outcomeOf } from './stripe-cancel.ts'
import { WITH_CHARGE, actOnPayment, findPayment, readPayment } from './stripe-payments.ts'

/** Behind the name on the statement of a card; other methods have none. */
function statementOf({ statementName, orderNumber, paymentMethod }: PaymentAttempt) {
  const suffix = statementSuffix(orderNumber)
  return statementName === null || suffix === undefined || methodOf(paymentMethod)
    ? {}
    : { statement_descriptor_suffix: suffix }
}

export async function capture(
  account: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const { stripe, now } = account
  const found = await findPayment(account, attempt)
  if ('none' in found) return { type: 'unknown' }
  const { paymentId } = found
  const params = { ...WITH_CHARGE, ...statementOf(attempt) }
  const { intent } = await actOnPayment(stripe, {
    paymentId,
    call: () =>
      callAnew(`${attempt.id}:capture`, {
        now: now(),
        call: (options) => stripe.paymentIntents.capture(paymentId, params, options),
      }),
  })
  return outcomeOf(account, attempt, intent)
}

export async function cancel(
  account: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const found = await findPayment(account, attempt)
  if ('none' in found) return { type: 'cancelled' }
  const intent = await cancelPayment(account, attempt, found.paymentId)
  return outcomeOf(account, attempt, intent)
}

export async function retrieve(
  account: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const { stripe } = account
  const found = await findPayment(account, attempt)
  return 'none' in found
    ? { type: 'cancelled' }
    : outcomeOf(account, attempt, await readPayment(stripe, found.paymentId))
}
