import { announceSessions } from '../sessions/announce-session.ts'
import { followUp } from './late-money.ts'
import { type CheckoutDeps, providerNames } from '../checkout-deps.ts'

/** How many payments one round takes: each may wait for its provider. */
const PAYMENTS = 20

/** How many rows one statement changes: it takes about as long as some tens of payments. */
const ROWS = 500

/**
 * One round of recovery: advances attempts that no process is moving. Like all rounds here, it
 * returns whether it was full, because then there is more to do.
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

/** One round of returning units that waited for a next payment. */
export async function returnKeptUnits(deps: CheckoutDeps) {
  const returned = await deps.db.returnKeptUnits(ROWS)
  const turned = returned.flatMap(({ variantId, endsSoldOut }) => (endsSoldOut ? variantId : []))
  if (turned.length > 0) await announceSessions(deps, { turned })
  return returned.length === ROWS
}

/** One round of expiring sessions whose time is over. */
export async function expireSessions(deps: CheckoutDeps) {
  const expired = await deps.db.expireLateSessions(ROWS)
  await announceSessions(deps, {
    sessionIds: expired.map(({ sessionId }) => sessionId),
    writtenIn: expired.map(({ storeId }) => storeId),
  })
  return expired.length === ROWS
}

/** One round of announcing commits whose process died before it could announce them. */
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
