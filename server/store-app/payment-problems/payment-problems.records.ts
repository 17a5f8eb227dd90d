import type { PaymentProblem, PaymentProblemRecords } from './payment-problems.ts'
import { type Pool, named } from '../../postgres/database.ts'
import { listFrom, toPage } from '../../postgres/pages.ts'

export const openPaymentProblemRecords = (pool: Pool): PaymentProblemRecords => ({
  list: (storeId, { limit, cursor }) =>
    listFrom(cursor, async (before) => {
      const rows = await pool.rows<PaymentProblem & { id: number }>(
        named('list-payment-problems')`
          select b.id, b.session_id as "sessionId", o.order_number as "orderNumber",
            b.kind, b.amount, b.currency, b.detected_at as "detectedAt",
            b.resolution, b.resolved_at as "resolvedAt"
          from reconciliation_breaks b
          left join orders o on o.session_id = b.session_id
          where b.store_id = ${storeId} and (${before}::bigint is null or b.id < ${before})
          order by b.id desc limit ${limit + 1}`,
      )
      return toPage(rows, { limit, toItem: ({ id: _, ...problem }): PaymentProblem => problem })
    }),
})
