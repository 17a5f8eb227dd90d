import type { Actor } from '../checkout/stores/audit.ts'
import { insertAudit } from '../postgres/audit-log.ts'
import { type RowOf, columns, pick } from '../postgres/columns.ts'
import { type Pool, sql } from '../postgres/database.ts'
import { ORDER_COLUMNS } from '../postgres/orders/order-columns.ts'
import type { Cursor } from '../postgres/cursors.ts'
import { ORDER_CURSOR, type OrderFilter, type OrderQuery, foundOrders } from './order-filter.ts'

const EXPORTED = columns(
  pick(ORDER_COLUMNS, [
    'orderNumber',
    'paidAt',
    'customerName',
    'customerPhone',
    'customerEmail',
    'productName',
    'size',
    'color',
    'quantity',
    'unitPrice',
    'deliveryFee',
    'amountTotal',
    'refunded',
    'currency',
    'deliveryDetails',
    'deliveryOptions',
    'sessionId',
    'metadata',
    'tracking',
    'deliveredAt',
  ]),
)

export type ExportedOrder = RowOf<typeof EXPORTED>

/** How many orders one read takes, within a statement's time limit and a process's memory. */
const BATCH = 500

export const exportStatement = (
  storeId: string,
  query: OrderQuery,
  before: Cursor | undefined,
) => sql`
  select ${ORDER_CURSOR.list}, ${EXPORTED.list}
  from ${foundOrders(storeId, { ...query, before, limit: BATCH })}`

/**
 * Newest first, in batches. A batch is read when the one before is done, and begins where that one
 * ended. No connection is kept between them.
 */
async function* exportOrders(
  pool: Pool,
  storeId: string,
  query: OrderQuery,
): AsyncGenerator<ExportedOrder[]> {
  let before: Cursor | undefined
  do {
    const rows = await pool.rows(exportStatement(storeId, query, before))
    yield rows.map(EXPORTED.read)
    const last = rows[BATCH - 1]
    before = last && ORDER_CURSOR.read(last)
  } while (before)
}

export const openOrderExport = (pool: Pool) => ({
  export: (storeId: string, query: OrderQuery) => exportOrders(pool, storeId, query),
  /** To be called before the first order is sent. */
  recordExport: (storeId: string, actor: Actor, { search, ...filter }: OrderFilter) =>
    insertAudit(pool, storeId, {
      actor,
      action: 'orders.exported',
      // A search may hold a buyer's name.
      details: { ...filter, ...(search !== undefined && { searched: true }) },
    }),
})
