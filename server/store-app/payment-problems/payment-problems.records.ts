import type { PaymentProblem } from './payment-problems.ts'
import type { PageQuery } from '../../checkout/ports/list-pages.ts'
import { type RowOf, columns, integer, moment, orNull, text, word } from '../../postgres/columns.ts'
import { type Pool, named } from '../../postgres/database.ts'
import { listFrom, toPage } from '../../postgres/pages.ts'

/** Payments that the record has lost are very rare: the first page lists up to this many. */
const MOST_LOST = 25

const PROBLEM = columns({
  id: integer('id'),
  kind: word<PaymentProblem['kind']>('kind'),
  amount: integer('amount'),
  currency: text('currency'),
  sessionId: orNull(text('session_id')),
  orderNumber: orNull(text('order_number')),
  detectedAt: moment('detected_at'),
  refusal: orNull(text('refusal')),
  resolution: orNull(word<NonNullable<PaymentProblem['resolution']>>('resolution')),
  resolvedAt: orNull(moment('resolved_at')),
})

type Row = RowOf<typeof PROBLEM>

const isLost = ({ kind }: Row) => kind === 'lost'

const toProblem = ({ id: _, resolution, resolvedAt, ...problem }: Row): PaymentProblem =>
  resolution === null || resolvedAt === null
    ? { ...problem, resolution: null, resolvedAt: null }
    : { ...problem, resolution, resolvedAt }

export const openPaymentProblemRecords = (pool: Pool) => ({
  /** Newest first; lost payments come before all others. */
  list: (storeId: string, { limit, cursor }: PageQuery) =>
    listFrom(cursor, async (before) => {
      const rows = await PROBLEM.rows(
        pool,
        named('list-payment-problems')`
          select ${PROBLEM.list}
          from (
            (select o.id, s.id as session_id, r.order_number,
              'lost' as kind, o.amount, o.currency, o.found_at as detected_at,
              case o.resolution when 'cancelled' then 'voided' else o.resolution end as resolution,
              o.resolved_at, o.refusal
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
