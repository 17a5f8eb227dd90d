import type { SessionState } from '../../checkout/sessions/session.ts'
import { columns, flag, integer, orNull, text, word } from '../columns.ts'
import { type Queryable, type RawRow, fragment, named, piece, sql } from '../database.ts'

/**
 * No older `checkout_sessions s` is open or being paid. This lets an index by `created_at` read the
 * sessions of the last hour instead of all.
 */
export const MAY_BE_OPEN = fragment(`s.created_at > statement_timestamp() - interval '1 hour'`)

/**
 * A part of a `with`, `late`: expires the session if it is open and late. The update waits for a
 * lock and then looks again, so nobody reads `expired` beside a payment that was accepted in time.
 * The rest of the statement still sees the old session, which `STATE` corrects. If somebody else
 * has changed a late session meanwhile (`isOvertaken`), `settledRow` runs the statement again.
 */
export const expireLate = (sessionId: string) => piece`
  late as (
    update checkout_sessions
    set state = 'expired', version = version + 1
    where id = ${sessionId}
      and state = 'open'
      and expires_at <= clock_timestamp()
    returning id, store_id, write_expired_event(store_id, id))`

/** Columns of a `checkout_sessions s` beside `late`. `endedIn`: its store, if `late` expired it. */
export const STATE = columns({
  endedIn: orNull(text('(select store_id from late)')),
  state: word<SessionState>(`coalesce((select 'expired' from late), s.state)`),
  version: integer('s.version + (select count(*) from late)::integer'),
  isOvertaken: orNull(
    flag(`
      s.state = 'open'
      and s.expires_at <= clock_timestamp()
      and not exists (select from late)`),
  ),
})

/** Called with the store of a session that a read has ended, so that others hear of it. */
export type OnExpired = (storeId: string) => void

/** Of those columns, also where there is no session. */
const LATE = columns({
  endedIn: orNull(text('endedIn')),
  isOvertaken: orNull(flag('isOvertaken')),
})

/** The row of a statement with `STATE`. Reads again while others change the session (rare). */
export async function settledRow(
  read: () => Promise<RawRow | undefined>,
  onExpired: OnExpired = () => {},
) {
  for (;;) {
    const row = await read()
    if (!row) return undefined
    const { endedIn, isOvertaken } = LATE.read(row)
    if (endedIn !== null) onExpired(endedIn)
    if (!isOvertaken) return row
  }
}

const ENDED = columns({ sessionId: text('id'), storeId: text('store_id') })

/** A part of a `with` after `ended`, which gives `id` and `store_id` of the expired sessions. */
export const EMIT_ENDED = fragment(`
  emitted as (
    insert into events (type, store_id, session_id)
    select 'checkout.session.expired', store_id, id from ended)`)

export const expireLateSessions = (db: Queryable, limit: number) =>
  ENDED.rows(
    db,
    named('expire-late-sessions')`
      with ended as (
        update checkout_sessions
        set state = 'expired', version = version + 1
        where id = any(array(
          select id
          from checkout_sessions
          where state = 'open'
            and expires_at <= statement_timestamp()
            and not exists (select from stores_elsewhere e where e.id = store_id)
          order by expires_at
          limit ${limit}
          for update skip locked))
        returning id, store_id),
      ${EMIT_ENDED}
      select ${ENDED.list} from ended`,
  )

/**
 * Lets the test provider expire a session by moving its deadline to now. Where real money moves, it
 * has no power over sessions of live stores.
 */
export async function endSessionNow(
  db: Queryable,
  id: string,
  { ofTestStoresOnly }: { ofTestStoresOnly: boolean },
) {
  if (ofTestStoresOnly) {
    const isOfTestStore = await db.run(sql`
      select
      from checkout_sessions s
      join stores st on st.id = s.store_id
      where s.id = ${id} and st.is_test`)
    if (isOfTestStore === 0) return false
  }
  await db.run(sql`
    update checkout_sessions
    set expires_at = clock_timestamp()
    where id = ${id}
      and expires_at > clock_timestamp()
      and state in ('open', 'paying')`)
  return true
}
