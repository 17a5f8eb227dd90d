import type { OrderDetails, OrderPageRecords } from './order-list.ts'
import { type SessionHistory, toEvents } from '../frame/session-history.ts'
import { type Queryable, fragment, named, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { mayMail } from '../../postgres/checkout/buyer-mail-writes.ts'
import { recordsOf, withMoments } from '../frame/open.records.ts'
import { ORDER_SUMMARY } from './order-list.records.ts'
import { SESSION_HISTORY } from '../frame/session-history.records.ts'
import { ofStore } from '../../postgres/of-store.ts'

type DetailsRow = Omit<OrderDetails, 'sessionEvents'> & { history: SessionHistory }

const REFUNDS = fragment(`
  (select coalesce(json_agg(json_build_object(
    'id', r.id,
    'kind', r.kind,
    'amount', r.amount,
    'returnedUnits', r.returned_units,
    'restockedUnits', r.restocked_units,
    'reason', r.reason,
    'requestedBy', r.requested_by,
    'state', r.state,
    'failureCode', r.failure_code,
    'failureAnswer', r.failure_answer,
    'createdAt', r.created_at,
    'succeededAt', r.succeeded_at,
    'settledAt', r.settled_at) order by r.created_at), '[]')
  from order_refunds r
  where r.order_id = o.id) as refunds`)

const DISPUTES = fragment(`
  (select coalesce(json_agg(json_build_object(
    'amount', d.amount,
    'currency', d.currency,
    'reason', d.reason,
    'state', d.state,
    'isInquiry', d.is_inquiry,
    'dueAt', d.due_at,
    'openedAt', d.opened_at,
    'closedAt', d.closed_at) order by d.opened_at), '[]')
  from order_disputes d
  where d.order_id = o.id) as disputes`)

const TERMS = fragment(`
  (select json_build_object(
    'version', t.version,
    'since', t.created_at,
    'seller', t.content,
    'agreedAt', case when a.agreed_to_terms then a.created_at end)
  from store_terms t
  where t.id = s.terms_id) as terms`)

const MAILS = fragment(`
  (select coalesce(json_agg(json_build_object(
    'kind', m.kind,
    'state', m.state,
    'refusal', m.refusal,
    'putOffBy', m.put_off_by,
    'writtenAt', m.created_at,
    'endedAt', m.ended_at) order by m.id), '[]')
  from buyer_mails m
  where m.session_id = s.id) as mails`)

/** Only the latest are shown. */
const MAX_CHANGES = 100

const CHANGES = fragment(`
  (select coalesce(json_agg(json_build_object(
    'at', c.at,
    'by', c.actor,
    'action', c.action) order by c.id), '[]')
  from (
    select *
    from audit_log
    where store_id = o.store_id and subject = o.order_number
      and action in ('order.fulfilled', 'order.unfulfilled', 'order.note_changed',
        'order.units_came_back', 'order.units_did_not_come_back', 'order.failed_refund_seen',
        'order.mails_sent_again')
    order by id desc limit ${String(MAX_CHANGES)}) c) as changes`)

async function findDetails(
  db: Queryable,
  storeId: string,
  orderNumber: string,
): Promise<OrderDetails | undefined> {
  const row = await db.row<DetailsRow>(
    named('find-order-details')`
      select ${ORDER_SUMMARY},
        o.customer_phone as "customerPhone", o.customer_email as "customerEmail",
        o.fulfillment_details as "deliveryDetails", o.fulfillment_fee as "deliveryFee",
        o.fulfilled_by as "fulfilledBy", o.returned, o.captured, o.note,
        s.delivery_options as "deliveryOptions", s.id as "sessionId", s.unit_price as "unitPrice", s.image_url as "imageUrl", s.metadata,
        s.withdrawal_days as "withdrawalDays", s.withdrawal_reason as "withdrawalReason",
        a.provider, a.provider_payment_id as "providerPaymentId", o.card,
        (select is_test from stores where id = o.store_id) as "isTest", ${MAILS}, ${TERMS}, ${REFUNDS}, ${DISPUTES}, ${CHANGES}, ${SESSION_HISTORY}
      from orders o
      join checkout_sessions s on s.id = o.session_id
      join payment_attempts a on a.id = o.attempt_id
      where ${ofStore('o.store_id', storeId)} and o.order_number = ${orderNumber}`,
  )
  if (!row) return undefined
  const { history, terms, mails, refunds, disputes, changes, ...order } = row
  return {
    ...order,
    terms: terms && withMoments(terms, 'since', 'agreedAt'),
    mails: mails.map((one) => withMoments(one, 'writtenAt', 'endedAt')),
    sessionEvents: toEvents(history),
    refunds: refunds.map((one) => withMoments(one, 'createdAt', 'succeededAt', 'settledAt')),
    disputes: disputes.map((one) => withMoments(one, 'dueAt', 'openedAt', 'closedAt')),
    changes: changes.map((one) => withMoments(one, 'at')),
  }
}

/** The mails that have ended without being sent, as long as the buyer has an address. */
const sendAgain = (storeId: string, orderNumber: string) =>
  named('send-mails-again')`
    update buyer_mails m
    set state = 'waiting',
      claims = m.claims + 1,
      refusal = null,
      counted = false,
      handed_over = 0,
      due_at = clock_timestamp(),
      again_at = clock_timestamp(),
      ended_at = null
    from orders o
    join stores st on st.id = o.store_id
    where o.store_id = ${storeId}
      and o.order_number = ${orderNumber}
      and m.session_id = o.session_id
      and m.state in ('refused', 'unsent')
      and ${mayMail(fragment('o.customer_email'))}
      and o.customer_email is not null`

export const openOrderPageRecords = recordsOf<OrderPageRecords>({
  findDetails,
  sendMailsAgain: (pool, storeId, orderNumber, actor) =>
    pool.transaction(async (tx) => {
      const sent = await tx.run(sendAgain(storeId, orderNumber))
      const action = 'order.mails_sent_again'
      if (sent > 0) await insertAudit(tx, storeId, { actor, action, subject: orderNumber })
      return sent > 0
    }),
  setNote: (pool, storeId, orderNumber, { note, before, actor }) =>
    pool.transaction(async (tx) => {
      const changed = await tx.run(
        named('set-order-note')`
          update orders set note = ${note}
          where ${ofStore('store_id', storeId)} and order_number = ${orderNumber}
            and note is not distinct from ${before} and note is distinct from ${note}`,
      )
      const action = 'order.note_changed'
      if (changed > 0) await insertAudit(tx, storeId, { actor, action, subject: orderNumber })
      const saved = await tx.row<{ note: string | null }>(
        sql`select note from orders where ${ofStore('store_id', storeId)} and order_number = ${orderNumber}`,
      )
      return saved?.note === note
    }),
})
