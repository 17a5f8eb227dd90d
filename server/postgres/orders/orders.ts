import type { OrderQuery, OrderRecord } from '../../checkout/ports/shop-records.ts'
import { columns, integer, json, moment, orNull, text } from '../columns.ts'
import { type Queryable, type RawRow, fragment, named, piece, sql } from '../database.ts'
import { listByTime, toPageByTime } from '../cursors.ts'
import { ORDER, toOrder } from './order-columns.ts'
import { ofStore } from '../of-store.ts'

/** JSON has no dates, only texts. */
type RefundRow = Omit<OrderRecord['refunds'][number], 'createdAt'> & { createdAt: string }

/** Columns of `orders o` and its `checkout_sessions s`. */
const ORDER_RECORD = columns({
  id: integer('o.id'),
  customerEmail: orNull(text('o.customer_email')),
  sessionId: text('o.session_id'),
  product: text('s.product_slug'),
  size: orNull(text('s.size')),
  color: orNull(text('s.color')),
  currency: text('o.currency'),
  metadata: orNull(text('s.metadata')),
  fulfilledAt: orNull(moment('o.fulfilled_at')),
  withdrawnAt: orNull(moment('o.withdrawn_at')),
  refunds: json<RefundRow[]>(`(
    select coalesce(json_agg(json_build_object(
      'id', r.id,
      'amount', r.amount,
      'state', r.state,
      'createdAt', r.created_at) order by r.created_at), '[]')
    from order_refunds r
    where r.order_id = o.id)`),
})

function toRecord(row: RawRow): OrderRecord & { id: number } {
  const { refunds, ...record } = ORDER_RECORD.read(row)
  return {
    order: toOrder(ORDER.read(row)),
    ...record,
    refunds: refunds.map(({ createdAt, ...refund }) => ({
      ...refund,
      createdAt: new Date(createdAt),
    })),
  }
}

const withoutId = ({ id: _, ...record }: OrderRecord & { id: number }): OrderRecord => record

const SELECT = piece`
  select ${ORDER_RECORD.list}, ${ORDER.list}
  from orders o
  join checkout_sessions s on s.id = o.session_id`

const NOTHING = fragment('')

/** Newest first. */
export const listOrders = (
  db: Queryable,
  storeId: string,
  { limit, cursor, paidAfter, paidBefore }: OrderQuery,
) =>
  listByTime(cursor, {
    id: /^\d{1,15}$/,
    list: async (before) => {
      const rows = await db.rows(sql`
        ${SELECT}
        where o.store_id = ${storeId}
          ${paidAfter ? piece`and o.paid_at > ${paidAfter}` : NOTHING}
          ${paidBefore ? piece`and o.paid_at < ${paidBefore}` : NOTHING}
          ${before ? piece`and (o.paid_at, o.id) < (${before.at}, ${before.id}::bigint)` : NOTHING}
        order by o.paid_at desc, o.id desc
        limit ${limit + 1}`)
      const { data, nextCursor } = toPageByTime(rows.map(toRecord), {
        limit,
        cursorOf: ({ id, order: { paidAt } }) => ({ at: new Date(paidAt), id: String(id) }),
      })
      return { data: data.map(withoutId), nextCursor }
    },
  })

export async function findOrder(db: Queryable, storeId: string, orderNumber: string) {
  const row = await db.row(named('find-order')`
    ${SELECT}
    where ${ofStore('o.store_id', storeId)}
      and o.order_number = ${orderNumber}`)
  return row && withoutId(toRecord(row))
}
