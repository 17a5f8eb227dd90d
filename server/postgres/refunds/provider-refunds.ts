import type { ProviderRefund } from '../../checkout/ports/charge-database.ts'
import { type Transaction, named } from '../database.ts'
import { writeRefunded } from '../events/event-writes.ts'
import { findRefundById, written } from './refund-columns.ts'

/**
 * The provider's own id is the key, so the refund is recorded once. Its id is the one under which we
 * asked for it and which the record has lost; `id` where we did not ask for it.
 */
export async function insertProviderRefund(
  tx: Transaction,
  orderId: number,
  { provider, providerRefundId, amount, state, failureCode, createdAt, ...refund }: ProviderRefund,
) {
  const { refundId: lostId } = refund
  const isFree = lostId !== null && !(await findRefundById(tx, lostId))
  const id = isFree ? lostId : refund.id
  const code = state === 'failed' ? (failureCode ?? 'refund_failed') : null
  await tx.run(
    named('insert-provider-refund')`
      insert into order_refunds (
        id, kind, order_id, store_id, amount, currency, returned_units,
        requested_by, idempotency_key, provider_refund_id,
        state, failure_code, next_check_at, created_at, succeeded_at, settled_at)
      select
        ${id}, 'provider', id, store_id, ${amount}, currency, 0,
        ${provider}, ${providerRefundId}, ${providerRefundId},
        ${state}, ${code}, null, ${createdAt},
        case when ${state} = 'succeeded' then ${createdAt}::timestamptz end,
        case when ${state} <> 'pending' then ${createdAt}::timestamptz end
      from orders
      where id = ${orderId}`,
  )
  if (state !== 'failed')
    await tx.run(
      named('count-provider-refund')`
        update orders
        set refunded = refunded + ${amount}
        where id = ${orderId}`,
    )
  if (state === 'succeeded') await writeRefunded(tx, id)
  return written(await findRefundById(tx, id))
}
