import type { LockedSession } from '../../checkout/ports/payment-transaction.ts'
import { type OpenSessions, type SessionEnder, shortSessionId } from '../../checkout/session.ts'
import { idsOf } from '../columns.ts'
import { type Transaction, named } from '../database.ts'
import { MAY_BE_OPEN, TELL_ENDED } from './late-sessions.ts'
import { insertAudit } from '../audit-log.ts'

/** What the record says of who ended a session. */
const nameOf = (by: SessionEnder) => (by === 'secret_key' ? by : by.name)

/**
 * The merchant has ended this session, which is locked and open. What members do is in the audit
 * log, too.
 */
export async function endSession(
  tx: Transaction,
  { id, storeId }: Pick<LockedSession, 'id' | 'storeId'>,
  by: SessionEnder,
) {
  await tx.run(
    named('end-session')`
      with ended as (
        update checkout_sessions
        set state = 'expired',
          version = version + 1,
          ended_by = ${nameOf(by)},
          ended_at = clock_timestamp()
        where id = ${id}
        returning id, store_id),
      ${TELL_ENDED}
      select from ended`,
  )
  if (by !== 'secret_key')
    await insertAudit(tx, storeId, {
      actor: by,
      action: 'session.expired',
      subject: shortSessionId(id),
    })
}

/**
 * Always in the same order, so that two of these never wait for each other. Whoever has a session
 * locked is waited for.
 */
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
        where p.store_id = ${storeId}
          and p.slug = ${productSlug}
          and s.state = 'open'
          and s.expires_at > statement_timestamp()
          and ${MAY_BE_OPEN}
        order by s.id
        limit ${limit}
        for update of s),
      ended as (
        update checkout_sessions s
        set state = 'expired',
          version = version + 1,
          ended_by = ${nameOf(by)},
          ended_at = clock_timestamp()
        from open
        where s.id = open.id
          and s.state = 'open'
        returning s.id, s.store_id),
      ${TELL_ENDED}
      select id from ended`,
  )
  if (ended.length > 0 && by !== 'secret_key') {
    await insertAudit(tx, storeId, {
      actor: by,
      action: 'session.expired',
      subject: productSlug,
      details: { sessions: ended.length },
    })
  }
  return ended
}
