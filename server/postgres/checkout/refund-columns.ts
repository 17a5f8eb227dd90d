import type { Refund, RefundState } from '../../checkout/refund.ts'
import { columns, integer, moment, orNull, text, word } from '../columns.ts'

/** Of `order_refunds r` and its `orders o`. */
export const REFUND = columns({
  id: text('r.id'),
  orderNumber: text('o.order_number'),
  storeId: text('r.store_id'),
  attemptId: text('o.attempt_id'),
  amount: integer('r.amount'),
  currency: text('r.currency'),
  returnedUnits: integer('r.returned_units'),
  reason: orNull(text('r.reason')),
  requestedBy: text('r.requested_by'),
  state: word<RefundState>('r.state'),
  failureCode: orNull(text('r.failure_code')),
  createdAt: moment('r.created_at'),
  settledAt: orNull(moment('r.settled_at')),
})

/** @throws {Error} when it is not there: the statement before has written it. */
export function written(refund: Refund | undefined): Refund {
  if (!refund) throw new Error('a refund that was just written is there')
  return refund
}
