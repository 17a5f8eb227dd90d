import { anyOf } from '../any-of.ts'
import { columns, integer, text } from '../columns.ts'
import { type Queryable, named } from '../database.ts'

const SHORTAGE = columns({ sessionId: text('s.id'), unitsLeft: integer('u.units_left') })

/** One statement, so that a session whose payment took the last units is not open in it any more. */
export const findShortages = (db: Queryable, sessionIds: string[]) =>
  SHORTAGE.rows(
    db,
    named('find-shortages')`
      select ${SHORTAGE.list}
      from checkout_sessions s
      join variants v on v.id = s.variant_id
      cross join lateral (
        select case when v.removed then 0 else greatest(v.stock, 0) end as units_left) u
      where s.id = ${anyOf(sessionIds)}
        and s.state = 'open'
        and u.units_left < s.quantity
        and not exists (
          select from payment_attempts kept where kept.session_id = s.id and kept.hold_active)`,
  )
