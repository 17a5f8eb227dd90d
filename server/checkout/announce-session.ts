import type { Cache } from './ports/cache.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { CheckoutSession } from './session.ts'

/**
 * After a change is committed: brings the cache up to date and tells every process that shows the
 * session, which is returned.
 */
export async function announceSession(
  { db, cache }: Pick<CheckoutDeps, 'db' | 'cache'>,
  sessionId: string,
) {
  const session = await db.findSession(sessionId)
  if (session) await cache.sessions.put(session)
  await cache.signals.publish({ type: 'session_changed', sessionId })
  if (session?.state === 'complete')
    await cache.signals.publish({ type: 'order_placed', storeId: session.storeId })
  return session
}

/**
 * A read may be the first to find that a session's time is over: the pages that show it hear of it,
 * and nobody waits for that.
 */
export function shareFinal(cache: Pick<Cache, 'sessions' | 'signals'>, session: CheckoutSession) {
  void cache.sessions.put(session)
  if (session.state === 'expired')
    void cache.signals.publish({ type: 'session_changed', sessionId: session.id })
}
