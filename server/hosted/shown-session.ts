import type { Recent } from '../admission/recent.ts'
import { shareFinal } from '../checkout/announce-session.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { SessionAndNow } from '../checkout/ports/database.ts'
import { isTerminal } from '../checkout/session.ts'
import type { Exchange } from '../web/before-express.ts'
import { type SessionAdmission, admitSession } from '../web/session-admission.ts'

export type ShownContext = SessionAdmission & {
  checkout: CheckoutDeps
  /** Sessions that this process has seen to have ended. */
  seenEnded: Recent<true>
}

type Asked = { id: string; exchange: Exchange; needsReceipt: boolean }

/**
 * A session as its pages show it. Session and clock come from one read of the record: the countdown
 * is right whatever the clock of this process says. Of a session that was seen to have ended a copy
 * will do, unless its receipt is to be opened. A copy of an open session is for a record that does
 * not answer in time: the page keeps itself up to date then.
 */
export async function findShown(
  context: ShownContext,
  { id, exchange, needsReceipt }: Asked,
): Promise<SessionAndNow | undefined> {
  if (!(await admitSession(context, id, exchange))) return undefined
  const {
    checkout: { cache, clock, db, events },
    seenEnded,
  } = context
  if (seenEnded.find(id) && !needsReceipt) {
    const copy = await cache.sessions.find(id)
    if (copy && isTerminal(copy)) return { session: copy, now: clock.now(), receiptDigest: null }
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
    return { session: copy, now: clock.now(), receiptDigest: null }
  }
}
