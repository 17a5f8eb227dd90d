import type { ProviderName } from '../../contract/fields.ts'
import { columns, integer, word } from '../columns.ts'
import { type Queryable, sql } from '../database.ts'

/** How many payments and refunds of a provider recovery still has to look at. */
export type UnderWay = { provider: ProviderName; payments: number; refunds: number }

const UNDER_WAY = columns({
  provider: word<ProviderName>('provider'),
  payments: integer('sum(payments)::integer'),
  refunds: integer('sum(refunds)::integer'),
})

/** Only providers with something under way: money of an attempt, or a pending refund. */
export const countUnderWay = (db: Queryable): Promise<UnderWay[]> =>
  UNDER_WAY.rows(
    db,
    sql`
      select ${UNDER_WAY.list}
      from (
        select provider, 1 as payments, 0 as refunds
        from payment_attempts
        where next_check_at is not null
        union all
        select a.provider, 0, 1
        from order_refunds r
        join orders o on o.id = r.order_id
        join payment_attempts a on a.id = o.attempt_id
        where r.next_check_at is not null) due
      group by provider`,
  )

/** How many payments a provider has taken, and how many of them were begun before a moment. */
export type CaptureCount = { provider: ProviderName; payments: number; older: number }

const CAPTURED = columns({
  provider: word<ProviderName>('provider'),
  payments: integer('payments'),
  older: integer('older'),
})

export const countCaptured = (db: Queryable, before: Date): Promise<CaptureCount[]> =>
  CAPTURED.rows(
    db,
    sql`
      select ${CAPTURED.list}
      from (
        select provider, count(*) as payments,
          count(*) filter (where created_at < ${before}) as older
        from payment_attempts
        where state = 'captured'
        group by provider) captured
      order by provider`,
  )
