import { expect } from 'vitest'
import type { Sql } from './sql.ts'

const LIVE = "('authorising', 'requires_action', 'capturing', 'voiding')"

/** Each finds the rows that break it. */
const INVARIANTS = {
  'I1 stock is neither oversold nor lost': `select v.id::text from variants v where v.stock < 0 or v.stock
    + (select coalesce(sum(quantity), 0) from payment_attempts a where a.variant_id = v.id and a.hold_active)
    + (select coalesce(sum(quantity), 0) from orders o where o.variant_id = v.id) <> v.supplied`,
  'I3 a session is complete if and only if it has one order': `
    select s.id from checkout_sessions s left join orders o on o.session_id = s.id
    group by s.id having (s.state = 'complete') <> (count(o.id) = 1) or count(o.id) > 1`,
  'I4 an order has a captured attempt of its session and amount': `select o.id::text from orders o
    left join payment_attempts a on a.id = o.attempt_id and a.session_id = o.session_id
    where a.state is distinct from 'captured' or a.amount <> o.amount_total or a.currency <> o.currency`,
  'I6 a session has at most one live attempt': `
    select session_id from payment_attempts where state in ${LIVE} group by 1 having count(*) > 1`,
  'I7 an expired session has no live or captured attempt': `
    select s.id from checkout_sessions s join payment_attempts a on a.session_id = s.id
    where s.state = 'expired' and a.state not in ('declined', 'voided')`,
  'I8 an order costs what was agreed': `select o.id::text from orders o join checkout_sessions s on s.id = o.session_id
    where o.amount_total <> s.unit_price * o.quantity + o.fulfillment_fee or o.quantity <> s.quantity
      or o.paid_at < s.created_at`,
}

/** True once no payment is under way any more. */
const AT_REST = {
  'I2 no attempt keeps stock after its end': `select id from payment_attempts where hold_active and state not in ${LIVE}
    or hold_active and lease_until < clock_timestamp() - interval '15 s'`,
  'I5 no money is captured without an order': `select a.id from payment_attempts a left join orders o on o.attempt_id = a.id
    where a.state = 'captured' and o.id is null`,
  'I12 the ledger has captured what the orders say, and nothing is left open there': `select coalesce(p.attempt_id, a.id) as id
    from test_provider.payments p full join payment_attempts a on a.id = p.attempt_id
    where (coalesce(p.status, '') = 'captured') <> (coalesce(a.state, '') = 'captured')
      or p.status in ('authorized', 'challenged') 
      or (p.status = 'captured' and (p.amount <> a.amount or p.currency <> a.currency))`,
}

async function findBroken({ rows }: Sql, invariants: Record<string, string>) {
  const found = await Promise.all(Object.entries(invariants).map(async ([name, text]) => [name, await rows(text)] as const))
  return Object.fromEntries(found.filter(([, broken]) => broken.length > 0))
}

export async function expectInvariants(sql: Sql) {
  expect(await findBroken(sql, INVARIANTS)).toEqual({})
}

/** All of them; for when nothing is under way. */
export async function expectInvariantsAtRest(sql: Sql) {
  expect(await findBroken(sql, { ...INVARIANTS, ...AT_REST })).toEqual({})
}
