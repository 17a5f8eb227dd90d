import { CHALLENGE_LEASE_MS, type PaymentAttempt, isAsSeen, isSettled, mayHold } from './attempt.ts'
import {
  type GivenUp,
  isUnreturned,
  keptUnits,
  nextState,
  wrongPayment,
} from './attempt-transitions.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import type { CheckoutTransaction, SharedWork } from '../ports/database.ts'
import {
  type AttemptChange,
  type AttemptMove,
  LOCKED_BY_ANOTHER,
  type LockedByAnother,
  type LockedSession,
  type PlacedOrder,
  type Release,
} from '../ports/payment-transaction.ts'
import type { PaymentOutcome } from '../ports/provider.ts'
import { methodOf } from './redirect-methods.ts'
import type { SessionState } from '../sessions/session.ts'

/** `seen`: when the provider was asked. `outcome`: its answer, or that the buyer left. */
export type Settling = {
  deps: CheckoutDeps
  seen: PaymentAttempt
  outcome: PaymentOutcome | GivenUp
}

/**
 * `overtaken`: somebody else has moved the attempt. `moved`: how it and its session are now.
 * `endsSoldOut`: the units that it held are the only ones for sale.
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
      endsSoldOut: boolean
    }

/** payments T2 and T3, for many payments at once: records what the providers have said. */
export const SETTLING: SharedWork<Settling, Step> = {
  run: settleAttempts,
  keysOf: ({ seen }) => [seen.sessionId],
}

async function settleAttempts(tx: CheckoutTransaction, settlings: Settling[]) {
  const sessions = await tx.lockSessions(settlings.map(({ seen }) => seen.sessionId))
  const plans: Plan[] = []
  for (const [index, settling] of settlings.entries())
    plans.push(await planFor(tx, settling, sessions[index]))
  const done = await carryOut(tx, plans)
  return plans.map((plan) => toStep(plan, done))
}

/** The change of an attempt, if nobody has moved it meanwhile. */
type Move = AttemptMove &
  Pick<Settling, 'deps' | 'outcome'> & { type: 'move'; session: LockedSession }
type Plan = LockedByAnother | { type: 'overtaken' } | Move

async function planFor(
  tx: CheckoutTransaction,
  { deps, seen, outcome }: Settling,
  session: LockedSession | LockedByAnother | undefined,
): Promise<Plan> {
  if (session === LOCKED_BY_ANOTHER) return session
  if (!session) return { type: 'overtaken' }
  const wrong = wrongPayment(seen, outcome)
  if (wrong) {
    // The process that changed the attempt meanwhile may know more than our answer says.
    if (!isAsSeen(await tx.getAttempt(seen.id), seen)) return { type: 'overtaken' }
    const { amount, currency } = wrong
    if (await tx.insertBreak(seen, { kind: 'wrong_payment', amount, currency }))
      deps.events.breakFound({
        attemptId: seen.id,
        storeId: seen.storeId,
        kind: 'wrong_payment',
      })
  }
  // We do not store the id of another attempt's payment: it would lead to this attempt.
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
      return {
        state,
        check: 'never',
        declineCode: seen.declineCode ?? 'attempt_given_up',
        ...keptUnits(seen, session),
      }
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
  // These buyers paid without a card, so "try another card" would be wrong.
  if (methodOf(seen.paymentMethod)) return 'attempt_given_up'
  return outcome.type === 'declined' ? outcome.code : 'card_declined'
}

const isMove = (plan: Plan): plan is Move => plan !== LOCKED_BY_ANOTHER && plan.type === 'move'

/** The next state of the session of an attempt that did not become an order. */
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

type SettlementEffects = { order?: PlacedOrder; endsSoldOut?: boolean }

/** Moves attempts with their sessions, stock and orders. Returns the moved ones. */
async function carryOut(tx: CheckoutTransaction, plans: Plan[]) {
  const { going = [], paid = [], failed = [] } = Object.groupBy(plans.filter(isMove), kindOf)
  const done = new Map<string, SettlementEffects>()
  if (going.length > 0) {
    for (const id of await tx.moveAttempts(going)) done.set(id, {})
    // The page shows nothing new except the bank's question.
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
    for (const { id, endsSoldOut } of await tx.releaseAttempts(releases))
      done.set(id, { endsSoldOut })
  }
  if (paid.length > 0) {
    const completions = paid.map(({ deps, seen, change }) => ({
      seen,
      change,
      spareNumber: deps.ids.orderNumber(),
    }))
    for (const order of await tx.completeAttempts(completions)) done.set(order.attemptId, { order })
  }
  return done
}

function toStep(plan: Plan, done: Map<string, SettlementEffects>): Step | LockedByAnother {
  if (!isMove(plan)) return plan
  const { seen, change, session } = plan
  const { order, endsSoldOut = false } = done.get(seen.id) ?? {}
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
    order,
    moments: session,
    endsSoldOut,
  }
}

/** The moved attempt as it is on record. */
export function toMoved({ seen, change }: AttemptMove): PaymentAttempt {
  const { state, challengeUrl, declineCode, leaseUntil, providerPaymentId, card, keepsUnits } =
    change
  return {
    ...seen,
    state,
    version: seen.version + 1,
    holdActive: seen.holdActive && (keepsUnits === true || mayHold({ state })),
    challengeUrl: challengeUrl ?? seen.challengeUrl,
    declineCode: declineCode ?? seen.declineCode,
    leaseUntil: leaseUntil ?? seen.leaseUntil,
    providerPaymentId: providerPaymentId ?? seen.providerPaymentId,
    card: card ?? seen.card,
  }
}
