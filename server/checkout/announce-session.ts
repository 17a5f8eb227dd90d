import type { Cache } from './ports/cache.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { CheckoutSession } from './session.ts'

type Announcing = Pick<CheckoutDeps, 'db' | 'cache'>

/**
 * Call it once a change of the session is committed: it brings the cache up to date, tells every
 * process that shows the session, and returns the session.
 */
export async function announceSession({ db, cache }: Announcing, sessionId: string) {
  const session = await db.findSession(sessionId)
  if (session) await announceCopy({ cache }, session)
  else await announceSessions({ cache }, { sessionIds: [sessionId] })
  return session
}

/** The same for who knows what the session has become, and need not read it. */
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
 * The same for many at once, with one signal: copies of them are renewed by those who read them
 * next. `placedIn`: stores that have a new order by this; `writtenIn`: stores in whose log there is
 * something else.
 */
export async function announceSessions(
  { cache: { signals } }: { cache: Pick<Cache, 'signals'> },
  {
    sessionIds = [],
    placedIn = [],
    writtenIn = [],
  }: { sessionIds?: string[]; placedIn?: string[]; writtenIn?: string[] },
) {
  const ofStores = (type: 'orders_placed' | 'events_written', storeIds: string[]) =>
    storeIds.length > 0 && signals.publish({ type, storeIds: [...new Set(storeIds)] })
  await Promise.all([
    sessionIds.length > 0 && signals.publish({ type: 'sessions_changed', sessionIds }),
    ofStores('orders_placed', placedIn),
    ofStores('events_written', writtenIn),
  ])
}

/**
 * Keeps a copy of a session that has ended. A read may be the first to find that its time is over,
 * so the pages that show it are told; the reader does not wait for either.
 */
export function shareFinal(cache: Pick<Cache, 'sessions' | 'signals'>, session: CheckoutSession) {
  void cache.sessions.put(session)
  if (session.state === 'expired')
    void cache.signals.publish({ type: 'sessions_changed', sessionIds: [session.id] })
}
