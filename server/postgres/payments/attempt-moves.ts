import type {
  AttemptMove,
  Completion,
  PlacedOrder,
  Release,
} from '../../checkout/ports/payment-transaction.ts'
import { columns, idsOf, moment, text } from '../columns.ts'
import { type Fragment, type Transaction, fragment, named, piece } from '../database.ts'
import { buyerMail } from '../buyers/buyer-mail-writes.ts'
import { plainOrderSearch } from '../orders/order-search.ts'

/** States in which nothing is held. An attempt settles when it enters one of them. */
const HOLDS_NOTHING = fragment(`('captured', 'declined', 'voided', 'refunding', 'refunded')`)

type AnyMove = AttemptMove & Partial<Completion & Release>

const toRow = ({ seen, change, spareNumber, sessionState, resolution }: AnyMove) => ({
  id: seen.id,
  seen_version: seen.version,
  seen_state: seen.state,
  seen_hold: seen.holdActive,
  seen_lease: seen.leaseUntil,
  state: change.state,
  schedule: change.check,
  keeps_units: change.keepsUnits ?? false,
  challenge_url: change.challengeUrl,
  decline_code: change.declineCode,
  lease_until: change.leaseUntil,
  payment_id: change.providerPaymentId,
  card: change.card,
  spare_number: spareNumber,
  search: spareNumber === undefined ? undefined : plainOrderSearch(seen),
  session_state: sessionState,
  resolution,
})

/**
 * The time of the next look, in `payment_attempts t`. `soon`: in 3 s. `later`: 1, 2, 4 … 30 s.
 * `seldom`: 1, 2, 4 … 3600 s.
 */
export const scheduled = (check: Fragment) => piece`
  checks = case ${check}
    when 'later' then least(t.checks + 1, 5)
    when 'seldom' then least(t.checks + 1, 12)
    else 0 end,
  next_check_at = case ${check}
    when 'soon' then clock_timestamp() + interval '3 seconds'
    when 'later' then clock_timestamp() + least(30, 2 ^ t.checks) * interval '1 second'
    when 'seldom' then clock_timestamp() + least(3600, 2 ^ t.checks) * interval '1 second' end`

/**
 * Parts of a `with`: `asked`, and `moved`, the attempts that are still exactly as they were seen.
 * Everything that the decision depended on is compared.
 */
export const moved = (moves: AnyMove[]) => piece`
  asked as materialized (
    select *
    from json_to_recordset(${JSON.stringify(moves.map(toRow))}::json) as a (
      id text, seen_version integer, seen_state text, seen_hold boolean, seen_lease timestamptz,
      state text, schedule text, keeps_units boolean, challenge_url text, decline_code text, lease_until timestamptz,
      payment_id text, card json, spare_number text, search tsvector, session_state text, resolution text)),
  moved as (
    update payment_attempts t
    set state = a.state,
      version = t.version + 1,
      hold_active = t.hold_active and (a.keeps_units or a.state not in ${HOLDS_NOTHING}),
      settled_at = case
        when a.state in ${HOLDS_NOTHING} then coalesce(t.settled_at, clock_timestamp()) end,
      challenge_url = coalesce(a.challenge_url, t.challenge_url),
      decline_code = coalesce(a.decline_code, t.decline_code),
      lease_until = coalesce(a.lease_until, t.lease_until),
      provider_payment_id = coalesce(a.payment_id, t.provider_payment_id),
      card = coalesce(a.card, t.card),
      collects = t.collects or a.state in ('capturing', 'refunding'),
      ${scheduled(fragment('a.schedule'))}
    from asked a
    where t.id = any(array(select id from asked))
      and t.id = a.id
      and t.version = a.seen_version
      and t.state = a.seen_state
      and t.hold_active = a.seen_hold
      and date_trunc('milliseconds', t.lease_until) = a.seen_lease
    returning t.*, a.seen_hold, a.spare_number, a.search, a.session_state, a.resolution)`

export const moveAttempts = (tx: Transaction, moves: AttemptMove[]) =>
  idsOf(
    tx,
    named('move-attempts')`
      with ${moved(moves)}
      select id from moved`,
  )

/** Parts of a `with` after `moved`: the orders and their numbers. */
const writtenOrders = piece`
  numbered as materialized (
    select *,
      case
        when order_number is null
          or exists (select from orders o where o.order_number = moved.order_number)
          then spare_number
        else order_number end as number
    from moved),
  placed as (
    insert into orders (
      order_number, session_id, attempt_id, store_id,
      product_id, variant_id, quantity,
      amount_total, currency,
      customer_name, customer_phone, customer_email,
      fulfillment_method, delivery_option, fulfillment_details, fulfillment_fee,
      paid_at, charge_due_at, search, receipt_digest, card)
    select
      number, m.session_id, m.id, m.store_id,
      (select product_id from variants where id = m.variant_id),
      m.variant_id, m.quantity,
      m.amount, m.currency,
      m.customer_name, m.customer_phone, m.customer_email,
      'DELIVERY', m.delivery_option, m.fulfillment_details, m.fulfillment_fee,
      date_trunc('milliseconds', clock_timestamp()),
      case when m.has_news then clock_timestamp() end,
      case
        when number = m.order_number and m.search is not null then m.search
        else order_search(m.store_id, number, m.customer_name, m.customer_phone) end,
      m.receipt_digest, m.card
    from numbered m
    returning *)`

const PLACED = columns({
  attemptId: text('attempt_id'),
  orderNumber: text('order_number'),
  paidAt: moment('paid_at'),
})

/**
 * Writes the orders and their units in the history of the stock. A reading is due now if the
 * provider had notified us of the payment before.
 */
export const completeAttempts = (
  tx: Transaction,
  completions: Completion[],
): Promise<PlacedOrder[]> =>
  PLACED.rows(
    tx,
    named('complete-attempts')`
      with ${moved(completions)},
      ${writtenOrders},
      sold as (
        insert into stock_changes (store_id, variant_id, delta, reason, order_number)
        select store_id, variant_id, -quantity, 'sale', order_number from placed),
      emitted as (
        insert into events (type, store_id, session_id, order_number, next_try_at, announced_at)
        select 'checkout.session.completed', store_id, session_id, order_number,
          clock_timestamp() + interval '2 seconds', null
        from placed),
      written as (${buyerMail('confirmation', piece`select attempt_id from placed`)}),
      resolved as (
        update reconciliation_breaks b
        set resolution = 'order', resolved_at = clock_timestamp()
        from moved
        where b.attempt_id = any(array(select id from moved))
          and b.attempt_id = moved.id
          and b.resolved_at is null),
      completed as (
        update checkout_sessions s
        set state = 'complete', version = s.version + 1
        from moved
        where s.id = any(array(select session_id from moved))
          and s.id = moved.session_id)
      select ${PLACED.list} from placed`,
  )
