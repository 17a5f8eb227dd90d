import type { KeptConfirmation } from '../../checkout/ports/buyer-mails.ts'
import {
  LOCKED_BY_ANOTHER,
  type LockedByAnother,
  type LockedSession,
} from '../../checkout/ports/payment-transaction.ts'
import type { SessionState } from '../../checkout/sessions/session.ts'
import { columns, integer, json, moment, orNull, text, word } from '../columns.ts'
import { anyOf } from '../any-of.ts'
import { type Queryable, type Transaction, fragment, named } from '../database.ts'
import { ORDER_COLUMNS } from '../orders/order-columns.ts'
import { type OnExpired, expireLate, settledRow } from './late-sessions.ts'
import { SESSION, SESSION_PARTS, toSession } from './session-columns.ts'

export const NOW = columns({ now: moment('clock_timestamp()') })

const RECEIPT = columns({
  tracking: ORDER_COLUMNS.tracking,
  receiptDigest: orNull(text('o.receipt_digest')),
  confirmation: orNull(
    json<KeptConfirmation>(`
      case when o.customer_email is not null then (
        select json_build_object('email', o.customer_email, 'state', m.state, 'edition', m.edition)
        from buyer_mails m
        where m.session_id = s.id and m.kind = 'confirmation')
      when o.order_number is not null then json_build_object('email', null) end`),
  ),
})

export async function findSessionAndNow(db: Queryable, id: string, onExpired?: OnExpired) {
  const row = await settledRow(
    () =>
      db.row(named('find-session')`
        with ${expireLate(id)}
        select ${SESSION}, ${RECEIPT.list}, ${NOW.list}
        from checkout_sessions s
        join stores st on st.id = s.store_id
        ${SESSION_PARTS}
        where s.id = ${id}`),
    onExpired,
  )
  return row && { session: toSession(row), ...RECEIPT.read(row), ...NOW.read(row) }
}

export const findSession = async (db: Queryable, id: string, onExpired?: OnExpired) =>
  (await findSessionAndNow(db, id, onExpired))?.session

/** Columns of `checkout_sessions s`. */
const LOCKED = columns({
  id: text('s.id'),
  storeId: text('s.store_id'),
  state: word<SessionState>('s.state'),
  version: integer('s.version'),
  expiresAt: moment('s.expires_at'),
})

/** Whether to wait for a locked row, or to leave it to a caller who can wait. */
export type Patience = { isPatient: boolean }

/**
 * The order is always the same, so two calls never wait for each other. The clock is read outside
 * the locking query, so that a wait for a lock counts as time.
 */
export async function lockSessions(
  tx: Transaction,
  ids: string[],
  { isPatient }: Patience,
): Promise<(LockedSession | LockedByAnother | undefined)[]> {
  const lock = isPatient ? named('lock-sessions') : named('lock-free-sessions')
  const rows = await tx.rows(lock`
    with locked as materialized (
      select ${LOCKED.list}
      from checkout_sessions s
      where s.id = ${anyOf(ids)}
      order by s.id
      for update ${fragment(isPatient ? '' : 'skip locked')})
    select *, ${NOW.list} from locked`)
  const sessions = new Map(
    rows.map((row) => {
      const session = { ...LOCKED.read(row), ...NOW.read(row) }
      return [session.id, session]
    }),
  )
  return ids.map((id) => sessions.get(id) ?? (isPatient ? undefined : LOCKED_BY_ANOTHER))
}

export async function lockSession(tx: Transaction, id: string) {
  const [session] = await lockSessions(tx, [id], { isPatient: true })
  return session === LOCKED_BY_ANOTHER ? undefined : session
}

export const renewSession = (tx: Transaction, id: string) =>
  tx.run(named('renew-session')`
    update checkout_sessions
    set version = version + 1
    where id = ${id}`)
