import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type {
  BreakResolution,
  ReconciliationBreak,
} from '../../checkout/ports/payment-transaction.ts'
import { type Transaction, named } from '../database.ts'

export async function insertBreak(
  tx: Transaction,
  { id, sessionId, storeId }: PaymentAttempt,
  { kind, amount, currency }: ReconciliationBreak,
) {
  const inserted = await tx.run(named('insert-break')`
    insert into reconciliation_breaks (attempt_id, session_id, store_id, kind, amount, currency)
    values (${id}, ${sessionId}, ${storeId}, ${kind}, ${amount}, ${currency})
    on conflict (attempt_id, kind)
    do update
    set amount = excluded.amount,
      currency = excluded.currency,
      detected_at = clock_timestamp(),
      resolution = null,
      resolved_at = null
    where reconciliation_breaks.resolved_at is not null`)
  return inserted === 1
}

export const resolveBreaks = (tx: Transaction, attemptId: string, resolution: BreakResolution) =>
  tx.run(named('resolve-breaks')`
    update reconciliation_breaks
    set resolution = ${resolution}, resolved_at = clock_timestamp()
    where attempt_id = ${attemptId}
      and resolved_at is null`)
