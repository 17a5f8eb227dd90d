import { announceSession } from './announce-session.ts'
import {
  type AttemptState,
  CHALLENGE_LEASE_MS,
  type Moments,
  type PaymentAttempt,
  isAsSeen,
  isSettled,
  isTooLate,
} from './attempt.ts'
import { nextState, wrongPayment } from './attempt-transitions.ts'
import type { AttemptChange, CheckoutTransaction, LockedSession } from './ports/database.ts'
import { type CheckoutDeps, providerOf } from './checkout-deps.ts'
import type { PaymentOutcome, PaymentProvider } from './ports/provider.ts'

/**
 * We begin no call of the provider later than this after the first one: a call takes 5 s at most, so
 * all of them end within 15 s, and recovery does the rest.
 */
const LAST_CALL_MS = 10_000

/**
 * Takes an attempt as far as it will go now and returns where it stands. Called by the pay request,
 * by the provider's notification and by recovery, at the same time if need be: each step asks the
 * provider with the attempt's own idempotency key, then moves the attempt under the session's lock
 * unless somebody else has moved it.
 */
export async function advance(deps: CheckoutDeps, attemptId: string): Promise<PaymentAttempt> {
  const startedAt = deps.clock.now().getTime()
  for (let calls = 0; ; calls += 1) {
    const readAt = deps.clock.now().getTime()
    const { attempt, expiresAt, now } = await deps.db.getAttempt(attemptId)
    const calledAt = deps.clock.now().getTime()
    if (isSettled(attempt) || (calls > 0 && calledAt - startedAt > LAST_CALL_MS)) return attempt
    // Between the read and the call the process may have stood still.
    const latest = new Date(now.getTime() + Math.max(0, calledAt - readAt))
    const outcome = await askProvider(deps, attempt, { now: latest, expiresAt })
    const step = await deps.db.transaction((tx) => settle(tx, { deps, seen: attempt, outcome }))
    if (step.type === 'waits') return attempt
    if (step.type === 'moved') await announceStep(deps, attempt, step.to)
  }
}

async function askProvider(
  deps: CheckoutDeps,
  attempt: PaymentAttempt,
  moments: Moments,
): Promise<PaymentOutcome> {
  const provider = providerOf(deps, attempt)
  const outcomeOf = async (
    call: 'authorize' | 'capture' | 'cancel',
    failpoint: 'K3' | 'K5' | 'K8',
  ) => {
    const outcome = await provider[call](attempt)
    deps.reach(failpoint)
    return outcome
  }
  switch (attempt.state) {
    case 'authorising':
      return isTooLate(attempt, moments) ? { type: 'unknown' } : outcomeOf('authorize', 'K3')
    case 'requires_action':
      return provider.retrieve(attempt)
    // We must not take money for units that are gone: we only look, and then give the payment up.
    case 'capturing':
      if (isTooLate(attempt, moments)) return { type: 'unknown' }
      return attempt.holdActive ? outcomeOf('capture', 'K5') : provider.retrieve(attempt)
    case 'voiding':
      return outcomeOf('cancel', 'K8')
    case 'refunding':
      return giveBack(provider, attempt)
    default:
      return { type: 'unknown' }
  }
}

/** Refunds the payment, or cancels it when the provider turns out to have taken nothing. */
async function giveBack(
  provider: PaymentProvider,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const outcome = await provider.refund(attempt)
  return outcome.type === 'authorized' || outcome.type === 'action_required'
    ? provider.cancel(attempt)
    : outcome
}

type Settling = {
  deps: CheckoutDeps
  session: LockedSession
  attempt: PaymentAttempt
  outcome: PaymentOutcome
  providerPaymentId: string | undefined
}

/** `overtaken`: somebody else has moved the attempt since the provider was asked. */
type Step = { type: 'waits' } | { type: 'overtaken' } | { type: 'moved'; to: AttemptState }

async function settle(
  tx: CheckoutTransaction,
  { deps, seen, outcome }: { deps: CheckoutDeps; seen: PaymentAttempt; outcome: PaymentOutcome },
): Promise<Step> {
  const session = await tx.lockSession(seen.sessionId)
  const attempt = await tx.getAttempt(seen.id)
  // Whoever changed the attempt meanwhile may have learnt something newer than our answer.
  if (!session || !isAsSeen(attempt, seen)) return { type: 'overtaken' }

  const wrong = wrongPayment(attempt, outcome)
  if (
    wrong &&
    (await tx.insertBreak(attempt, {
      kind: 'wrong_payment',
      amount: wrong.amount,
      currency: wrong.currency,
    }))
  ) {
    deps.events.breakFound({
      attemptId: attempt.id,
      storeId: attempt.storeId,
      kind: 'wrong_payment',
    })
  }
  // We keep no id of somebody else's payment: this attempt would be found by it.
  const providerPaymentId = wrong && wrong.attemptId !== attempt.id ? undefined : outcome.paymentId
  const state = nextState(attempt, outcome, session)
  if (state === attempt.state) {
    await tx.updateAttempt(attempt.id, { check: 'later', providerPaymentId })
    return { type: 'waits' }
  }
  const settling = { deps, session, attempt, outcome, providerPaymentId }
  await tx.updateAttempt(attempt.id, changeTo(state, settling))
  await settleSession(tx, state, settling)
  return { type: 'moved', to: state }
}

function changeTo(
  state: AttemptState,
  { outcome, session, attempt, providerPaymentId }: Settling,
): AttemptChange {
  const change = { state, providerPaymentId }
  switch (state) {
    case 'requires_action':
      return {
        ...change,
        check: 'later',
        ...(outcome.type === 'action_required' && { challengeUrl: outcome.url }),
        leaseUntil: new Date(
          Math.min(session.now.getTime(), session.expiresAt.getTime()) + CHALLENGE_LEASE_MS,
        ),
      }
    case 'declined':
      return {
        ...change,
        check: 'never',
        declineCode: outcome.type === 'declined' ? outcome.code : 'card_declined',
      }
    case 'voided':
    case 'refunded':
      return { ...change, check: 'never', declineCode: attempt.declineCode ?? 'attempt_given_up' }
    case 'captured':
      return { ...change, check: 'never' }
    default:
      return { ...change, check: 'soon' }
  }
}

/**
 * Changes the session, its stock and its order as the attempt's new state demands, in the transaction
 * that moves the attempt.
 */
async function settleSession(
  tx: CheckoutTransaction,
  state: AttemptState,
  { deps, session, attempt }: Settling,
) {
  switch (state) {
    case 'captured':
      await tx.insertOrder({ attempt, spareNumber: deps.ids.orderNumber() })
      await tx.resolveBreaks(attempt.id, 'order')
      return tx.updateSession(session.id, { state: 'complete' })
    case 'declined':
    case 'voided':
    case 'refunded':
      await tx.releaseHold(attempt)
      await tx.resolveBreaks(attempt.id, state === 'refunded' ? 'refunded' : 'voided')
      return tx.updateSession(session.id, {
        state: session.now < session.expiresAt ? 'open' : 'expired',
      })
    case 'requires_action':
      return tx.updateSession(session.id, { state: 'paying' })
    case 'authorising':
    case 'capturing':
    case 'voiding':
    case 'refunding':
      return undefined
  }
}

async function announceStep(deps: CheckoutDeps, attempt: PaymentAttempt, to: AttemptState) {
  deps.events.attemptMoved({
    sessionId: attempt.sessionId,
    attemptId: attempt.id,
    from: attempt.state,
    to,
  })
  if (to === 'capturing') deps.reach('K4')
  if (to === 'captured') {
    deps.reach('K7')
    const { sessionId, storeId, amount, currency } = attempt
    deps.events.sessionCompleted({ sessionId, storeId, amountTotal: amount, currency })
  }
  // Between these states the page shows the same: a payment under way.
  if (to !== 'capturing' && to !== 'voiding' && to !== 'refunding')
    await announceSession(deps, attempt.sessionId)
}
