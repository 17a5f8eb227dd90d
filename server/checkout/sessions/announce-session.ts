import type { Cache } from '../ports/cache.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import type { CheckoutSession } from './session.ts'

type Announcing = Pick<CheckoutDeps, 'db' | 'cache'>

/**
 * Call this after a change of a session is committed. It updates the cache, notifies every process
 * that shows the session, and returns the session.
 */
export async function announceSession({ db, cache }: Announcing, sessionId: string) {
  const session = await db.findSession(sessionId)
  if (session) await announceCopy({ cache }, session)
  else await announceSessions({ cache }, { sessionIds: [sessionId] })
  return session
}

/** Like `announceSession`, for a caller that already has the changed session. */
export async function announceCopy({ cache }: Pick<Announcing, 'cache'>, session: CheckoutSession) {
  const { id, storeId, state } = session
  await Promise.all([
    cache.sessions.put(session),
    announceSessions(
      { cache },
      {
        sessionIds: [id],
        ...(state === 'complete' && { placedIn: [storeId] }),
        ...(state === 'expired' && { writtenIn: [storeId] }),
      },
    ),
  ])
}

/**
 * Notifies all processes of many sessions with one signal; the next readers renew the cached copies.
 * `placedIn`: stores with a new order. `writtenIn`: stores with another new event in their log.
 * `turned`: variants that have a unit for sale again, or none any more.
 */
export async function announceSessions(
  { cache: { signals } }: { cache: Pick<Cache, 'signals'> },
  {
    sessionIds = [],
    placedIn = [],
    writtenIn = [],
    turned = [],
  }: { sessionIds?: string[]; placedIn?: string[]; writtenIn?: string[]; turned?: string[] },
) {
  const ofStores = (type: 'orders_placed' | 'events_written', storeIds: string[]) =>
    storeIds.length > 0 && signals.publish({ type, storeIds: [...new Set(storeIds)] })
  await Promise.all([
    sessionIds.length > 0 && signals.publish({ type: 'sessions_changed', sessionIds }),
    ofStores('orders_placed', placedIn),
    ofStores('events_written', writtenIn),
    turned.length > 0 && signals.publish({ type: 'availability_changed', variantIds: turned }),
  ])
}

/**
 * Caches a session that has ended. A read may be the first to notice that the session has expired,
 * so it notifies the pages that show it. The reader waits for neither.
 */
export function shareFinal(cache: Pick<Cache, 'sessions' | 'signals'>, session: CheckoutSession) {
  void cache.sessions.put(session)
  if (session.state === 'expired')
    void cache.signals.publish({ type: 'sessions_changed', sessionIds: [session.id] })
}
