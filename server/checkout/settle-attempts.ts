import { CHALLENGE_LEASE_MS, type PaymentAttempt, isAsSeen, isSettled, mayHold } from './attempt.ts'
import { type GivenUp, isUnreturned, nextState, wrongPayment } from './attempt-transitions.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { CheckoutTransaction, SharedWork } from './ports/database.ts'
import {
  type AttemptChange,
  type AttemptMove,
  ELSEWHERE,
  type Elsewhere,
  type LockedSession,
  type PlacedOrder,
  type Release,
} from './ports/payment-transaction.ts'
import type { PaymentOutcome } from './ports/provider.ts'
import { methodOf } from './redirect-methods.ts'
import type { SessionState } from './session.ts'

/** `seen`: as it was when the provider was asked; `outcome`: what that said, or that the buyer left. */
export type Settling = {
  deps: CheckoutDeps
  seen: PaymentAttempt
  outcome: PaymentOutcome | GivenUp
}

/**
 * `overtaken`: somebody else has moved the attempt since the provider was asked. `moved`: where it
 * and its session stand then.
 */
export type Step =
  | { type: 'waits' }
  | { type: 'overtaken' }
  | {
      type: 'moved'
      attempt: PaymentAttempt
      session: { state: SessionState; version: number }
      order: PlacedOrder | undefined
      moments: LockedSession
    }

/** payments T2 and T3, of many at once: what the providers have said is written down. */
export const SETTLING: SharedWork<Settling, Step> = {
  run: settleAttempts,
  keysOf: ({ seen }) => [seen.sessionId],
}

async function settleAttempts(tx: CheckoutTransaction, settlings: Settling[]) {
  const sessions = await tx.lockSessions(settlings.map(({ seen }) => seen.sessionId))
  const plans: Plan[] = []
  for (const [place, settling] of settlings.entries())
    plans.push(await planFor(tx, settling, sessions[place]))
  const done = await carryOut(tx, plans)
  return plans.map((plan) => toStep(plan, done))
}

/** What is to become of an attempt, when nobody has moved it meanwhile. */
type Move = AttemptMove &
  Pick<Settling, 'deps' | 'outcome'> & { type: 'move'; session: LockedSession }
type Plan = Elsewhere | { type: 'overtaken' } | Move

async function planFor(
  tx: CheckoutTransaction,
  { deps, seen, outcome }: Settling,
  session: LockedSession | Elsewhere | undefined,
): Promise<Plan> {
  if (session === ELSEWHERE) return session
  if (!session) return { type: 'overtaken' }
  const wrong = wrongPayment(seen, outcome)
  if (wrong) {
    // Whoever changed the attempt meanwhile may have learnt something newer than our answer.
    if (!isAsSeen(await tx.getAttempt(seen.id), seen)) return { type: 'overtaken' }
    const { amount, currency } = wrong
    if (await tx.insertBreak(seen, { kind: 'wrong_payment', amount, currency }))
      deps.events.breakFound({
        attemptId: seen.id,
        storeId: seen.storeId,
        kind: 'wrong_payment',
      })
  }
  // We keep no id of somebody else's payment: this attempt would be found by it.
  const isAnothers = wrong !== undefined && wrong.attemptId !== seen.id
  const change = {
    ...changeTo({ seen, outcome, session }),
    ...(!isAnothers && {
      providerPaymentId: outcome.paymentId,
      card: 'payment' in outcome ? outcome.payment.card : undefined,
    }),
  }
  return { type: 'move', deps, session, seen, outcome, change }
}

function changeTo({
  seen,
  outcome,
  session,
}: Omit<Settling, 'deps'> & { session: LockedSession }): AttemptChange {
  const state = nextState(seen, outcome, session)
  if (state === seen.state) return { state, check: 'later' }
  switch (state) {
    case 'requires_action':
      return {
        state,
        check: 'later',
        ...(outcome.type === 'action_required' && { challengeUrl: outcome.url }),
        leaseUntil: new Date(
          Math.min(session.now.getTime(), session.expiresAt.getTime()) + CHALLENGE_LEASE_MS,
        ),
      }
    case 'declined':
      return {
        state,
        check: 'never',
        declineCode: declineCodeOf(seen, outcome),
      }
    case 'voided':
      if (isUnreturned(seen, outcome))
        return { state, check: 'soon', declineCode: 'payment_returned' }
      return { state, check: 'never', declineCode: seen.declineCode ?? 'attempt_given_up' }
    case 'refunded': {
      const code = methodOf(seen.paymentMethod) ? 'payment_returned' : 'attempt_given_up'
      return { state, check: 'never', declineCode: seen.declineCode ?? code }
    }
    case 'captured':
      return { state, check: 'never' }
    default:
      return { state, check: 'soon' }
  }
}

function declineCodeOf(seen: Settling['seen'], outcome: Settling['outcome']) {
  // What was to be confirmed elsewhere is no card that another one could stand in for.
  if (methodOf(seen.paymentMethod)) return 'attempt_given_up'
  return outcome.type === 'declined' ? outcome.code : 'card_declined'
}

const isMove = (plan: Plan): plan is Move => plan !== ELSEWHERE && plan.type === 'move'

/** What is left of the session of an attempt that is no order, and never will be. */
function stateAfterFailure({ change: { state }, session: { now, expiresAt } }: Move) {
  if (!isSettled({ state })) return 'paying'
  return now < expiresAt ? 'open' : 'expired'
}

const isReleased = ({ seen, change: { state } }: Move) =>
  isSettled({ state }) || (seen.holdActive && !mayHold({ state }))

function resolutionOf({ seen, change: { state }, outcome }: Move) {
  if (!isSettled({ state }) || isUnreturned(seen, outcome)) return null
  return state === 'refunded' ? 'refunded' : 'voided'
}

function kindOf(move: Move) {
  if (move.change.state === 'captured') return 'paid'
  return isReleased(move) ? 'failed' : 'going'
}

/**
 * Moves the attempts and, with each, changes its session, its stock and its order as its new state
 * demands. Returns those that were moved, with their orders.
 */
async function carryOut(tx: CheckoutTransaction, plans: Plan[]) {
  const { going = [], paid = [], failed = [] } = Object.groupBy(plans.filter(isMove), kindOf)
  const done = new Map<string, PlacedOrder | undefined>()
  if (going.length > 0) {
    for (const id of await tx.moveAttempts(going)) done.set(id, undefined)
    // The page shows nothing new but the bank's question.
    for (const { seen, change } of going)
      if (change.state === 'requires_action' && change.state !== seen.state && done.has(seen.id))
        await tx.renewSession(seen.sessionId)
  }
  if (failed.length > 0) {
    const releases = failed.map(
      (move) =>
        ({
          seen: move.seen,
          change: move.change,
          sessionState: stateAfterFailure(move),
          resolution: resolutionOf(move),
        }) satisfies Release,
    )
    for (const id of await tx.releaseAttempts(releases)) done.set(id, undefined)
  }
  if (paid.length > 0) {
    const completions = paid.map(({ deps, seen, change }) => ({
      seen,
      change,
      spareNumber: deps.ids.orderNumber(),
    }))
    for (const order of await tx.completeAttempts(completions)) done.set(order.attemptId, order)
  }
  return done
}

function toStep(plan: Plan, done: Map<string, PlacedOrder | undefined>): Step | Elsewhere {
  if (!isMove(plan)) return plan
  const { seen, change, session } = plan
  if (!done.has(seen.id)) return { type: 'overtaken' }
  const { state } = change
  if (state === seen.state) return { type: 'waits' }
  const isShown = state === 'requires_action' || isReleased(plan)
  return {
    type: 'moved',
    attempt: toMoved(plan),
    session: {
      state: state === 'captured' ? 'complete' : stateAfterFailure(plan),
      version: session.version + (isShown ? 1 : 0),
    },
    order: done.get(seen.id),
    moments: session,
  }
}

/** The attempt as it is on record once it was moved. */
export function toMoved({ seen, change }: AttemptMove): PaymentAttempt {
  const { state, challengeUrl, declineCode, leaseUntil, providerPaymentId, card } = change
  return {
    ...seen,
    state,
    version: seen.version + 1,
    holdActive: seen.holdActive && mayHold({ state }),
    challengeUrl: challengeUrl ?? seen.challengeUrl,
    declineCode: declineCode ?? seen.declineCode,
    leaseUntil: leaseUntil ?? seen.leaseUntil,
    providerPaymentId: providerPaymentId ?? seen.providerPaymentId,
    card: card ?? seen.card,
  }
}
