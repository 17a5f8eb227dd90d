import { shareFinal } from '../../checkout/announce-session.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { Records } from '../../checkout/ports/platform-records.ts'
import type { SessionQuery, SessionRecord } from '../../checkout/ports/shop-records.ts'
import { isTerminal, toStatus } from '../../checkout/session.ts'
import type { ListedSession } from '../../contract/merchant-orders.ts'
import { jsonWith, pageJson } from '../../web/json-text.ts'
import { unknownCursor } from '../../web/refusals.ts'

type Listing = {
  checkout: Pick<CheckoutDeps, 'db' | 'cache'>
  records: Pick<Records, 'listSessions'>
}

/** The page that the query asks for, as JSON. @throws {CheckoutError} invalid_request */
export async function listSessions(listing: Listing, storeId: string, asked: SessionQuery) {
  const page = await listing.records.listSessions(storeId, asked)
  if (!page) throw unknownCursor()
  const sessions = await Promise.all(page.data.map((session) => settled(listing, session)))
  const data = sessions
    .filter(({ state }) => asked.status === undefined || toStatus(state) === asked.status)
    .map(toJson)
  return pageJson({ data, nextCursor: page.nextCursor })
}

/**
 * What is late is ended as by a read of it alone, before anybody is told so: nothing that we say of
 * a session is taken back.
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
  const session: ListedSession = {
    id,
    status: toStatus(state),
    order,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
  return metadata === null ? JSON.stringify(session) : jsonWith(session, 'metadata', metadata)
}
