import type { PaymentAttempt } from '../checkout/attempt.ts'
import type { BreakResolution, ReconciliationBreak } from '../checkout/ports.ts'
import type { PaymentProblem, PaymentProblemState } from '../checkout/record-ports.ts'
import { type Queryable, type Transaction, named, sql } from './database.ts'
import { type Page, toPage } from './pages.ts'

export async function insertBreak(
  tx: Transaction, { id, sessionId, storeId }: PaymentAttempt, { kind, amount, currency }: ReconciliationBreak) {
  const inserted = await tx.run(named('insert-break', sql`
    insert into reconciliation_breaks (attempt_id, session_id, store_id, kind, amount, currency)
    values (${id}, ${sessionId}, ${storeId}, ${kind}, ${amount}, ${currency}) on conflict (attempt_id, kind)
    do update set amount = excluded.amount, currency = excluded.currency, detected_at = clock_timestamp(), resolution = null, resolved_at = null
      where reconciliation_breaks.resolved_at is not null`))
  return inserted === 1
}

export const resolveBreaks = (tx: Transaction, attemptId: string, resolution: BreakResolution) =>
  tx.run(named('resolve-breaks', sql`
    update reconciliation_breaks set resolution = ${resolution}, resolved_at = clock_timestamp()
    where attempt_id = ${attemptId} and resolved_at is null`))

/** The store's breaks, newest first, as its merchant sees them. */
export async function listPaymentProblems(db: Queryable, storeId: string,
  { limit, before }: { limit: number; before: number | null }): Promise<Page<PaymentProblem>> {
  const rows = await db.rows<PaymentProblem & { id: number }>(named('list-payment-problems', sql`
    select b.id, b.session_id as "sessionId", o.order_number as "orderNumber", b.kind, b.amount, b.currency,
      b.detected_at as "detectedAt", b.resolution, b.resolved_at as "resolvedAt"
    from reconciliation_breaks b left join orders o on o.session_id = b.session_id
    where b.store_id = ${storeId} and (${before}::bigint is null or b.id < ${before}) order by b.id desc limit ${limit + 1}`))
  return toPage(rows, { limit, toItem: ({ id: _, ...problem }): PaymentProblem => problem })
}

export async function getPaymentProblemState(db: Queryable, storeId: string): Promise<PaymentProblemState> {
  const row = await db.row<{ isThere: boolean; isOpen: boolean }>(named('get-payment-problem-state', sql`
    select exists (select from reconciliation_breaks where store_id = ${storeId}) as "isThere",
      exists (select from reconciliation_breaks where store_id = ${storeId} and resolved_at is null) as "isOpen"`))
  return row?.isOpen ? 'open' : row?.isThere ? 'settled' : 'none'
}
