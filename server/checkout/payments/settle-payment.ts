import { announceCopy, announceSession, announceSessions } from '../sessions/announce-session.ts'
import { type Moments, type PaymentAttempt, isSettled, isTooLate } from './attempt.ts'
import { type CheckoutDeps, providerOf } from '../checkout-deps.ts'
import type { PaymentOutcome, PaymentProvider } from '../ports/provider.ts'
import { type CheckoutSession, toLatestAttempt } from '../sessions/session.ts'
import { SETTLING, type Step } from './settle-attempts.ts'

/**
 * No call begins later than this after the first. A call takes at most 5 s, so all end within 15 s,
 * and recovery does the rest.
 */
const LAST_CALL_MS = 10_000

/** `askedAt`: by the process's clock, before the record was read. `session`: if it is known. */
export type Standing = {
  attempt: PaymentAttempt
  moments: Moments
  askedAt: Date
  session?: CheckoutSession | undefined
}

/**
 * Advances an attempt as far as possible now. The pay request, the provider's notification and
 * recovery may all do so at once. Each step calls the provider with the attempt's own idempotency
 * key, then moves the attempt under the session's lock, unless somebody else has moved it.
 */
export async function advance(deps: CheckoutDeps, attemptId: string): Promise<PaymentAttempt> {
  const startedAt = deps.clock.now()
  const standing = await readStanding(deps, attemptId)
  return (await goOn(deps, standing, startedAt)).attempt
}

async function readStanding(deps: CheckoutDeps, attemptId: string): Promise<Standing> {
  const askedAt = deps.clock.now()
  const { attempt, ...moments } = await deps.db.getAttempt(attemptId)
  return { attempt, moments, askedAt }
}

/** Like `advance`, for a caller that knows the attempt's state. */
export async function goOn(
  deps: CheckoutDeps,
  from: Standing,
  startedAt = deps.clock.now(),
): Promise<Standing> {
  let standing = from
  for (let calls = 0; ; calls += 1) {
    const { attempt, moments } = standing
    const calledAt = deps.clock.now().getTime()
    const isLast = calls > 0 && calledAt - startedAt.getTime() > LAST_CALL_MS
    if (isSettled(attempt) || isLast) return standing
    // The process may have been paused since the record answered.
    const sinceMs = Math.max(0, calledAt - standing.askedAt.getTime())
    const now = new Date(moments.now.getTime() + sinceMs)
    const outcome = await askProvider(deps, attempt, { ...moments, now })
    const askedAt = deps.clock.now()
    const step = await deps.db.together(SETTLING, { deps, seen: attempt, outcome })
    if (step.type === 'waits') return standing
    if (step.type === 'overtaken') standing = await readStanding(deps, attempt.id)
    else {
      const session = standing.session && toSession(standing.session, step)
      standing = { attempt: step.attempt, moments: step.moments, askedAt, session }
      if (step.endsSoldOut) void announceSessions(deps, { turned: [attempt.variantId] })
      await announceStep(deps, attempt, standing)
    }
  }
}

/** The session after that step, as it is on record. */
function toSession(
  before: CheckoutSession,
  { attempt, session: { state, version }, order: placed }: Extract<Step, { type: 'moved' }>,
): CheckoutSession {
  const latestAttempt = toLatestAttempt(attempt)
  if (state !== 'complete') return { ...before, state, version, latestAttempt, order: null }
  if (!placed) throw new Error(`attempt ${attempt.id} has no order`)
  const {
    amount,
    quantity,
    customer: { name, phone },
    fulfillment: { option: deliveryOption, details, fee },
  } = attempt
  const order = {
    orderNumber: placed.orderNumber,
    amountTotal: amount,
    quantity,
    customer: { name, phone },
    fulfillment: { method: 'DELIVERY' as const, details, fee },
    paidAt: placed.paidAt.toISOString(),
  }
  return { ...before, state, version, latestAttempt, order, deliveryOption, card: attempt.card }
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
    // The units may be gone, and then we must not take money: we only look, and give the payment
    // up.
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

/** Refunds the payment, or cancels it when the provider has taken nothing. */
async function giveBack(
  provider: PaymentProvider,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const outcome = await provider.refund(attempt)
  return outcome.type === 'authorized' || outcome.type === 'action_required'
    ? provider.cancel(attempt)
    : outcome
}

async function announceStep(
  deps: CheckoutDeps,
  from: PaymentAttempt,
  { attempt, session }: Standing,
) {
  const { sessionId, storeId, id: attemptId, state: to, amount, currency } = attempt
  deps.events.attemptMoved({ sessionId, attemptId, from: from.state, to })
  if (to === 'capturing') deps.reach('K4')
  if (to === 'captured') {
    deps.reach('K7')
    deps.events.sessionCompleted({ sessionId, storeId, amountTotal: amount, currency })
  }
  if (to === 'capturing' || to === 'voiding' || to === 'refunding') return
  // The page shows the same in these states: a payment under way.
  if (session) await announceCopy(deps, session)
  else await announceSession(deps, sessionId)
}
