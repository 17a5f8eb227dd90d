import { type AttemptState, type Moments, type PaymentAttempt, isTooLate } from './attempt.ts'
import type { PaymentOutcome, ProviderPayment } from './ports/provider.ts'
import { methodOf } from './redirect-methods.ts'

/** No provider's word: the buyer does not go on with what waits for them. */
export type GivenUp = { type: 'given_up'; paymentId?: undefined }

/**
 * Whether the provider's payment is the one that this attempt asked for. Its amount comes from
 * outside: we take no money unless it is ours to the last unit.
 */
const isOurs = (payment: ProviderPayment, { id, amount, currency }: PaymentAttempt) =>
  payment.attemptId === id && payment.amount === amount && payment.currency === currency

/** The payment that the provider names for this attempt, when it is not the one we asked for. */
export const wrongPayment = (
  attempt: PaymentAttempt,
  outcome: PaymentOutcome | GivenUp,
): ProviderPayment | undefined =>
  (outcome.type === 'authorized' || outcome.type === 'captured') &&
  !isOurs(outcome.payment, attempt)
    ? outcome.payment
    : undefined

/**
 * A card's money is taken when we say so; by these methods, when the buyer confirms: after the time
 * for that it is given back. What counts is when it was taken, not when we hear of it; what we hear
 * of in time was taken in time, whatever the bank's clock says.
 */
const isTakenLate = (
  { paymentMethod, leaseUntil }: PaymentAttempt,
  { takenAt }: ProviderPayment,
  { now }: Moments,
) =>
  methodOf(paymentMethod) !== undefined &&
  takenAt !== undefined &&
  takenAt > leaseUntil &&
  now > leaseUntil

/**
 * Where an attempt goes when the provider has said `outcome`; its own state when it has to wait.
 */
export function nextState(
  attempt: PaymentAttempt,
  outcome: PaymentOutcome | GivenUp,
  moments: Moments,
): AttemptState {
  const { state } = attempt
  const isOver = isTooLate(attempt, moments)
  const isGivenUp = state === 'voiding' || state === 'refunding'
  // We have asked for a refund, and the provider may do it at any time: we never sell that payment.
  // What it keeps too long is left to whoever gives late money back: its session ends in time.
  const givenBack = isOver ? 'voided' : 'refunding'
  const givenUp = state === 'refunding' ? givenBack : 'voiding'
  switch (outcome.type) {
    case 'captured':
      if (state === 'refunding') return givenBack
      return wrongPayment(attempt, outcome) || isTakenLate(attempt, outcome.payment, moments)
        ? 'refunding'
        : 'captured'
    case 'refunded':
      return 'refunded'
    case 'declined':
      return isGivenUp ? 'voided' : 'declined'
    case 'cancelled':
      return 'voided'
    case 'authorized':
      if (isGivenUp || !attempt.holdActive || wrongPayment(attempt, outcome)) return givenUp
      return isOver ? 'voiding' : 'capturing'
    case 'action_required':
      if (isGivenUp) return givenUp
      if (isOver) return 'voiding'
      return state === 'capturing' ? state : 'requires_action'
    case 'given_up':
      return state === 'requires_action' ? 'voiding' : state
    case 'unknown':
      if (state === 'refunding') return givenBack
      return isOver && !isGivenUp ? 'voiding' : state
  }
}

/** Whether that is a step of an attempt whose money is still to be given back. */
export const isUnreturned = ({ state }: PaymentAttempt, { type }: PaymentOutcome | GivenUp) =>
  state === 'refunding' && type !== 'refunded' && type !== 'cancelled' && type !== 'declined'
