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
  const storeIds = session.state === 'complete' ? [session.storeId] : []
  await Promise.all([
    cache.sessions.put(session),
    announceSessions({ cache }, { sessionIds: [session.id], storeIds }),
  ])
}

/**
 * The same for many at once, with one signal: copies of them are renewed by those who read them
 * next. `storeIds`: stores that have a new order by this.
 */
export async function announceSessions(
  { cache: { signals } }: { cache: Pick<Cache, 'signals'> },
  { sessionIds, storeIds = [] }: { sessionIds: string[]; storeIds?: string[] },
) {
  if (sessionIds.length > 0) await signals.publish({ type: 'sessions_changed', sessionIds })
  if (storeIds.length > 0)
    await signals.publish({ type: 'orders_placed', storeIds: [...new Set(storeIds)] })
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
