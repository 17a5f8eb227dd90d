import { announceSession } from './announce-session.ts'
import { type AttemptState, type PaymentAttempt, isSettled } from './attempt.ts'
import { nextState } from './attempt-transitions.ts'
import type { AttemptChange, CheckoutDeps, CheckoutTransaction, LockedSession, PaymentOutcome } from './ports.ts'

/** How long the buyer may take for the bank's question: this much from when it was asked, and no longer than this after the deadline. */
const CHALLENGE_LEASE_MS = 300_000

/**
 * Takes an attempt as far as it will go now and returns where it stands. Called by the pay request, by the provider's notification
 * and by recovery, at the same time if need be: each step asks the provider with the attempt's own idempotency key, then moves the
 * attempt under the session's lock unless somebody else has moved it.
 */
export async function advance(deps: CheckoutDeps, attemptId: string): Promise<PaymentAttempt> {
  for (;;) {
    const { attempt, now } = await deps.db.getAttempt(attemptId)
    if (isSettled(attempt)) return attempt
    const outcome = await askProvider(deps, attempt, now)
    const step = await deps.db.transaction((tx) => settle(tx, { deps, seen: attempt, outcome }))
    if (step === 'waits') return attempt
    if (step !== 'overtaken') await announceStep(deps, attempt, step.to)
  }
}

function askProvider({ provider }: CheckoutDeps, attempt: PaymentAttempt, now: Date): Promise<PaymentOutcome> | PaymentOutcome {
  const isLeaseOver = now >= attempt.leaseUntil
  switch (attempt.state) {
    case 'authorising': return isLeaseOver ? { type: 'unknown' } : provider.authorize(attempt)
    case 'requires_action': return provider.retrieve(attempt)
    case 'capturing': return provider.capture(attempt)
    case 'voiding': return provider.cancel(attempt)
    default: return { type: 'unknown' }
  }
}

type Step = 'waits' | 'overtaken' | { to: AttemptState }

async function settle(tx: CheckoutTransaction, { deps, seen, outcome }: { deps: CheckoutDeps; seen: PaymentAttempt; outcome: PaymentOutcome }): Promise<Step> {
  const session = await tx.lockSession(seen.sessionId)
  const attempt = await tx.getAttempt(seen.id)
  if (!session || attempt.state !== seen.state) return 'overtaken'

  const to = nextState(attempt, outcome, session.now)
  if (to === 'mismatch') deps.events.paymentMismatch({ attemptId: attempt.id })
  const state = to === 'mismatch' ? 'voiding' : to
  if (state === attempt.state) {
    await tx.updateAttempt(attempt.id, { check: 'later' })
    return 'waits'
  }
  await tx.updateAttempt(attempt.id, changeTo(state, { outcome, session, attempt }))
  await settleSession(tx, { deps, session, attempt: { ...attempt, state } })
  return { to: state }
}

function changeTo(state: AttemptState, { outcome, session, attempt }: { outcome: PaymentOutcome; session: LockedSession; attempt: PaymentAttempt }): AttemptChange {
  switch (state) {
    case 'requires_action': return {
      state, check: 'later',
      ...(outcome.type === 'action_required' && { challengeUrl: outcome.url }),
      leaseUntil: new Date(Math.min(session.now.getTime(), session.expiresAt.getTime()) + CHALLENGE_LEASE_MS),
    }
    case 'declined': return { state, check: 'never', declineCode: outcome.type === 'declined' ? outcome.code : 'card_declined' }
    case 'voided': return { state, check: 'never', declineCode: attempt.declineCode ?? 'attempt_given_up' }
    case 'captured': return { state, check: 'never' }
    default: return { state, check: 'soon' }
  }
}

/** What an attempt's new state means for its session, stock and order; all in the transaction that moves the attempt. */
async function settleSession(tx: CheckoutTransaction, { deps, session, attempt }: { deps: CheckoutDeps; session: LockedSession; attempt: PaymentAttempt }) {
  switch (attempt.state) {
    case 'captured':
      await tx.insertOrder({ orderNumber: deps.ids.orderNumber(), attempt })
      return tx.updateSession(session.id, { state: 'complete' })
    case 'declined':
    case 'voided':
      await tx.releaseHold(attempt)
      return tx.updateSession(session.id, {
        state: session.now < session.expiresAt ? 'open' : 'expired',
        declines: session.declines + (attempt.state === 'declined' ? 1 : 0),
      })
    case 'requires_action':
      return tx.updateSession(session.id, { state: 'paying' })
    case 'authorising':
    case 'capturing':
    case 'voiding':
      return undefined
  }
}

async function announceStep(deps: CheckoutDeps, attempt: PaymentAttempt, to: AttemptState) {
  deps.events.attemptMoved({ sessionId: attempt.sessionId, attemptId: attempt.id, from: attempt.state, to })
  if (to === 'captured') {
    const { sessionId, storeId, amount, currency } = attempt
    deps.events.sessionCompleted({ sessionId, storeId, amountTotal: amount, currency })
  }
  // Between these states the page shows the same: a payment under way.
  if (to !== 'capturing' && to !== 'voiding') await announceSession(deps, attempt.sessionId)
}
