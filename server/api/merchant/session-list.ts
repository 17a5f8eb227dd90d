import { shareFinal } from '../../checkout/sessions/announce-session.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { Records } from '../../checkout/ports/platform-records.ts'
import type { SessionQuery, SessionRecord } from '../../checkout/ports/shop-records.ts'
import { isTerminal, toStatus } from '../../checkout/sessions/session.ts'
import type { ListedSession } from '../../contract/merchant-orders.ts'
import { jsonWith, pageJson } from '../../web/answers/json-text.ts'
import { knownPage } from '../../web/answers/refusals.ts'

type Listing = {
  checkout: Pick<CheckoutDeps, 'db' | 'cache'>
  records: Pick<Records, 'listSessions'>
}

/** The page that the query asks for, as JSON. @throws {CheckoutError} invalid_request */
export async function listSessions(listing: Listing, storeId: string, asked: SessionQuery) {
  const page = knownPage(await listing.records.listSessions(storeId, asked))
  const sessions = await Promise.all(page.data.map((session) => settled(listing, session)))
  const data = sessions
    .filter(({ state }) => asked.status === undefined || toStatus(state) === asked.status)
    .map(toJson)
  return pageJson({ data, nextCursor: page.nextCursor })
}

/**
 * Ends a session that is past its deadline before the list shows it, as a read of it does. So the
 * list never says `open` of a session that a read calls `expired`.
 */
async function settled({ checkout: { db, cache } }: Listing, session: SessionRecord) {
  if (!session.isLate) return session
  const read = await db.findSession(session.id)
  if (!read) throw new Error('a session that was listed is there')
  if (isTerminal(read)) shareFinal(cache, read)
  return read
}

function toJson({
  id,
  state,
  order,
  metadata,
  createdAt,
  expiresAt,
}: Omit<SessionRecord, 'isLate'>) {
  // Of the record, where a session has an order exactly when it is complete.
  const session: Pick<ListedSession, keyof ListedSession> = {
    id,
    status: toStatus(state),
    order,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
  return metadata === null ? JSON.stringify(session) : jsonWith(session, 'metadata', metadata)
}
