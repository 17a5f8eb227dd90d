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
  listLost: (storeId, limit) =>
    pool.rows<PaymentProblem>(
      named('list-lost-payments')`
        select 'lost' as kind, o.amount, o.currency, o.found_at as "detectedAt",
          s.id as "sessionId", r.order_number as "orderNumber",
          case o.resolution when 'cancelled' then 'voided' else o.resolution end as resolution,
          o.resolved_at as "resolvedAt"
        from orphaned_payments o
        left join checkout_sessions s on s.id = o.session_id and s.store_id = o.store_id
        left join orders r on r.session_id = s.id
        where o.store_id = ${storeId}
        order by o.id desc
        limit ${limit}`,
    ),
})
