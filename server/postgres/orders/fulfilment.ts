import type { Delivery, Fulfilment } from '../../checkout/ports/database.ts'
import { insertAudit } from '../audit-log.ts'
import type { AuditAction } from '../../checkout/stores/audit.ts'
import { type Transaction, named, piece } from '../database.ts'
import { mailFulfilmentAgain, writeFulfilled } from '../events/event-writes.ts'
import { ofStore } from '../of-store.ts'

/** A call that changes nothing writes nothing to the audit log. */
export async function setFulfilled(
  tx: Transaction,
  { storeId, orderNumber, isFulfilled, actor, tracking, mailsBuyer }: Fulfilment,
) {
  const ofOrder = piece`${ofStore('store_id', storeId)} and order_number = ${orderNumber}`
  const json = tracking ? JSON.stringify(tracking) : null
  const changed = await tx.run(named('set-order-fulfilled')`
    update orders
    set fulfilled_at = case when ${isFulfilled} then clock_timestamp() end,
      fulfilled_by = case when ${isFulfilled} then ${actor.name} end,
      tracking = ${json},
      delivered_at = null
    where ${ofOrder} and (fulfilled_at is not null) <> ${isFulfilled}`)
  const audit = (action: AuditAction) =>
    insertAudit(tx, storeId, { actor, action, subject: orderNumber })
  if (changed > 0) {
    await audit(isFulfilled ? 'order.fulfilled' : 'order.unfulfilled')
    if (isFulfilled) await writeFulfilled(tx, { storeId, orderNumber, mailsBuyer })
    return true
  }
  if (tracking === undefined) return false
  const corrected = await tx.run(named('set-order-tracking')`
    update orders
    set tracking = ${json}
    where ${ofOrder} and fulfilled_at is not null
      and tracking is distinct from ${json}::jsonb`)
  if (corrected === 0) return false
  await audit('order.tracking_changed')
  if (mailsBuyer) {
    await mailFulfilmentAgain(tx, { storeId, orderNumber })
    await writeFulfilled(tx, { storeId, orderNumber, mailsBuyer })
  }
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
