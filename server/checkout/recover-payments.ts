import { announceSession } from './announce-session.ts'
import type { CheckoutDeps } from './ports.ts'
import { advance } from './settle-payment.ts'

/** How many attempts and sessions one round takes on; the rest is for the next round or for another process. */
const BATCH = 20

/** One round of recovery: takes up attempts that nobody moves, and closes sessions whose time is over. */
export async function recoverPayments(deps: CheckoutDeps) {
  const attemptIds = await deps.db.claimDueAttempts(BATCH)
  await Promise.all(attemptIds.map((attemptId) => advance(deps, attemptId).catch((error: unknown) => {
    deps.events.recoveryFailed({ attemptId, error })
  })))
  const sessionIds = await deps.db.expireLateSessions(BATCH)
  await Promise.all(sessionIds.map((sessionId) => announceSession(deps, sessionId)))
}
