import { announceSession, announceSessions } from './announce-session.ts'
import { CheckoutError } from '../errors.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import type { LockedSession } from '../ports/payment-transaction.ts'
import type { RequestKey } from '../ports/idempotency.ts'
import type { CheckoutSession, SessionEnder } from './session.ts'
import { madeBefore } from './used-keys.ts'

type Deps = Pick<CheckoutDeps, 'db' | 'cache'>

/** How many sessions one transaction ends; they stay locked until it commits. */
const BATCH = 20

type OneSession = {
  storeId: string
  sessionId: string
  by: SessionEnder
  /** The key of the request: repeated requests with it end the session once. */
  request?: RequestKey | undefined
}

/**
 * The merchant ends an open session, which everybody outside then sees as expired (contract §3). A
 * payment that has begun is never cut off.
 * @throws {CheckoutError} session_not_found, session_not_open, invalid_request
 */
export async function expireSession(
  deps: Deps,
  { storeId, sessionId, by, request }: OneSession,
): Promise<CheckoutSession> {
  await deps.db.transaction(async (tx) => {
    if (request && madeBefore(await tx.takeKey(request, {}))) return
    const session = await tx.lockSession(sessionId)
    if (session?.storeId !== storeId) throw sessionNotFound()
    assertOpen(session)
    await tx.endSession(session, by)
  })
  const session = await announceSession(deps, sessionId)
  if (!session) throw new Error('the session that was just expired is missing')
  return session
}

/** One message, so that another store's session looks like one that does not exist. */
export const sessionNotFound = () =>
  new CheckoutError('session_not_found', 'There is no such checkout session in this store.')

function assertOpen({ state, now, expiresAt }: LockedSession) {
  switch (state) {
    case 'complete':
      throw notOpen('This session is paid.')
    case 'paying':
      throw notOpen('A payment of this session is under way. Try again when it has ended.')
    case 'expired':
      throw notOpen('This session has expired already.')
    case 'open':
      if (now >= expiresAt) throw notOpen('This session has expired already.')
  }
}

const notOpen = (message: string) => new CheckoutError('session_not_open', message)

type OfProduct = { storeId: string; productSlug: string; by: SessionEnder }

/** Ends a product's open sessions and returns how many. Those with a payment under way stay. */
export async function expireOpenSessions(deps: Deps, of: OfProduct): Promise<number> {
  for (let count = 0; ;) {
    const sessionIds = await deps.db.transaction((tx) =>
      tx.endOpenSessions({ ...of, limit: BATCH }),
    )
    if (sessionIds.length > 0) await announceSessions(deps, { sessionIds, writtenIn: [of.storeId] })
    count += sessionIds.length
    if (sessionIds.length < BATCH) return count
  }
}
