import type { PaymentProblem, PaymentProblemRecords } from './payment-problems.ts'
import { recordsOf } from '../frame/open.records.ts'
import { named } from '../../postgres/database.ts'
import { listFrom, toPage } from '../../postgres/pages.ts'

/** Payments that the record has lost are very rare: the first page lists up to this many. */
const MOST_LOST = 25

type Row = PaymentProblem & { id: number }

const isLost = ({ kind }: Row) => kind === 'lost'

const toProblem = ({ id: _, ...problem }: Row): PaymentProblem => problem

export const openPaymentProblemRecords = recordsOf<PaymentProblemRecords>({
  list: (pool, storeId, { limit, cursor }) =>
    listFrom(cursor, async (before) => {
      const rows = await pool.rows<Row>(
        named('list-payment-problems')`
          select *
          from (
            (select o.id, s.id as "sessionId", r.order_number as "orderNumber",
              'lost' as kind, o.amount, o.currency, o.found_at as "detectedAt",
              case o.resolution when 'cancelled' then 'voided' else o.resolution end as resolution,
              o.resolved_at as "resolvedAt", o.refusal
            from orphaned_payments o
            left join checkout_sessions s on s.id = o.session_id and s.store_id = o.store_id
            left join orders r on r.session_id = s.id
            where o.store_id = ${storeId} and ${before}::bigint is null
            order by o.id desc limit ${MOST_LOST})
            union all
            (select b.id, b.session_id, o.order_number,
              b.kind, b.amount, b.currency, b.detected_at,
              b.resolution, b.resolved_at, null
            from reconciliation_breaks b
            left join orders o on o.session_id = b.session_id
            where b.store_id = ${storeId} and (${before}::bigint is null or b.id < ${before})
            order by b.id desc limit ${limit + 1})) problem
          order by id desc`,
      )
      const found = rows.filter((row) => !isLost(row))
      const { data, nextCursor } = toPage(found, { limit, toItem: toProblem })
      const lost = rows.filter(isLost).map(toProblem)
      return { data: [...lost, ...data], nextCursor }
    }),
})
