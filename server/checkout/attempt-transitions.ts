import type { AttemptState, PaymentAttempt } from './attempt.ts'
import type { PaymentOutcome, ProviderPayment } from './ports.ts'

/** Amounts are never trusted from outside: a payment that is not ours to the last unit is not captured. */
const isOurs = (payment: ProviderPayment, { id, amount, currency }: PaymentAttempt) =>
  payment.attemptId === id && payment.amount === amount && payment.currency === currency

/**
 * Where an attempt goes when the provider has said `outcome`; its own state when it has to wait. `mismatch`: given up like
 * `voiding`, because the provider's payment is not the one we asked for.
 */
export function nextState(attempt: PaymentAttempt, outcome: PaymentOutcome, now: Date): AttemptState | 'mismatch' {
  const { state } = attempt
  const isLeaseOver = now >= attempt.leaseUntil
  switch (outcome.type) {
    case 'captured':
      return isOurs(outcome.payment, attempt) ? 'captured' : 'mismatch'
    case 'declined':
      return state === 'voiding' ? 'voided' : 'declined'
    case 'cancelled':
      return 'voided'
    case 'authorized':
      if (state === 'capturing' || state === 'voiding') return state
      if (!isOurs(outcome.payment, attempt)) return 'mismatch'
      return isLeaseOver ? 'voiding' : 'capturing'
    case 'action_required':
      if (state === 'capturing' || state === 'voiding') return state
      return isLeaseOver ? 'voiding' : 'requires_action'
    case 'unknown':
      return isLeaseOver && (state === 'authorising' || state === 'requires_action') ? 'voiding' : state
  }
}
