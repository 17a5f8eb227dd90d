import assert from 'node:assert/strict'
import { ALWAYS, LIVE, findBroken as findBrokenIn } from '../postgres/upkeep/invariants.ts'
import type { Sql } from './sql.ts'

/** What also holds with the test bank, which keeps its word and shows its books. */
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
  'I26 the bank’s buyers get no more than was taken, by refunds and lost disputes together': `
    select p.id::text from test_provider.payments p where p.refunded + p.charged_back > p.amount
      or p.charged_back <> (select coalesce(sum(d.amount), 0) from test_provider.disputes d
        where d.attempt_id = p.attempt_id and d.state = 'lost')`,
  'I12 an attempt that was given up has no money at the bank': `
    select a.id from payment_attempts a join test_provider.payments p on p.attempt_id = a.id
    where a.state in ('declined', 'voided', 'refunded') and p.status in ('authorized', 'challenged', 'captured')`,
}

/** What holds when no payment is under way (payments §6, Q). */
export const AT_REST = {
  'I2 no attempt keeps stock after its end': `select id from payment_attempts where hold_active and state not in ${LIVE} and not (state = 'voided' and challenge_url is not null)
    or hold_active and lease_until < clock_timestamp() - interval '15 s'`,
  'I5 no money is captured without an order': `select a.id from payment_attempts a left join orders o on o.attempt_id = a.id
    where a.state = 'captured' and o.id is null`,
  'X money that was not ours is free again':
    'select id::text from reconciliation_breaks where resolved_at is null',
  'I17 no refund is undecided': `select id from order_refunds where state = 'pending'`,
  'I26 of an order no more is refunded and lost in disputes than was captured': `
    select o.id::text from orders o where o.refunded + (
      select coalesce(sum(d.amount), 0) from order_disputes d where d.order_id = o.id and d.state = 'lost'
    ) > coalesce(o.captured, o.amount_total)`,
  'I16 whatever completed was announced': 'select id::text from events where announced_at is null',
}

/** The same with the test bank's books. */
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

/** The broken invariants, with some of the rows that break them. */
export const findBroken = ({ rows }: Pick<Sql, 'rows'>, invariants: Record<string, string>) =>
  findBrokenIn((text) => rows(text), invariants)

export async function expectInvariants(sql: Sql) {
  assert.deepEqual(await findBroken(sql, ALWAYS), {})
}

/** An announcement comes some seconds after the last payment, so only patient tests ask for it. */
const { 'I16 whatever completed was announced': _, ...SETTLED } = AT_REST

/** To be called when no payment is under way. */
export async function expectInvariantsAtRest(sql: Sql) {
  assert.deepEqual(await findBroken(sql, { ...ALWAYS, ...SETTLED, ...AT_REST_WITH_TEST_BANK }), {})
}
