import type { LockedSession } from '../../checkout/ports/database.ts'
import type { SessionState } from '../../checkout/session.ts'
import { columns, integer, moment, orNull, text, word } from '../columns.ts'
import { type Queryable, type Transaction, named } from '../database.ts'
import { expireLate, settledRow } from './late-sessions.ts'
import { QUOTE, SESSION, SESSION_PARTS, toSession } from './session-columns.ts'

const NOW = columns({ now: moment('clock_timestamp()') })

const RECEIPT = columns({ receiptDigest: orNull(text('o.receipt_digest')) })

export async function findSessionAndNow(db: Queryable, id: string) {
  const row = await settledRow(() =>
    db.row(
      named('find-session')`
        with ${expireLate(id)}
        select ${SESSION}, ${RECEIPT.list}, ${NOW.list}
        from checkout_sessions s
        join stores st on st.id = s.store_id
        ${SESSION_PARTS}
        where s.id = ${id}`,
    ),
  )
  return row && { session: toSession(row), ...RECEIPT.read(row), ...NOW.read(row) }
}

export const findSession = async (db: Queryable, id: string) =>
  (await findSessionAndNow(db, id))?.session

/** Of `checkout_sessions s`. */
const LOCKED = columns({
  id: text('s.id'),
  storeId: text('s.store_id'),
  state: word<SessionState>('s.state'),
  attempts: integer('s.attempts'),
  expiresAt: moment('s.expires_at'),
})

/**
 * The clock is read outside of the locking query, hence after the lock was granted: a wait for the
 * lock counts as time passed.
 */
export async function lockSession(tx: Transaction, id: string): Promise<LockedSession | undefined> {
  const row = await tx.row(
    named('lock-session')`
      with locked as materialized (
        select ${LOCKED.list}, ${QUOTE.list}
        from checkout_sessions s
        where s.id = ${id}
        for update)
      select *, ${NOW.list} from locked`,
  )
  return row && { ...LOCKED.read(row), ...NOW.read(row), quote: QUOTE.read(row) }
}

export const updateSession = (
  tx: Transaction,
  id: string,
  { state, attempts }: { state: SessionState; attempts?: number },
) =>
  tx.run(
    named('update-session')`
      update checkout_sessions
      set state = ${state},
        version = version + 1,
        attempts = coalesce(${attempts ?? null}, attempts)
      where id = ${id}`,
  )
