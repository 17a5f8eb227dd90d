import type {
  BuyerMailKind,
  BuyerMailState,
  MailHindrance,
} from '../../checkout/ports/buyer-mails.ts'
import { DAYS_UNDER_WAY } from '../../checkout/orders/withdrawal.ts'
import type { PaymentCard } from '../../checkout/payments/attempt.ts'
import type { DisputeState } from '../../checkout/refunds/dispute.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { ProviderName } from '../../contract/fields.ts'
import type { Seller } from '../../contract/seller.ts'
import type { Tracking } from '../../contract/tracking.ts'
import { columns, flag, integer, json, moment, orNull, pick, text, word } from '../columns.ts'
import { DISPUTE_COLUMNS } from '../refunds/disputes.ts'
import { REFUND } from '../refunds/refund-columns.ts'
import { SESSION_EVENTS } from '../sessions/session-history.ts'

const DISPUTE = columns({ ...DISPUTE_COLUMNS, closedAt: orNull(moment('d.closed_at')) })

const TERMS = columns({
  version: integer('t.version'),
  since: moment('t.created_at'),
  seller: json<Seller>('t.content'),
  /** When the buyer agreed with a box. */
  agreedAt: orNull(moment('case when a.agreed_to_terms then a.created_at end')),
})

const MAIL = columns({
  kind: word<BuyerMailKind>('m.kind'),
  state: word<BuyerMailState>('m.state'),
  /** What the mail server answered the last time, if it refused. */
  refusal: orNull(integer('m.refusal')),
  /** Why it still waits. */
  putOffBy: orNull(word<MailHindrance>('m.put_off_by')),
  writtenAt: moment('m.created_at'),
  endedAt: orNull(moment('m.ended_at')),
})

/** What members do with an order, as the audit log has it. */
const CHANGES = [
  'order.fulfilled',
  'order.unfulfilled',
  'order.tracking_changed',
  'order.delivered',
  'order.undelivered',
  'order.note_changed',
  'order.units_came_back',
  'order.units_did_not_come_back',
  'order.failed_refund_seen',
  'order.mails_sent_again',
] as const

const CHANGE = columns({
  at: moment('c.at'),
  by: text('c.actor'),
  action: word<(typeof CHANGES)[number]>('c.action'),
})

/** Only the latest are shown. */
const MAX_CHANGES = 100

/**
 * All that is known of an order: columns of `orders o`, its `checkout_sessions s` and its
 * `payment_attempts a`. A statement takes those that its readers want. Amounts are in the minor
 * unit of `currency`.
 */
export const ORDER_COLUMNS = {
  id: integer('o.id'),
  orderNumber: text('o.order_number'),
  sessionId: text('o.session_id'),
  isTest: flag('(select is_test from stores where id = o.store_id)'),
  paidAt: moment('o.paid_at'),
  amountTotal: integer('o.amount_total'),
  currency: text('o.currency'),
  /** What the provider captured; null until it was asked. */
  captured: orNull(integer('o.captured')),
  /** Refunded so far, with pending refunds. */
  refunded: integer('o.refunded'),
  isRefunded: flag('(o.amount_total > 0 and o.refunded >= o.amount_total)'),
  quantity: integer('o.quantity'),
  /** How many units went back into stock, or will with a pending refund. */
  returned: integer('o.returned'),
  product: text('s.product_slug'),
  productName: text('s.product_name'),
  /** By BCP 47 tag. */
  itemTranslations: orNull(json<Record<string, { name: string }>>('s.item_translations')),
  size: orNull(text('s.size')),
  color: orNull(text('s.color')),
  unitPrice: integer('s.unit_price'),
  imageUrl: orNull(text('s.image_url')),
  customerName: text('o.customer_name'),
  customerPhone: text('o.customer_phone'),
  customerEmail: orNull(text('o.customer_email')),
  /** Its id; older orders have only the details. */
  deliveryOption: orNull(text('o.delivery_option')),
  deliveryDetails: text('o.fulfillment_details'),
  deliveryFee: integer('o.fulfillment_fee'),
  /** What the buyer could choose from. */
  deliveryOptions: json<DeliveryOption[]>('s.delivery_options'),
  fulfilledAt: orNull(moment('o.fulfilled_at')),
  fulfilledBy: orNull(text('o.fulfilled_by')),
  /** How the buyer follows the parcel. */
  tracking: orNull(json<Tracking>('o.tracking')),
  /** Whether buyers get a mail about fulfilment; null when they get none at all. */
  mailsFulfilment: orNull(
    flag(`(
      select case when mails_buyers then mails_fulfilment end
      from stores
      where id = o.store_id)`),
  ),
  /** When the buyer had the goods, as the store has said. */
  deliveredAt: orNull(moment('o.delivered_at')),
  /** From fulfilment to delivery, by the delivery option as it was when the session was created. */
  daysUnderWay: integer(`
    coalesce((
      select max((option ->> 'daysUnderWay')::integer)
      from json_array_elements(s.delivery_options) option
      where option ->> 'id' = o.delivery_option), ${DAYS_UNDER_WAY})`),
  /** 0: not at all. */
  withdrawalDays: integer('s.withdrawal_days'),
  /** Why not at all. */
  withdrawalReason: orNull(text('s.withdrawal_reason')),
  /** When the buyer withdrew from the contract. */
  withdrawnAt: orNull(moment('o.withdrawn_at')),
  /** Whether that was after the last day. */
  withdrawnLate: flag('o.withdrawn_late'),
  /** The state of the most urgent dispute. */
  dispute: orNull(word<DisputeState>('o.dispute')),
  note: orNull(text('o.note')),
  /** The merchant's JSON text, unchanged. */
  metadata: orNull(text('s.metadata')),
  /** Of the page on which the buyer paid, BCP 47; null when an older service took the payment. */
  language: orNull(text('a.language')),
  provider: word<ProviderName>('a.provider'),
  providerPaymentId: orNull(text('a.provider_payment_id')),
  card: orNull(json<PaymentCard>('o.card')),
  /** Seller and terms as the buyer saw them; null when the store had not set its seller. */
  terms: orNull(
    TERMS.one(`
      (select ${TERMS.object}
      from store_terms t
      where t.id = s.terms_id)`),
  ),
  /** Oldest first, as all lists. */
  refunds: REFUND.many(`
    (select coalesce(json_agg(${REFUND.object} order by r.created_at), '[]')
    from order_refunds r
    where r.order_id = o.id)`),
  disputes: DISPUTE.many(`
    (select coalesce(json_agg(${DISPUTE.object} order by d.opened_at), '[]')
    from order_disputes d
    where d.order_id = o.id)`),
  /** To the buyer. */
  mails: MAIL.many(`
    (select coalesce(json_agg(${MAIL.object} order by m.id), '[]')
    from buyer_mails m
    where m.session_id = s.id)`),
  changes: CHANGE.many(`
    (select coalesce(json_agg(${CHANGE.object} order by c.id), '[]')
    from (
      select *
      from audit_log
      where store_id = o.store_id and subject = o.order_number
        and action in (${CHANGES.map((action) => `'${action}'`).join(', ')})
      order by id desc limit ${MAX_CHANGES}) c)`),
  sessionEvents: SESSION_EVENTS,
}

/** The columns of `toOrder`, and what a session's page shows beside them. */
export const ORDER = columns(
  pick(ORDER_COLUMNS, [
    'orderNumber',
    'amountTotal',
    'quantity',
    'customerName',
    'customerPhone',
    'deliveryDetails',
    'deliveryFee',
    'deliveryOption',
    'paidAt',
    'card',
  ]),
  { prefix: 'order.' },
)

/** What programs of the store and of the platform read beside `toOrder`. */
export const API_ORDER = columns(
  pick(ORDER_COLUMNS, [
    'customerEmail',
    'sessionId',
    'product',
    'size',
    'color',
    'currency',
    'fulfilledAt',
    'tracking',
    'deliveredAt',
    'withdrawnAt',
    'withdrawnLate',
    'refunds',
    'metadata',
  ]),
)
