/** States of attempts that are not settled. */
export const LIVE = "('authorising', 'requires_action', 'capturing', 'voiding', 'refunding')"

/** What holds at every moment (payments §6, A). Each query finds rows that break it. */
export const ALWAYS = {
  'I1 no unit appears or vanishes': `select v.id::text from variants v where v.stock
    + (select coalesce(sum(quantity), 0) from payment_attempts a where a.variant_id = v.id and a.hold_active)
    + (select coalesce(sum(quantity), 0) from orders o where o.variant_id = v.id)
    - (select coalesce(sum(restocked_units), 0) from order_refunds r join orders o on o.id = r.order_id
      where o.variant_id = v.id) <> v.supplied`,
  // Replays what was for sale in the order of the variant's lock.
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
  // An attempt's lease ends 60 s after the moment under the session's lock, in whole milliseconds,
  // until somebody moves it.
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

const SHOWN_ROWS = 20

/** The broken invariants, with the first 20 rows that break each. One at a time: they read all rows. */
export async function findBroken(
  rows: (text: string) => Promise<{ id: string }[]>,
  invariants: Record<string, string>,
) {
  const found: Record<string, { id: string }[]> = {}
  for (const [name, text] of Object.entries(invariants)) {
    const broken = await rows(`select id::text from (${text}) broken limit ${SHOWN_ROWS}`)
    if (broken.length > 0) found[name] = broken
  }
  return found
}
