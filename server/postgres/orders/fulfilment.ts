import type { Delivery, Fulfilment } from '../../checkout/ports/database.ts'
import { insertAudit } from '../audit-log.ts'
import { type Transaction, named } from '../database.ts'
import { writeFulfilled } from '../events/event-writes.ts'
import { ofStore } from '../of-store.ts'

/** A call that changes nothing writes nothing to the audit log. */
export async function setFulfilled(
  tx: Transaction,
  { storeId, orderNumber, isFulfilled, actor }: Fulfilment,
) {
  const changed = await tx.run(named('set-order-fulfilled')`
    update orders
    set fulfilled_at = case when ${isFulfilled} then clock_timestamp() end,
      fulfilled_by = case when ${isFulfilled} then ${actor.name} end,
      delivered_at = null
    where ${ofStore('store_id', storeId)} and order_number = ${orderNumber}
      and (fulfilled_at is not null) <> ${isFulfilled}`)
  if (changed === 0) return false
  await insertAudit(tx, storeId, {
    actor,
    action: isFulfilled ? 'order.fulfilled' : 'order.unfulfilled',
    subject: orderNumber,
  })
  if (isFulfilled) await writeFulfilled(tx, { storeId, orderNumber })
  return true
}

/** A call that changes nothing writes nothing to the audit log. */
export async function setDelivered(
  tx: Transaction,
  { storeId, orderNumber, isDelivered, at, actor }: Delivery,
) {
  const changed = await tx.run(named('set-order-delivered')`
    update orders
    set delivered_at = case when ${isDelivered} then
      coalesce(${at ?? null}::timestamptz, date_trunc('milliseconds', clock_timestamp())) end
    where ${ofStore('store_id', storeId)} and order_number = ${orderNumber}
      and fulfilled_at is not null
      and case when ${isDelivered}
        then delivered_at is null or delivered_at <> ${at ?? null}::timestamptz
        else delivered_at is not null end`)
  if (changed === 0) return false
  await insertAudit(tx, storeId, {
    actor,
    action: isDelivered ? 'order.delivered' : 'order.undelivered',
    subject: orderNumber,
  })
  return true
}
