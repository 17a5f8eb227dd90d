import type { CheckoutDeps } from './ports.ts'

/** After a change is committed: brings the cache up to date and tells every process that shows the session. */
export async function announceSession({ db, cache }: Pick<CheckoutDeps, 'db' | 'cache'>, sessionId: string) {
  const session = await db.findSession(sessionId)
  if (session) await cache.sessions.put(session)
  await cache.signals.publish({ type: 'session_changed', sessionId })
}
