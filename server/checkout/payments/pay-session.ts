import type { PayResponse } from '../../contract/buyer.ts'
import { announceSessions } from '../sessions/announce-session.ts'
import { declineMessage } from './attempt.ts'
import { BEGINNING, type Payment } from './begin-payments.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { CheckoutError, isBusy } from '../errors.ts'
import { actionOf } from './redirect-methods.ts'
import { type CheckoutSession, toLatestAttempt } from '../sessions/session.ts'
import { type Standing, goOn } from './settle-payment.ts'

/** The buyer pays (spec §3): hold the stock, ask the provider, take the money, write the order. */
export async function paySession(deps: CheckoutDeps, payment: Payment): Promise<PayResponse> {
  const askedAt = deps.clock.now()
  const begun = await deps.db.together(BEGINNING, {
    deps,
    payment,
    attemptId: deps.ids.attempt(),
  })
  if (begun.type === 'refused') throw begun.why
  deps.reach('K2')
  const {
    attempt,
    payable: { session: before, now },
    sellsOut,
  } = begun
  const session: CheckoutSession = {
    ...before,
    state: 'paying',
    version: before.version + 1,
    attempts: before.attempts + 1,
    latestAttempt: toLatestAttempt(attempt),
    order: null,
    deliveryOption: null,
    card: null,
  }
  // Not awaited: the signals are only hints, and nobody believes a cached copy of an open session.
  void announceSessions(deps, {
    sessionIds: [session.id],
    ...(sellsOut && { turned: [attempt.variantId] }),
  })
  const standing = { attempt, moments: { now, expiresAt: before.expiresAt }, askedAt, session }
  try {
    return await answerOf(deps, await goOn(deps, standing))
  } catch (error) {
    if (!isBusy(error)) throw error
    // The payment has begun and recovery will finish it, so that is the answer, not "busy".
    return { status: 'processing' }
  }
}

async function answerOf(
  { db }: CheckoutDeps,
  { attempt, session: known }: Standing,
): Promise<PayResponse> {
  switch (attempt.state) {
    case 'captured': {
      const session = known ?? (await db.findSession(attempt.sessionId))
      if (session?.state !== 'complete')
        throw new Error(`attempt ${attempt.id} is captured, its session is not complete`)
      return { status: 'complete', order: session.order }
    }
    case 'declined':
    case 'voided':
    case 'refunded':
      throw new CheckoutError('payment_declined', declineMessage(attempt.declineCode ?? ''))
    case 'requires_action':
      if (attempt.challengeUrl === null)
        throw new Error(`attempt ${attempt.id} requires an action but has no address for it`)
      return {
        status: 'processing',
        action: { type: actionOf(attempt.paymentMethod), url: attempt.challengeUrl },
      }
    case 'authorising':
    case 'capturing':
    case 'voiding':
    case 'refunding':
      return { status: 'processing' }
  }
}
