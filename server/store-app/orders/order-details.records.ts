import type { PaymentCard } from '../../checkout/payments/attempt.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import type { ProviderName } from '../../contract/fields.ts'
import type {
  OrderChange,
  OrderDetails,
  OrderDispute,
  OrderMail,
  OrderRefund,
  OrderTerms,
} from '../../orders/order-record.ts'
import { columns, flag, integer, json, moment, orNull, text, word } from '../../postgres/columns.ts'
import { type Pool, type Queryable, fragment, named, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { mayMail } from '../../postgres/buyers/buyer-mail-writes.ts'
import { ORDER_DELIVERY, ORDER_SUMMARY } from '../../orders/order-list.ts'
import { SESSION_EVENTS } from '../../postgres/sessions/session-history.ts'
import { ofStore } from '../../postgres/of-store.ts'

const REFUND = columns<OrderRefund>({
  id: text('r.id'),
  kind: word('r.kind'),
  amount: integer('r.amount'),
  returnedUnits: integer('r.returned_units'),
  restockedUnits: integer('r.restocked_units'),
  reason: orNull(text('r.reason')),
  requestedBy: text('r.requested_by'),
  state: word('r.state'),
  failureCode: orNull(text('r.failure_code')),
  failureAnswer: orNull(word('r.failure_answer')),
  createdAt: moment('r.created_at'),
  succeededAt: orNull(moment('r.succeeded_at')),
  settledAt: orNull(moment('r.settled_at')),
})

const DISPUTE = columns<OrderDispute>({
  amount: integer('d.amount'),
  currency: text('d.currency'),
  reason: text('d.reason'),
  state: word('d.state'),
  isInquiry: flag('d.is_inquiry'),
  dueAt: orNull(moment('d.due_at')),
  openedAt: moment('d.opened_at'),
  closedAt: orNull(moment('d.closed_at')),
})

const TERMS = columns<OrderTerms>({
  version: integer('t.version'),
  since: moment('t.created_at'),
  seller: json('t.content'),
  agreedAt: orNull(moment('case when a.agreed_to_terms then a.created_at end')),
})

const MAIL = columns<OrderMail>({
  kind: word('m.kind'),
  state: word('m.state'),
  refusal: orNull(integer('m.refusal')),
  putOffBy: orNull(word('m.put_off_by')),
  writtenAt: moment('m.created_at'),
  endedAt: orNull(moment('m.ended_at')),
})

const CHANGE = columns<OrderChange>({
  at: moment('c.at'),
  by: text('c.actor'),
  action: word('c.action'),
})

/** Only the latest are shown. */
const MAX_CHANGES = 100

/** Of `orders o`, its `checkout_sessions s` and its `payment_attempts a`. */
const DETAILS = columns({
  ...ORDER_SUMMARY,
  ...ORDER_DELIVERY,
  fulfilledBy: orNull(text('o.fulfilled_by')),
  returned: integer('o.returned'),
  captured: orNull(integer('o.captured')),
  note: orNull(text('o.note')),
  imageUrl: orNull(text('s.image_url')),
  withdrawalDays: integer('s.withdrawal_days'),
  withdrawalReason: orNull(text('s.withdrawal_reason')),
  provider: word<ProviderName>('a.provider'),
  providerPaymentId: orNull(text('a.provider_payment_id')),
  card: orNull(json<PaymentCard>('o.card')),
  isTest: flag('(select is_test from stores where id = o.store_id)'),
  mails: MAIL.many(`
    (select coalesce(json_agg(${MAIL.object} order by m.id), '[]')
    from buyer_mails m
    where m.session_id = s.id)`),
  terms: orNull(
    TERMS.one(`
      (select ${TERMS.object}
      from store_terms t
      where t.id = s.terms_id)`),
  ),
  refunds: REFUND.many(`
    (select coalesce(json_agg(${REFUND.object} order by r.created_at), '[]')
    from order_refunds r
    where r.order_id = o.id)`),
  disputes: DISPUTE.many(`
    (select coalesce(json_agg(${DISPUTE.object} order by d.opened_at), '[]')
    from order_disputes d
    where d.order_id = o.id)`),
  changes: CHANGE.many(`
    (select coalesce(json_agg(${CHANGE.object} order by c.id), '[]')
    from (
      select *
      from audit_log
      where store_id = o.store_id and subject = o.order_number
        and action in ('order.fulfilled', 'order.unfulfilled', 'order.note_changed',
          'order.units_came_back', 'order.units_did_not_come_back', 'order.failed_refund_seen',
          'order.mails_sent_again')
      order by id desc limit ${MAX_CHANGES}) c)`),
  sessionEvents: SESSION_EVENTS,
})

const NOTE = columns({ note: orNull(text('note')) })

const findDetails = (
  db: Queryable,
  storeId: string,
  orderNumber: string,
): Promise<OrderDetails | undefined> =>
  DETAILS.row(
    db,
    named('find-order-details')`
      select ${DETAILS.list}
      from orders o
      join checkout_sessions s on s.id = o.session_id
      join payment_attempts a on a.id = o.attempt_id
      where ${ofStore('o.store_id', storeId)} and o.order_number = ${orderNumber}`,
  )

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

export const openOrderPageRecords = (pool: Pool) => ({
  findDetails: (storeId: string, orderNumber: string) => findDetails(pool, storeId, orderNumber),
  /** Those that have ended without being sent. False when there are none. */
  sendMailsAgain: (storeId: string, orderNumber: string, actor: Actor) =>
    pool.transaction(async (tx) => {
      const sent = await tx.run(sendAgain(storeId, orderNumber))
      const action = 'order.mails_sent_again'
      if (sent > 0) await insertAudit(tx, storeId, { actor, action, subject: orderNumber })
      return sent > 0
    }),
  /** False, without any change, when the note is not `before` any more. */
  setNote: (
    storeId: string,
    orderNumber: string,
    { note, before, actor }: { note: string | null; before: string | null; actor: Actor },
  ) =>
    pool.transaction(async (tx) => {
      const changed = await tx.run(
        named('set-order-note')`
          update orders set note = ${note}
          where ${ofStore('store_id', storeId)} and order_number = ${orderNumber}
            and note is not distinct from ${before} and note is distinct from ${note}`,
      )
      const action = 'order.note_changed'
      if (changed > 0) await insertAudit(tx, storeId, { actor, action, subject: orderNumber })
      const saved = await NOTE.row(
        tx,
        sql`select ${NOTE.list} from orders where ${ofStore('store_id', storeId)} and order_number = ${orderNumber}`,
      )
      return saved?.note === note
    }),
})
