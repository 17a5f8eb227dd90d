import type { SessionState } from '../../checkout/session.ts'
import { columns, flag, idsOf, integer, orNull, word } from '../columns.ts'
import { type Queryable, type RawRow, fragment, named, piece, sql } from '../database.ts'

/**
 * Of `checkout_sessions s`: no older session is open or being paid. With it an index by
 * `created_at` reads the sessions of the last hour instead of all that ever were.
 */
export const MAY_BE_OPEN = fragment(`s.created_at > statement_timestamp() - interval '1 hour'`)

/**
 * A part of a `with`, `late`: turns the session into an expired one if it is open and late. The
 * update waits for whoever holds the row and looks again, so a reader can never see `expired`
 * beside a payment that was accepted in time. The rest of the statement sees the session as it was
 * before: `STATE` corrects it. Where somebody else has changed a late session meanwhile, the
 * statement cannot know how (`isOvertaken`): `settledRow` runs it again.
 */
export const expireLate = (sessionId: string) => piece`
  late as (
    update checkout_sessions
    set state = 'expired', version = version + 1
    where id = ${sessionId}
      and state = 'open'
      and expires_at <= clock_timestamp()
    returning id)`

/** Of a `checkout_sessions s` that `late` has expired or not. */
export const STATE = columns({
  state: word<SessionState>(`coalesce((select 'expired' from late), s.state)`),
  version: integer('s.version + (select count(*) from late)::integer'),
  isOvertaken: orNull(
    flag(`
      s.state = 'open'
      and s.expires_at <= clock_timestamp()
      and not exists (select from late)`),
  ),
})

/**
 * The row of a statement with `STATE` once nobody has changed its session meanwhile; nearly always
 * the first one.
 */
export async function settledRow(read: () => Promise<RawRow | undefined>) {
  for (;;) {
    const row = await read()
    if (row?.['isOvertaken'] !== true) return row
  }
}

export const expireLateSessions = (db: Queryable, limit: number) =>
  idsOf(
    db,
    named('expire-late-sessions')`
      update checkout_sessions
      set state = 'expired', version = version + 1
      where id = any(array(
        select id
        from checkout_sessions
        where state = 'open'
          and expires_at <= statement_timestamp()
        order by expires_at
        limit ${limit}
        for update skip locked))
      returning id`,
  )

/** The test provider's way to see a session expire: its deadline is now. */
export const endSessionNow = (db: Queryable, id: string) =>
  db.run(sql`
    update checkout_sessions
    set expires_at = clock_timestamp()
    where id = ${id}
      and expires_at > clock_timestamp()
      and state in ('open', 'paying')`)
