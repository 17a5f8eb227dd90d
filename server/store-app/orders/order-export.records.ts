import type { ExportedOrder, OrderQuery } from './order-list.ts'
import { type Pool, sql } from '../../postgres/database.ts'
import { ORDER_SUMMARY, foundOrders } from './order-rows.records.ts'
import type { Place } from '../../postgres/places.ts'

/**
 * How many orders are read at once: few enough for the time that a statement has, and for the
 * memory of a process.
 */
const BATCH = 500

export const exportStatement = (
  storeId: string,
  query: OrderQuery,
  before: Place | undefined,
) => sql`
  select o.id, ${ORDER_SUMMARY},
    o.customer_phone as "customerPhone", o.customer_email as "customerEmail",
    o.fulfillment_fee as "deliveryFee", o.fulfillment_details as "deliveryDetails",
    s.delivery_options as "deliveryOptions",
    o.session_id as "sessionId", s.unit_price as "unitPrice", s.metadata
  from ${foundOrders(storeId, { ...query, before, limit: BATCH })}`

/** Each batch begins where the one before ended; between them no connection is kept. */
export async function* exportOrders(
  pool: Pool,
  storeId: string,
  query: OrderQuery,
): AsyncGenerator<ExportedOrder[]> {
  let before: Place | undefined
  do {
    const rows: (ExportedOrder & { id: number })[] = await pool.rows(
      exportStatement(storeId, query, before),
    )
    yield rows
    const last = rows.length === BATCH ? rows.at(-1) : undefined
    before = last && { at: last.paidAt, id: String(last.id) }
  } while (before)
}
