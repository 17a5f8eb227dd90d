import type { LockedSession } from '../../checkout/ports/payment-transaction.ts'
import {
  type OpenSessions,
  type SessionEnder,
  shortSessionId,
} from '../../checkout/sessions/session.ts'
import { idsOf } from '../columns.ts'
import { type Fragment, type Transaction, named, piece } from '../database.ts'
import { EMIT_ENDED, MAY_BE_OPEN } from './late-sessions.ts'
import { insertAudit } from '../audit-log.ts'
import { ofStore } from '../of-store.ts'

/** Parts of a `with`: ends the sessions `s` that `which` is true of. */
const endedBy = (by: SessionEnder, which: Fragment) => piece`
  ended as (
    update checkout_sessions s
    set state = 'expired',
      version = version + 1,
      ended_by = ${by === 'secret_key' ? by : by.name},
      ended_at = clock_timestamp()
    where ${which}
    returning s.id, s.store_id),
  ${EMIT_ENDED}`

type Ending = { by: SessionEnder; subject: string; details?: { sessions: number } }

/** What members end is also in the audit log. */
async function noteEnding(tx: Transaction, storeId: string, { by: actor, ...what }: Ending) {
  if (actor !== 'secret_key')
    await insertAudit(tx, storeId, { actor, action: 'session.expired', ...what })
}

/** The merchant ends a locked open session. */
export async function endSession(
  tx: Transaction,
  { id, storeId }: Pick<LockedSession, 'id' | 'storeId'>,
  by: SessionEnder,
) {
  await tx.run(named('end-session')`with ${endedBy(by, piece`s.id = ${id}`)} select from ended`)
  await noteEnding(tx, storeId, { by, subject: shortSessionId(id) })
}

/** Waits for locked sessions. The order is always the same: no two calls wait for each other. */
export async function endOpenSessions(
  tx: Transaction,
  { storeId, productSlug, by, limit }: OpenSessions,
) {
  const ended = await idsOf(
    tx,
    named('end-open-sessions')`
      with open as materialized (
        select s.id
        from checkout_sessions s
        join products p on p.id = s.product_id
        where ${ofStore('p.store_id', storeId)}
          and p.slug = ${productSlug}
          and s.state = 'open'
          and s.expires_at > statement_timestamp()
          and ${MAY_BE_OPEN}
        order by s.id
        limit ${limit}
        for update of s),
      ${endedBy(by, piece`s.id = any(array(select id from open)) and s.state = 'open'`)}
      select id from ended`,
  )
  if (ended.length > 0)
    await noteEnding(tx, storeId, { by, subject: productSlug, details: { sessions: ended.length } })
  return ended
}
