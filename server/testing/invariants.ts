import assert from 'node:assert/strict'
import type { Sql } from './sql.ts'

const LIVE = "('authorising', 'requires_action', 'capturing', 'voiding', 'refunding')"

/** What holds at every moment (payments §6, A). Each finds the rows that break it. */
export const ALWAYS = {
  'I1 no unit appears or vanishes': `select v.id::text from variants v where v.stock
    + (select coalesce(sum(quantity), 0) from payment_attempts a where a.variant_id = v.id and a.hold_active)
    + (select coalesce(sum(quantity), 0) from orders o where o.variant_id = v.id)
    - (select coalesce(sum(restocked_units), 0) from order_refunds r join orders o on o.id = r.order_id
      where o.variant_id = v.id) <> v.supplied`,
  // What is for sale, replayed: what came in, went and came back, in the order of the variant's lock.
  'I20 nothing is taken that was not for sale': `
    with events as (
      select variant_id, at, delta as change, false as is_taking from stock_changes where reason <> 'sale'
      union all select variant_id, created_at, -quantity, true from payment_attempts
      union all select variant_id, settled_at, quantity, false from payment_attempts where not hold_active and state <> 'captured'),
    replayed as (
      select *, sum(change) over (partition by variant_id order by at, is_taking rows unbounded preceding) as for_sale from events)
    select variant_id::text as id from replayed where is_taking and for_sale < 0`,
  'I21 no more are sold and for sale than were counted and came in since': `
    select variant_id::text as id
    from (select *, sum(delta) over (partition by variant_id order by id) as on_hand from stock_changes) c where on_hand > counted`,
  'I19 the history of a variant adds up to what there is of it': `select v.id::text from variants v where v.stock
    + (select coalesce(sum(quantity), 0) from payment_attempts a where a.variant_id = v.id and a.hold_active)
    <> (select coalesce(sum(delta), 0) from stock_changes c where c.variant_id = v.id)`,
  'I3 a session is complete if and only if it has one order': `
    select s.id from checkout_sessions s left join orders o on o.session_id = s.id
    group by s.id having (s.state = 'complete') <> (count(o.id) = 1) or count(o.id) > 1`,
  'I4 an order has a captured attempt of its session and amount': `select o.id::text from orders o
    left join payment_attempts a on a.id = o.attempt_id and a.session_id = o.session_id
    where a.state is distinct from 'captured' or a.amount <> o.amount_total or a.currency <> o.currency`,
  'I6 a session has at most one live attempt': `
    select session_id as id from payment_attempts where state in ${LIVE} group by 1 having count(*) > 1`,
  // An attempt's lease is 60 s from the moment that was read under the session's lock, in whole
  // milliseconds, until somebody moves it.
  'I6 an attempt begins after the one before it has ended': `
    select b.id from payment_attempts a join payment_attempts b on b.session_id = a.session_id and b.created_at > a.created_at
    where b.challenge_url is null and b.lease_until > b.created_at + interval '58 s'
      and b.lease_until - interval '60 s' < coalesce(a.settled_at, 'infinity') - interval '1 ms'`,
  'I7 an expired session has no live or captured attempt': `
    select s.id from checkout_sessions s join payment_attempts a on a.session_id = s.id
    where s.state = 'expired' and a.state not in ('declined', 'voided', 'refunded')`,
  'I8 an order costs what was agreed': `select o.id::text from orders o join checkout_sessions s on s.id = o.session_id
    where o.amount_total <> s.unit_price * o.quantity + o.fulfillment_fee or o.quantity <> s.quantity
      or o.paid_at < s.created_at`,
  'I18 no payment begins after the merchant has ended its session': `select a.id
    from payment_attempts a join checkout_sessions s on s.id = a.session_id where a.created_at > s.ended_at`,
  'I16 a session that has ended is in the log of its store once, as what it is': `
    select s.id from checkout_sessions s
    left join events e on e.session_id = s.id and e.type in ('checkout.session.completed', 'checkout.session.expired')
    group by s.id having count(e.id) <> (s.state in ('complete', 'expired'))::integer
      or bool_or(e.store_id <> s.store_id or right(e.type, 7) <> right(s.state, 7) and e.type <> 'checkout.session.' || s.state || 'd')`,
  'I16 what the log says of orders is what there is of them': `
    select e.id::text from events e left join orders o on o.order_number = e.order_number and o.session_id = e.session_id
    where (e.type not in ('checkout.session.expired', 'checkout.session.restarted')) <> (o.id is not null)`,
  'I25 a session in the place of another one is told once, and that one has expired': `
    select s.id from checkout_sessions s
    left join checkout_sessions before on before.id = s.restarted_from
    left join events e on e.session_id = s.id and e.type = 'checkout.session.restarted'
    group by s.id having count(e.id) <> (s.restarted_from is not null)::integer
      or bool_or(e.restarted_from <> s.restarted_from or before.state <> 'expired' or before.store_id <> s.store_id)`,
  'I16 a refund that has succeeded is in the log once': `
    select r.id from order_refunds r left join events e on e.refund_id = r.id and e.type = 'order.refunded'
    group by r.id having count(e.id) <> (r.succeeded_at is not null)::integer`,
  'X an orphan that was given back paid for no order': `select o.payment_id as id
    from orphaned_payments o join orders r on r.attempt_id = o.attempt_id where o.resolution in ('cancelled', 'refunded')`,
  'I17 an order gives back what its refunds say, and what we were asked for never more than was paid': `
    select o.id::text from orders o left join order_refunds r on r.order_id = o.id
    group by o.id having o.refunded <> coalesce(sum(r.amount) filter (where r.state <> 'failed'), 0)
      or sum(r.amount) filter (where r.state <> 'failed' and r.kind = 'requested') > o.amount_total
      or o.returned <> coalesce(sum(case when r.state = 'failed' then r.restocked_units else r.returned_units end), 0)
      or o.returned > o.quantity or bool_or(r.currency <> o.currency)`,
  'I22 a refund has units in stock if it succeeded, or nobody has said that they are missing': `
    select id from order_refunds where restocked_units <> case
      when succeeded_at is null or failure_answer = 'did_not_come_back' then 0 else returned_units end`,
  'I23 a refund of the provider is on record once': `
    select order_id || provider_refund_id as id from order_refunds group by order_id, provider_refund_id having count(*) > 1
      and provider_refund_id is not null`,
  'I24 an order is shown with the dispute that asks most of its merchant': `
    select o.id::text from orders o where o.dispute is distinct from (
      select d.state from order_disputes d where d.order_id = o.id
      order by array_position(array['needs_response', 'under_review', 'lost', 'won'], d.state) limit 1)`,
}

/**
 * What holds at every moment, too, as long as the bank is the test bank: it keeps its word, and its
 * books can be seen beside ours.
 */
export const ALWAYS_WITH_TEST_BANK = {
  'I12 an order is paid at the bank, to the last unit and once': `
    select o.id::text from orders o where o.amount_total is distinct from (
      select sum(amount) from test_provider.payments p
      where p.attempt_id = o.attempt_id and p.status in ('captured', 'refunded') and p.currency = o.currency)`,
  'I12 what is on record as captured is what the bank has taken': `
    select o.id::text from orders o join test_provider.payments p on p.attempt_id = o.attempt_id where o.captured <> p.amount`,
  'I12 what the bank has given back of an order was asked for, or is its own doing': `
    select b.id::text from test_provider.refunds b join orders o on o.attempt_id = b.attempt_id
    where b.failure_code is null and b.refund_id is not null and not exists (select from order_refunds r
      where r.order_id = o.id and r.id = b.refund_id and r.amount = b.amount and r.state <> 'failed')`,
  'I12 what is on record as given back was given back by the bank, unless it has failed since': `
    select r.id from order_refunds r join orders o on o.id = r.order_id where r.succeeded_at is not null
      and exists (select from test_provider.payments p where p.attempt_id = o.attempt_id) and not exists (select from test_provider.refunds b
      where b.attempt_id = o.attempt_id and r.provider_refund_id = 're_test_' || b.id and r.amount = b.amount
        and (b.failure_code is null or b.changed_at > b.created_at))`,
  'I12 the bank’s own books add up': `
    select p.id::text from test_provider.payments p join orders o on o.attempt_id = p.attempt_id where p.refunded <> (
      select coalesce(sum(b.amount), 0) from test_provider.refunds b where b.attempt_id = p.attempt_id and b.failure_code is null)`,
  'I12 an attempt that was given up has no money at the bank': `
    select a.id from payment_attempts a join test_provider.payments p on p.attempt_id = a.id
    where a.state in ('declined', 'voided', 'refunded') and p.status in ('authorized', 'challenged', 'captured')`,
}

/** What holds once no payment is under way any more (payments §6, Q). */
export const AT_REST = {
  'I2 no attempt keeps stock after its end': `select id from payment_attempts where hold_active and state not in ${LIVE}
    or hold_active and lease_until < clock_timestamp() - interval '15 s'`,
  'I5 no money is captured without an order': `select a.id from payment_attempts a left join orders o on o.attempt_id = a.id
    where a.state = 'captured' and o.id is null`,
  'X money that was not ours is free again':
    'select id::text from reconciliation_breaks where resolved_at is null',
  'I17 no refund is undecided': `select id from order_refunds where state = 'pending'`,
  'I16 whatever completed was announced': 'select id::text from events where announced_at is null',
}

/** The same of the test bank, whose books can be seen beside ours. */
const AT_REST_WITH_TEST_BANK = {
  'I12 the bank has kept what the orders say, and nothing is left open there': `
    with ledger as (
      select attempt_id, min(currency) as currency, bool_or(status in ('authorized', 'challenged')) as is_open,
        coalesce(sum(amount - refunded) filter (where status in ('captured', 'refunded')), 0) as kept
      from test_provider.payments group by 1)
    select coalesce(l.attempt_id, a.id) as id
    from ledger l full join (payment_attempts a left join orders o on o.attempt_id = a.id) on a.id = l.attempt_id
    where coalesce(l.kept, 0) <> coalesce(o.amount_total - o.refunded, 0) or l.is_open or (l.kept > 0 and l.currency <> a.currency)`,
}

/** A broken invariant can have very many rows. */
const SHOWN_ROWS = 20

/** The broken ones among `invariants`, with rows that break them. */
export async function findBroken({ rows }: Pick<Sql, 'rows'>, invariants: Record<string, string>) {
  const found = await Promise.all(
    Object.entries(invariants).map(
      async ([name, text]) =>
        [
          name,
          await rows<{ id: string }>(`select * from (${text}) broken limit ${SHOWN_ROWS}`),
        ] as const,
    ),
  )
  return Object.fromEntries(found.filter(([, broken]) => broken.length > 0))
}

export async function expectInvariants(sql: Sql) {
  assert.deepEqual(await findBroken(sql, ALWAYS), {})
}

/** That is done seconds after the last payment: who asks for it has to wait. */
const { 'I16 whatever completed was announced': _, ...SETTLED } = AT_REST

/** For when nothing is under way. */
export async function expectInvariantsAtRest(sql: Sql) {
  assert.deepEqual(await findBroken(sql, { ...ALWAYS, ...SETTLED, ...AT_REST_WITH_TEST_BANK }), {})
}
