import type { Recent } from '../cache/memory/recent.ts'
import { shareFinal } from '../checkout/sessions/announce-session.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { SessionAndNow } from '../checkout/ports/database.ts'
import { type CheckoutSession, isTerminal } from '../checkout/sessions/session.ts'
import type { Exchange } from '../web/requests/before-express.ts'
import { type SessionAdmission, admitSession } from '../web/requests/session-admission.ts'

export type ShownContext = SessionAdmission & {
  checkout: CheckoutDeps
  /** Sessions that this process has seen ended. */
  seenEnded: Recent<true>
}

const withoutReceipt = (session: CheckoutSession, now: Date): SessionAndNow => ({
  session,
  now,
  receiptDigest: null,
  confirmation: null,
  tracking: null,
})

type SessionRequest = { id: string; exchange: Exchange; needsReceipt: boolean }

/**
 * The session and the database's clock, read at once, so that the countdown is right whatever this
 * process's clock says. A copy is enough for a session that was seen ended, unless its receipt is
 * needed. A copy also serves when the record does not answer: the page updates itself later.
 */
export async function findShown(
  context: ShownContext,
  { id, exchange, needsReceipt }: SessionRequest,
): Promise<SessionAndNow | undefined> {
  if (!(await admitSession(context, id, exchange))) return undefined
  const {
    checkout: { cache, clock, db, events },
    seenEnded,
  } = context
  if (seenEnded.find(id) && !needsReceipt) {
    const copy = await cache.sessions.find(id)
    if (copy && isTerminal(copy)) return withoutReceipt(copy, clock.now())
  }
  try {
    const found = await db.findSessionAndNow(id)
    if (found && isTerminal(found.session)) {
      seenEnded.put(id, true)
      shareFinal(cache, found.session)
    }
    return found
  } catch (error) {
    const copy = await cache.sessions.find(id)
    if (!copy) throw error
    events.statusReadFailed({ sessionId: id, error })
    return withoutReceipt(copy, clock.now())
  }
}
