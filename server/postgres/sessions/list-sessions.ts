import type { SessionQuery, SessionRecord } from '../../checkout/ports/shop-records.ts'
import { toOrder } from '../../checkout/orders/to-order.ts'
import type { SessionState } from '../../checkout/sessions/session.ts'
import type { SessionStatus } from '../../contract/order.ts'
import { columns, flag, moment, orNull, text, word } from '../columns.ts'
import { type Queryable, type RawRow, fragment, piece, sql } from '../database.ts'
import { listByTime, toPageByTime } from '../cursors.ts'
import { MAY_BE_OPEN } from './late-sessions.ts'
import { ORDER } from '../orders/order-columns.ts'

/** Columns of `checkout_sessions s`. */
const LISTED = columns({
  id: text('s.id'),
  state: word<SessionState>('s.state'),
  isLate: flag(`s.state = 'open' and s.expires_at <= statement_timestamp()`),
  metadata: orNull(text('s.metadata')),
  createdAt: moment('s.created_at'),
  expiresAt: moment('s.expires_at'),
})

// Not parameters, because the planner must see which index a state is in.
const STATES: Record<SessionStatus, ReturnType<typeof piece>> = {
  open: piece`and s.state in ('open', 'paying') and ${MAY_BE_OPEN}`,
  complete: fragment(`and s.state = 'complete'`),
  expired: fragment(`and s.state = 'expired'`),
}

function toRecord(row: RawRow): SessionRecord {
  const session = LISTED.read(row)
  return {
    ...session,
    order: session.state === 'complete' ? toOrder(ORDER.read(row)) : null,
  }
}

/** Newest first. Orders are joined only to the sessions of the page. */
export const listSessions = (
  db: Queryable,
  storeId: string,
  { limit, cursor, status }: SessionQuery,
) =>
  listByTime(cursor, {
    id: /^cs_\w{32}$/,
    list: async (before) => {
      const rows = await db.rows(sql`
        select ${LISTED.list}, ${ORDER.list}
        from (
          select s.*
          from checkout_sessions s
          where s.store_id = ${storeId}
            ${status ? STATES[status] : fragment('')}
            ${before ? piece`and (s.created_at, s.id) < (${before.at}, ${before.id})` : fragment('')}
          order by s.created_at desc, s.id desc
          limit ${limit + 1}) s
        left join orders o on o.session_id = s.id
        order by s.created_at desc, s.id desc`)
      return toPageByTime(rows.map(toRecord), {
        limit,
        cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      })
    },
  })
