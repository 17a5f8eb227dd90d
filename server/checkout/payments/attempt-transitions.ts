import { type AttemptState, type Moments, type PaymentAttempt, isTooLate } from './attempt.ts'
import type { PaymentOutcome, ProviderPayment } from '../ports/provider.ts'
import { methodOf } from './redirect-methods.ts'

/** Not an answer of the provider: the buyer wants to pay in another way. */
export type GivenUp = { type: 'given_up'; paymentId?: undefined }

/**
 * Whether this is the payment that we asked for. Its amount comes from outside, so not one unit may
 * differ.
 */
const isOurs = (payment: ProviderPayment, { id, amount, currency }: PaymentAttempt) =>
  payment.attemptId === id && payment.amount === amount && payment.currency === currency

/** The provider's payment, when it is not the one that this attempt asked for. */
export const wrongPayment = (
  attempt: PaymentAttempt,
  outcome: PaymentOutcome | GivenUp,
): ProviderPayment | undefined =>
  (outcome.type === 'authorized' || outcome.type === 'captured') &&
  !isOurs(outcome.payment, attempt)
    ? outcome.payment
    : undefined

/**
 * We choose when a card's money is taken. With a redirect method, the buyer's confirmation takes
 * it, so money that was taken after the lease goes back. What counts is when it was taken, not when
 * we hear of it. If we hear of it within the lease, it is in time, whatever the bank's clock says.
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

/** The attempt's state after the provider's `outcome`; its present state when it has to wait. */
export function nextState(
  attempt: PaymentAttempt,
  outcome: PaymentOutcome | GivenUp,
  moments: Moments,
): AttemptState {
  const { state } = attempt
  const isOver = isTooLate(attempt, moments)
  const isGivenUp = state === 'voiding' || state === 'refunding'
  // The provider may make the refund at any time, so this payment never becomes an order. After the
  // deadline the attempt ends, so that its session can end; `returnLateMoney` then gives the money
  // back.
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

/** Whether the attempt's money still has to be given back after this outcome. */
export const isUnreturned = ({ state }: PaymentAttempt, { type }: PaymentOutcome | GivenUp) =>
  state === 'refunding' && type !== 'refunded' && type !== 'cancelled' && type !== 'declined'

/**
 * Who gives up the bank's question in time pays in another way next, so the units wait for that
 * payment as long as they would have waited for the bank, but never longer than the session.
 */
export function keptUnits(attempt: PaymentAttempt, moments: Moments) {
  const { now, expiresAt } = moments
  if (attempt.challengeUrl === null || isTooLate(attempt, moments) || now >= expiresAt) return {}
  const leaseUntil = new Date(Math.min(attempt.leaseUntil.getTime(), expiresAt.getTime()))
  return { keepsUnits: true, leaseUntil }
}
