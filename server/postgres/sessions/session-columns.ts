import type { DeliveryOption } from '../../contract/delivery.ts'
import type { CustomerPrefill } from '../../contract/merchant.ts'
import type { Seller } from '../../contract/seller.ts'
import type { AttemptState } from '../../checkout/payments/attempt.ts'
import { toOrder } from '../../checkout/orders/to-order.ts'
import {
  type CheckoutSession,
  type SessionDetails,
  type SessionState,
  toLatestAttempt,
} from '../../checkout/sessions/session.ts'
import { columns, flag, integer, json, moment, orNull, text, word } from '../columns.ts'
import { type RawRow, fragment, piece } from '../database.ts'
import { IN_OTHER_CELL, assertInThisCell } from '../stores/in-other-cell.ts'
import { SHOWN_STORE } from '../stores/store-columns.ts'
import { STATE } from './late-sessions.ts'
import { ORDER, ORDER_COLUMNS } from '../orders/order-columns.ts'

/** A `Quote`, of `checkout_sessions s`. */
export const QUOTE = columns({
  productId: text('s.product_id::text'),
  variantId: text('s.variant_id::text'),
  productSlug: text('s.product_slug'),
  productName: text('s.product_name'),
  itemTranslations: ORDER_COLUMNS.itemTranslations,
  imageUrl: orNull(text('s.image_url')),
  size: orNull(text('s.size')),
  color: orNull(text('s.color')),
  quantity: integer('s.quantity'),
  unitPrice: integer('s.unit_price'),
  currency: text('s.currency'),
  deliveryOptions: json<DeliveryOption[]>('s.delivery_options'),
  withdrawalDays: integer('s.withdrawal_days'),
  withdrawalReason: orNull(text('s.withdrawal_reason')),
})

/**
 * Whether a buyer may open a session instead of `checkout_sessions s`: its store, `stores st`,
 * wants that, may create sessions and has not ended this one, and it is not the sixth in a row.
 */
export const CAN_RESTART = `(
  st.restarts
  and st.closed_at is null
  and st.plan <> 'free'
  and s.ended_by is null
  and s.restart_number < 5)`

/**
 * Whether a payment that is not on record took money for `checkout_sessions s`, or for one of the
 * sessions that it replaces.
 */
export const IS_PAID_BY_ORPHAN = `exists (
  with recursive line as (
    select s.id, s.restarted_from
    union all
    select before.id, before.restarted_from
    from line
    join checkout_sessions before on before.id = line.restarted_from)
  select from line
  join orphaned_payments o on o.session_id = line.id
  where o.resolved_at is null
    and o.captured > o.refunded)`

/** Whether something from this moment may lack commits that a restore or a promotion has lost. */
export const isUnsure = (moment: string) =>
  `coalesce(${moment} < (select unsure_before from reconciliation_rounds), false)`

/** Columns of `checkout_sessions s` and `stores st` that never change, except `attempts`. */
const OWN = columns({
  id: text('s.id'),
  storeId: text('s.store_id'),
  successUrl: orNull(text('s.success_url')),
  cancelUrl: orNull(text('s.cancel_url')),
  customer: json<CustomerPrefill>('s.customer'),
  metadata: orNull(text('s.metadata')),
  createdAt: moment('s.created_at'),
  expiresAt: moment('s.expires_at'),
  attempts: integer('s.attempts'),
  canRestart: flag(CAN_RESTART),
  isInOtherCell: flag(IN_OTHER_CELL('st')),
  priceBefore: orNull(integer('s.price_before')),
  seller: orNull(json<Seller>('(select t.content from store_terms t where t.id = s.terms_id)')),
})

const LATEST_ATTEMPT = columns({
  attemptState: orNull(word<AttemptState>('a.state')),
  challengeUrl: orNull(text('a.challenge_url')),
  declineCode: orNull(text('a.decline_code')),
  paymentMethod: orNull(text('a.payment_method')),
})

const VERSION = columns({ version: integer('s.version') })

const DETAILS = columns({ state: word<SessionState>('s.state') })

/** The columns of `toNewSession`, of `checkout_sessions s` and its `stores st`. */
export const NEW_SESSION = piece`${OWN.list}, ${SHOWN_STORE.list}, ${QUOTE.list}, ${VERSION.list}`

/** The columns of `toSessionDetails`, of the same tables. */
export const SESSION_DETAILS = piece`${NEW_SESSION}, ${DETAILS.list}`

/** The columns of `toSession`, of the same tables with `SESSION_PARTS` and `late`. */
export const SESSION = piece`
  ${OWN.list}, ${SHOWN_STORE.list}, ${QUOTE.list}, ${STATE.list}, ${LATEST_ATTEMPT.list}, ${ORDER.list}`

/** Joins the order and the latest attempt of a session `s`. */
export const SESSION_PARTS = fragment(`
  left join orders o on o.session_id = s.id
  left join lateral (
    select state, challenge_url, decline_code, payment_method
    from payment_attempts
    where session_id = s.id
    order by created_at desc
    limit 1) a on s.state <> 'complete'`)

function readLatestAttempt(row: RawRow) {
  const { attemptState: state, paymentMethod, ...rest } = LATEST_ATTEMPT.read(row)
  return state && toLatestAttempt({ state, paymentMethod: paymentMethod ?? '', ...rest })
}

/** @throws {CheckoutError} busy */
function readOwn(row: RawRow) {
  const { isInOtherCell, ...own } = OWN.read(row)
  assertInThisCell({ isInOtherCell })
  return { ...own, store: SHOWN_STORE.read(row), quote: QUOTE.read(row) }
}

export function toSession(row: RawRow): CheckoutSession {
  const { state, version } = STATE.read(row)
  const session = {
    ...readOwn(row),
    version,
    latestAttempt: readLatestAttempt(row),
  }
  if (state !== 'complete')
    return { ...session, state, order: null, deliveryOption: null, card: null }
  const order = ORDER.read(row)
  const { deliveryOption, card } = order
  return { ...session, state, order: toOrder(order), deliveryOption, card }
}

export const toSessionDetails = (row: RawRow): SessionDetails => ({
  ...readOwn(row),
  ...VERSION.read(row),
  ...DETAILS.read(row),
})

export const toNewSession = (row: RawRow): CheckoutSession => ({
  ...readOwn(row),
  ...VERSION.read(row),
  state: 'open',
  latestAttempt: null,
  order: null,
  deliveryOption: null,
  card: null,
})
