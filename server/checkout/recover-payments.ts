import { announceSession } from './announce-session.ts'
import { followUp } from './late-money.ts'
import { type CheckoutDeps, providerNames } from './checkout-deps.ts'

/** How much one round takes on; the rest is for the next round or for another process. */
const BATCH = 20

/** One round of recovery: goes on with attempts that no process is moving. */
export async function recoverPayments(deps: CheckoutDeps) {
  const { db, events, reach } = deps
  const attemptIds = await db.claimDueAttempts(providerNames(deps), BATCH)
  if (attemptIds.length > 0) reach('K9')
  await Promise.all(
    attemptIds.map((attemptId) =>
      followUp(deps, attemptId).catch((error: unknown) => {
        events.recoveryFailed({ attemptId, error })
      }),
    ),
  )
}

/** One round of closing sessions whose time is over. */
export async function expireSessions(deps: CheckoutDeps) {
  const sessionIds = await deps.db.expireLateSessions(BATCH)
  await Promise.all(sessionIds.map((sessionId) => announceSession(deps, sessionId)))
}

/** One round of telling what was committed: the process that did it may have died before it told. */
export async function deliverOutbox(deps: CheckoutDeps) {
  const messages = await deps.db.claimOutbox(BATCH)
  await Promise.all(
    messages.map(async ({ id, sessionId }) => {
      try {
        await announceSession(deps, sessionId)
        await deps.db.markDelivered(id)
      } catch (error) {
        deps.events.recoveryFailed({ messageId: id, error })
      }
    }),
  )
}
