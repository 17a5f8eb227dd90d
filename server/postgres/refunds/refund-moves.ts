import type { Refund } from '../../checkout/refunds/refund.ts'
import { idsOf } from '../columns.ts'
import { type Transaction, named } from '../database.ts'
import { writeRefunded } from '../events/event-writes.ts'
import { REFUND, written } from './refund-columns.ts'

/** Moves a refund that is still pending. */
const move = async (
  tx: Transaction,
  id: string,
  {
    state,
    code,
    providerRefundId,
  }: { state: Refund['state']; code?: string; providerRefundId: string | undefined },
) =>
  written(
    await REFUND.row(
      tx,
      named('move-refund')`
        update order_refunds r
        set state = ${state},
          failure_code = ${code ?? null},
          provider_refund_id = coalesce(${providerRefundId ?? null}, r.provider_refund_id),
          succeeded_at = case when ${state} = 'succeeded' then clock_timestamp() end,
          restocked_units = case when ${state} = 'succeeded' then r.returned_units else 0 end,
          settled_at = case when ${state} <> 'pending' then clock_timestamp() end,
          checks = least(r.checks + 1, 10),
          next_check_at = case when ${state} = 'pending' and r.kind = 'requested'
            then clock_timestamp() + least(600, 2 ^ r.checks) * interval '1 second' end
        from orders o
        where r.id = ${id}
          and r.state = 'pending'
          and o.id = r.order_id
        returning ${REFUND.list}`,
    ),
  )

/** Returned units are not sold any more: they are in stock again, with a line of history. */
async function returnUnits(
  tx: Transaction,
  { id, orderNumber, returnedUnits, requestedBy }: Refund,
) {
  if (returnedUnits === 0) return
  const [variantId] = await idsOf(
    tx,
    named('return-refunded-units')`
      with returned as (
        update variants v
        set stock = v.stock + ${returnedUnits}
        from order_refunds r
        join orders o on o.id = r.order_id
        where r.id = ${id}
          and v.id = o.variant_id
        returning v.id, o.store_id)
      insert into stock_changes (store_id, variant_id, delta, reason, order_number, actor)
      select store_id, id, ${returnedUnits}::bigint, 'refund_return', ${orderNumber}::text, ${requestedBy}::text
      from returned
      returning variant_id::text as id`,
  )
  if (variantId === undefined) throw new Error(`the units of refund ${id} belong to no variant`)
}

const release = (tx: Transaction, { id }: Refund) =>
  tx.run(
    named('release-refund')`
      update orders o
      set refunded = o.refunded - r.amount, returned = o.returned - r.returned_units
      from order_refunds r
      where r.id = ${id}
        and o.id = r.order_id`,
  )

type Answer = { providerRefundId: string | undefined }

export async function succeedRefund(tx: Transaction, id: string, answer: Answer) {
  const refund = await move(tx, id, { ...answer, state: 'succeeded' })
  await returnUnits(tx, refund)
  await writeRefunded(tx, id)
  return refund
}

export async function failRefund(tx: Transaction, id: string, answer: Answer & { code: string }) {
  const refund = await move(tx, id, { ...answer, state: 'failed' })
  await release(tx, refund)
  return refund
}

export const postponeRefund = (tx: Transaction, id: string, answer: Answer) =>
  move(tx, id, { ...answer, state: 'pending' })
