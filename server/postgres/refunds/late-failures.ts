import type { AuditAction } from '../../checkout/stores/audit.ts'
import type { AnswerTaking, LateFailure } from '../../checkout/ports/charge-database.ts'
import { type LateFailureAnswer, type Refund, isToAnswer } from '../../checkout/refunds/refund.ts'
import { insertAudit } from '../audit-log.ts'
import { type Transaction, named } from '../database.ts'
import { writeRefundFailed } from '../events/event-writes.ts'
import { REFUND, written } from './refund-columns.ts'
import { ofStore } from '../of-store.ts'

/**
 * The money can be refunded again. The units stay in stock, because they may be there: the merchant
 * is asked about them.
 */
export async function failSucceededRefund(tx: Transaction, id: string, { code }: { code: string }) {
  const refund = written(
    await REFUND.row(
      tx,
      named('fail-succeeded-refund')`
        update order_refunds r
        set state = 'failed',
          failure_code = ${code},
          succeeded_at = coalesce(r.succeeded_at, r.settled_at),
          settled_at = clock_timestamp()
        from orders o
        where r.id = ${id}
          and r.state = 'succeeded'
          and o.id = r.order_id
        returning ${REFUND.list}`,
    ),
  )
  await tx.run(
    named('free-refunded')`
      update orders o
      set refunded = o.refunded - r.amount
      from order_refunds r
      where r.id = ${id}
        and o.id = r.order_id`,
  )
  await writeRefundFailed(tx, id)
  return refund
}

const ACTIONS: Record<LateFailureAnswer, AuditAction> = {
  came_back: 'order.units_came_back',
  did_not_come_back: 'order.units_did_not_come_back',
  seen: 'order.failed_refund_seen',
}

/** Locks the refund's order too, as every change of a refund does. */
async function lockFailure(
  tx: Transaction,
  { storeId, orderNumber, refundId }: LateFailure,
): Promise<Refund | undefined> {
  await tx.run(
    named('lock-failed-order')`
      select
      from orders
      where ${ofStore('store_id', storeId)}
        and order_number = ${orderNumber}
      for update`,
  )
  return REFUND.row(
    tx,
    named('find-failure')`
      select ${REFUND.list}
      from order_refunds r
      join orders o on o.id = r.order_id
      where ${ofStore('o.store_id', storeId)}
        and o.order_number = ${orderNumber}
        and r.id = ${refundId}`,
  )
}

export async function answerLateFailure(
  tx: Transaction,
  failure: LateFailure,
): Promise<AnswerTaking> {
  const { answer, actor, storeId, orderNumber } = failure
  const refund = await lockFailure(tx, failure)
  if (!refund || !isToAnswer(refund)) return { type: 'not_asked' }
  const { id, restockedUnits: units } = refund
  if ((answer === 'seen') !== (units === 0)) return { type: 'not_asked' }
  if (answer === 'did_not_come_back' && !(await takeUnitsOut(tx, refund, actor.name)))
    return { type: 'units_sold' }
  await tx.run(
    named('answer-late-failure')`
      update order_refunds
      set failure_answer = ${answer}
      where id = ${id}`,
  )
  const details = { refund: id, units }
  await insertAudit(tx, storeId, { actor, action: ACTIONS[answer], subject: orderNumber, details })
  return { type: 'taken', units }
}

/**
 * The units never came: they are taken off the stock and count as sold, with one line of history.
 * False, with nothing changed, when fewer are on hand. Held units may be taken; they are owed then.
 */
async function takeUnitsOut(
  tx: Transaction,
  { id, orderNumber, restockedUnits: units }: Refund,
  actor: string,
) {
  await tx.run(
    named('lock-returned-variant')`
      select
      from variants
      where id = (
        select o.variant_id
        from orders o
        join order_refunds r on r.order_id = o.id
        where r.id = ${id})
      for update`,
  )
  const taken = await tx.run(
    named('take-units-out')`
      with taken as (
        update variants v
        set stock = v.stock - ${units}
        from order_refunds r
        join orders o on o.id = r.order_id
        where r.id = ${id}
          and v.id = o.variant_id
          and v.stock + held(v.id) >= ${units}
        returning v.id, o.store_id)
      insert into stock_changes (store_id, variant_id, delta, reason, order_number, actor)
      select store_id, id, -${units}::bigint, 'refund_return', ${orderNumber}::text, ${actor}::text
      from taken`,
  )
  if (taken === 0) return false
  await tx.run(
    named('units-sold-after-all')`
      with emptied as (
        update order_refunds
        set restocked_units = 0
        where id = ${id}
        returning order_id)
      update orders
      set returned = returned - ${units}
      where id = (select order_id from emptied)`,
  )
  return true
}
