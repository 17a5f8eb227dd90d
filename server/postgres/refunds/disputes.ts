import { type Dispute, type DisputeState, isDecided } from '../../checkout/refunds/dispute.ts'
import { columns, flag, integer, moment, orNull, text, word } from '../columns.ts'
import { type Transaction, named } from '../database.ts'

/** Of `order_disputes d`. */
export const DISPUTE_COLUMNS = {
  providerDisputeId: text('d.provider_dispute_id'),
  amount: integer('d.amount'),
  currency: text('d.currency'),
  reason: text('d.reason'),
  state: word<DisputeState>('d.state'),
  isInquiry: flag('d.is_inquiry'),
  dueAt: orNull(moment('d.due_at')),
  openedAt: moment('d.opened_at'),
}

const DISPUTE = columns(DISPUTE_COLUMNS)

export const listDisputes = (tx: Transaction, orderId: number) =>
  DISPUTE.rows(
    tx,
    named('disputes-of-order')`
      select ${DISPUTE.list}
      from order_disputes d
      where d.order_id = ${orderId}`,
  )

export async function writeDispute(tx: Transaction, orderId: number, dispute: Dispute) {
  const { providerDisputeId, amount, currency, reason, state, isInquiry } = dispute
  const { dueAt, openedAt } = dispute
  await tx.run(
    named('write-dispute')`
      insert into order_disputes as d (
        order_id, provider_dispute_id, store_id, amount, currency, reason,
        state, is_inquiry, due_at, opened_at, closed_at)
      select
        id, ${providerDisputeId}, store_id, ${amount}, ${currency}, ${reason},
        ${state}, ${isInquiry}, ${dueAt}, ${openedAt},
        case when ${isDecided(dispute)} then clock_timestamp() end
      from orders
      where id = ${orderId}
      on conflict (order_id, provider_dispute_id) do update
      set amount = excluded.amount,
        currency = excluded.currency,
        reason = excluded.reason,
        state = excluded.state,
        is_inquiry = excluded.is_inquiry,
        due_at = excluded.due_at,
        closed_at = case when excluded.closed_at is not null
          then coalesce(d.closed_at, excluded.closed_at) end`,
  )
}
