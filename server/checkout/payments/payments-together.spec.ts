import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld } from '../../testing/checkout-world.ts'
import { now } from '../../testing/moments.ts'
import { BEGINNING, type Beginning } from './begin-payments.ts'
import { CheckoutError } from '../errors.ts'
import type { SharedWork } from '../ports/database.ts'
import type { PaymentOutcome } from '../ports/provider.ts'
import { SETTLING } from './settle-attempts.ts'

const world = await openWorld()
afterAll(() => world.close())

const { deps, sql } = world

const TABLES = [
  'checkout_sessions',
  'variants',
  'payment_attempts',
  'orders',
  'events',
  'stock_changes',
  'reconciliation_breaks',
]

/** Puts the record back to where it is now, as often as that is wanted. */
async function remember() {
  await sql.rows(`drop schema if exists saved cascade; create schema saved;
    ${TABLES.map((table) => `create table saved.${table} as table ${table};`).join('\n')}`)
  return () =>
    sql.rows(`begin; set local session_replication_role = replica;
      ${TABLES.map((table) => `delete from ${table}; insert into ${table} overriding system value table saved.${table};`).join('\n')}
      commit`)
}

/** Everything that a payment writes, but for moments and what is drawn or counted for it. */
const RECORD = `
  select
    (select json_agg(s order by id) from (
      select id, state, version, attempts from checkout_sessions) s) as sessions,
    (select json_agg(v order by id) from (select id, stock, supplied from variants) v) as variants,
    (select json_agg(a order by id) from (
      select id, session_id, state, version, hold_active, quantity, amount, client_key, receipt_digest,
        checks, provider_payment_id, challenge_url, decline_code, next_check_at is null as is_done,
        settled_at is null as is_live, customer_name, fulfillment_details
      from payment_attempts) a) as attempts,
    (select json_agg(o order by session_id) from (
      select session_id, attempt_id, product_id, variant_id, quantity, amount_total, receipt_digest,
        customer_name, charge_due_at is null as is_told from orders) o) as orders,
    (select json_agg(e order by session_id) from (
      select store_id, session_id, type, announced_at is null as is_to_announce from events) e) as events,
    (select json_agg(c order by variant_id, delta) from (
      select variant_id, delta from stock_changes where reason = 'sale') c) as sales,
    (select json_agg(b order by attempt_id) from (
      select attempt_id, kind, resolution from reconciliation_breaks) b) as breaks`

/** What is answered, without moments and what is drawn. */
function toAnswer(result: unknown) {
  if (typeof result !== 'object' || result === null || !('type' in result)) return result
  if ('why' in result && result.why instanceof CheckoutError)
    return [result.why.code, result.why.message]
  const { type, session } = result as { type: string; session?: unknown }
  return [type, session]
}

/** One transaction for all, or one for each, in the same order. */
async function run<Item, Result>(
  { run: work }: SharedWork<Item, Result>,
  items: Item[],
  { isTogether }: { isTogether: boolean },
) {
  const groups = isTogether ? [items] : items.map((item) => [item])
  const answers: unknown[] = []
  for (const group of groups)
    answers.push(...(await deps.db.transaction((tx) => work(tx, group))).map(toAnswer))
  const [record] = await sql.rows(RECORD)
  return { answers, record }
}

async function expectTheSame<Item, Result>(work: SharedWork<Item, Result>, items: Item[]) {
  const restore = await remember()
  const orders = [items, items.toReversed(), [...items.slice(3), ...items.slice(0, 3)]]
  for (const arrived of orders) {
    const alone = await run(work, arrived, { isTogether: false })
    await restore()
    const together = await run(work, arrived, { isTogether: true })
    await restore()
    expect(together).toEqual(alone)
  }
  const { answers } = await run(work, items, { isTogether: true })
  return answers
}

beforeEach(() =>
  sql.rows(
    `truncate checkout_sessions, payment_attempts, orders, events, reconciliation_breaks, orphaned_payments cascade`,
  ),
)

const aBeginning = (
  sessionId: string,
  { option = 'standard', client }: { option?: string; client?: string } = {},
): Beginning => ({
  deps,
  attemptId: deps.ids.attempt(),
  payment: {
    sessionId,
    networks: client === undefined ? [] : [{ key: client, allowance: 1 }],
    receiptDigest: 'digest',
    request: {
      customer: { name: 'Ana Example', phone: '+34 600 123 456' },
      fulfillment: { method: 'DELIVERY', option, details: 'Calle Mayor 1' },
      paymentMethod: 'pm_1',
    },
  },
})

/** A session in a certain situation. */
async function aSessionWith(change: string, options: { stock?: number; quantity?: number } = {}) {
  const session = await world.aSession(options)
  if (change !== '') await sql.rows(change, [session.id])
  return session.id
}

/** Sessions of one product. */
async function sessionsOf(stock: number, quantities: number[]) {
  const { id: model } = await world.aSession({ stock, quantity: 1 })
  return Promise.all(
    quantities.map(async (quantity, index) => {
      const id = `${model.slice(0, -2)}${String(index).padStart(2, '0')}`
      await sql.rows(
        `insert into checkout_sessions select (jsonb_populate_record(s, $2)).* from checkout_sessions s where id = $1`,
        [model, { id, quantity }],
      )
      return id
    }),
  )
}

/** So many payments of a client, as they stand. */
const aPast = (client: string, count: number, fields: Record<string, unknown>) =>
  world.aSession().then(async ({ id }) => {
    await deps.db.transaction((tx) => BEGINNING.run(tx, [aBeginning(id, { client })]))
    await sql.rows(
      `insert into payment_attempts
      select copy.* from payment_attempts a, generate_series(1, $2) n,
        jsonb_populate_record(a, $3 || jsonb_build_object('id', 'att_past' || n || $4, 'state', 'declined')) copy
      where a.session_id = $1`,
      [id, count, fields, client],
    )
  })

const SET = (change: string) => `update checkout_sessions set ${change} where id = $1`

describe('payments T1: payments that begin together', () => {
  test('payments that begin together do so, or are refused, as if each had come alone, in order', async () => {
    await aPast('tester', 10, { settled_at: now(), hold_active: false })
    await aPast('holder', 3, { hold_active: true })
    const short = await sessionsOf(4, [2, 3, 1, 2, 1])
    const answers = await expectTheSame(BEGINNING, [
      ...short.map((id) => aBeginning(id)),
      aBeginning(await aSessionWith('')),
      aBeginning(await aSessionWith(''), { option: 'drone' }),
      aBeginning(await aSessionWith(SET(`expires_at = clock_timestamp()`))),
      aBeginning(await aSessionWith(SET(`state = 'expired'`))),
      aBeginning(await aSessionWith(SET(`state = 'complete'`))),
      aBeginning(await aSessionWith(SET(`state = 'paying'`))),
      aBeginning(await aSessionWith(SET('attempts = 5'))),
      aBeginning(await aSessionWith(SET('attempts = 4'))),
      aBeginning(`cs_${'0'.repeat(32)}`),
      aBeginning(
        await aSessionWith(
          `update variants set removed = true where id = (select variant_id from checkout_sessions where id = $1)`,
        ),
      ),
      aBeginning(
        await aSessionWith(
          `update variants set stock = -1 where id = (select variant_id from checkout_sessions where id = $1)`,
        ),
      ),
      aBeginning(
        await aSessionWith(
          `insert into orphaned_payments (provider, payment_id, attempt_id, session_id, amount, currency,
            captured, refunded, is_open, names_us, begun_at, next_check_at)
          values ('test', 'lost', 'lost', $1, 1, 'EUR', 1, 0, false, true, now(), now())`,
        ),
      ),
      aBeginning(await aSessionWith(''), { client: 'tester' }),
      aBeginning(await aSessionWith(''), { client: 'holder' }),
      aBeginning(await aSessionWith(''), { client: 'stranger' }),
    ])
    const words = answers.map((answer) => (Array.isArray(answer) ? answer[0] : answer))
    expect(words).toEqual([
      'begun',
      'insufficient_stock',
      'begun',
      'insufficient_stock',
      'begun',
      'begun',
      'invalid_request',
      'session_expired',
      'session_expired',
      'session_complete',
      'payment_in_progress',
      'payment_declined',
      'begun',
      'session_not_found',
      'sold_out',
      'sold_out',
      'payment_in_progress',
      'rate_limited',
      'begun',
      'begun',
    ])
  })
})

/** An attempt in a certain state, as its payer has last seen it. */
async function anAttemptWith(change: string, { isOvertaken = false } = {}) {
  const { id } = await world.aSession({ quantity: 2 })
  await deps.db.transaction((tx) => BEGINNING.run(tx, [aBeginning(id)]))
  if (change !== '')
    await sql.rows(`update payment_attempts set ${change} where session_id = $1`, [id])
  const attempt = await world.attemptOf(id)
  if (isOvertaken)
    await sql.rows('update payment_attempts set version = version + 1 where session_id = $1', [id])
  return attempt
}

describe('payments T2 and T3: answers that come together', () => {
  test('answers that come together move their payments as if each had come alone', async () => {
    const late = await anAttemptWith('')
    const gone = { ...(await anAttemptWith('')), sessionId: `cs_${'0'.repeat(32)}` }
    const situations: [Awaited<ReturnType<typeof anAttemptWith>>, PaymentOutcome['type']][] = [
      [await anAttemptWith(''), 'authorized'],
      [await anAttemptWith(''), 'declined'],
      [await anAttemptWith(''), 'action_required'],
      [await anAttemptWith(''), 'unknown'],
      [await anAttemptWith('', { isOvertaken: true }), 'authorized'],
      [await anAttemptWith(`lease_until = now()`), 'authorized'],
      [await anAttemptWith('hold_active = false'), 'authorized'],
      [await anAttemptWith(`state = 'capturing'`), 'captured'],
      [await anAttemptWith(`state = 'capturing', order_number = null`), 'captured'],
      [await anAttemptWith(`state = 'capturing', has_news = true`), 'captured'],
      [await anAttemptWith(`state = 'capturing'`, { isOvertaken: true }), 'captured'],
      [await anAttemptWith(`state = 'capturing', checks = 3`), 'unknown'],
      [await anAttemptWith(`state = 'requires_action', challenge_url = 'https://b'`), 'declined'],
      [await anAttemptWith(`state = 'voiding'`), 'cancelled'],
      [await anAttemptWith(`state = 'voiding'`), 'captured'],
      [await anAttemptWith(`state = 'refunding'`), 'refunded'],
      [late, 'declined'],
      [gone, 'captured'],
    ]
    await sql.rows(SET('expires_at = clock_timestamp()'), [late.sessionId])
    const wrong = await anAttemptWith('')
    const answers = await expectTheSame(SETTLING, [
      ...situations.map(([seen, type]) => ({
        deps,
        seen,
        outcome: {
          type,
          paymentId: `pay_${seen.id}`,
          payment: { attemptId: seen.id, amount: seen.amount, currency: seen.currency },
          code: 'card_declined',
          url: 'https://bank.example',
        },
      })),
      {
        deps,
        seen: wrong,
        outcome: {
          type: 'captured' as const,
          payment: { attemptId: wrong.id, amount: 1, currency: wrong.currency },
        },
      },
    ])
    expect(answers).toEqual([
      ['moved', { state: 'paying', version: 2 }],
      ['moved', { state: 'open', version: 3 }],
      ['moved', { state: 'paying', version: 3 }],
      ['waits', undefined],
      ['overtaken', undefined],
      ['moved', { state: 'paying', version: 2 }],
      ['moved', { state: 'paying', version: 2 }],
      ['moved', { state: 'complete', version: 3 }],
      ['moved', { state: 'complete', version: 3 }],
      ['moved', { state: 'complete', version: 3 }],
      ['overtaken', undefined],
      ['waits', undefined],
      ['moved', { state: 'open', version: 3 }],
      ['moved', { state: 'open', version: 3 }],
      ['moved', { state: 'complete', version: 3 }],
      ['moved', { state: 'open', version: 3 }],
      ['moved', { state: 'expired', version: 3 }],
      ['overtaken', undefined],
      ['moved', { state: 'paying', version: 3 }],
    ])
  })

  test('of two payments of one variant that fail together both give their units back', async () => {
    const ids = await sessionsOf(6, [2, 3])
    await deps.db.transaction((tx) =>
      BEGINNING.run(
        tx,
        ids.map((id) => aBeginning(id)),
      ),
    )
    const settlings = await Promise.all(
      ids.map(async (id) => ({
        deps,
        seen: await world.attemptOf(id),
        outcome: { type: 'declined' as const, code: 'card_declined' },
      })),
    )
    await deps.db.transaction((tx) => SETTLING.run(tx, settlings))
    const [variant] = await sql.rows('select stock::integer from variants where id = $1', [
      settlings[0]?.seen.variantId,
    ])
    expect(variant).toEqual({ stock: 6 })
  })
})
