import type { LateFailureAnswer, Refund, RefundState } from '../../checkout/refunds/refund.ts'
import { columns, integer, moment, orNull, text, word } from '../columns.ts'
import { type Queryable, named } from '../database.ts'

/** Columns of `order_refunds r` and its `orders o`. */
export const REFUND = columns({
  id: text('r.id'),
  kind: word<Refund['kind']>('r.kind'),
  providerRefundId: orNull(text('r.provider_refund_id')),
  orderNumber: text('o.order_number'),
  storeId: text('r.store_id'),
  attemptId: text('o.attempt_id'),
  amount: integer('r.amount'),
  currency: text('r.currency'),
  returnedUnits: integer('r.returned_units'),
  restockedUnits: integer('r.restocked_units'),
  reason: orNull(text('r.reason')),
  requestedBy: text('r.requested_by'),
  state: word<RefundState>('r.state'),
  failureCode: orNull(text('r.failure_code')),
  failureAnswer: orNull(word<LateFailureAnswer>('r.failure_answer')),
  createdAt: moment('r.created_at'),
  succeededAt: orNull(moment('r.succeeded_at')),
  settledAt: orNull(moment('r.settled_at')),
})

export const findRefundById = (db: Queryable, id: string) =>
  REFUND.row(
    db,
    named('get-refund')`
      select ${REFUND.list}
      from order_refunds r
      join orders o on o.id = r.order_id
      where r.id = ${id}`,
  )

/** @throws {Error} the refund is missing, although the statement before has written it */
export function written(refund: Refund | undefined): Refund {
  if (!refund) throw new Error('the refund that was just written is missing')
  return refund
}
