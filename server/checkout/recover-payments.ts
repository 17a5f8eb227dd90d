import { announceSessions } from './announce-session.ts'
import { followUp } from './late-money.ts'
import { type CheckoutDeps, providerNames } from './checkout-deps.ts'

/** How many payments one round takes on: each of them may wait for its provider. */
const PAYMENTS = 20

/** How many rows one statement changes: the time of some tens of payments. */
const ROWS = 500

/**
 * One round of recovery: goes on with attempts that no process is moving. Like all rounds here it
 * says whether it was full: then there is more to do, for another one at once or for another process.
 */
export async function recoverPayments(deps: CheckoutDeps) {
  const { db, events, reach } = deps
  const attemptIds = await db.claimDueAttempts(providerNames(deps), PAYMENTS)
  if (attemptIds.length > 0) reach('K9')
  await Promise.all(
    attemptIds.map((attemptId) =>
      followUp(deps, attemptId).catch((error: unknown) => {
        events.recoveryFailed({ attemptId, error })
      }),
    ),
  )
  return attemptIds.length === PAYMENTS
}

/** One round of closing sessions whose time is over. */
export async function expireSessions(deps: CheckoutDeps) {
  const expired = await deps.db.expireLateSessions(ROWS)
  await announceSessions(deps, {
    sessionIds: expired.map(({ sessionId }) => sessionId),
    writtenIn: expired.map(({ storeId }) => storeId),
  })
  return expired.length === ROWS
}

/** One round of telling what was committed: the process that did it may have died before it told. */
export async function deliverOutbox(deps: CheckoutDeps) {
  const messages = await deps.db.claimOutbox(ROWS)
  if (messages.length === 0) return false
  await announceSessions(deps, {
    sessionIds: messages.map(({ sessionId }) => sessionId),
    placedIn: messages.map(({ storeId }) => storeId),
  })
  await deps.db.markDelivered(messages.map(({ id }) => id))
  return messages.length === ROWS
}
