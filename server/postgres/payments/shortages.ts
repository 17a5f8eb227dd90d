import { anyOf } from '../any-of.ts'
import { columns, integer, text } from '../columns.ts'
import { type Queryable, fragment, named } from '../database.ts'
import { UNITS_LEFT } from '../sessions/units-left.ts'

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
        select ${fragment(UNITS_LEFT)} as units_left) u
      where s.id = ${anyOf(sessionIds)}
        and s.state = 'open'
        and u.units_left < s.quantity`,
  )
