import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Difference, reconcile } from '../checkout/payments/reconcile.ts'
import { openReconciliation } from '../postgres/reconciliation/reconciliation.ts'
import { toLine } from './reconciliation-line.ts'
import { CARDS } from '../testing/builders.ts'
import { type World, openWorld } from '../testing/checkout-world.ts'
import { aHangingRefund, refund } from '../testing/bank/refund-world.ts'
import { runReconcile } from '../testing/servers/operator-process.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() =>
  world.sql
    .rows(`truncate reconciliation_breaks, events, orders, payment_attempts, test_provider.payments,
  provider_notifications, checkout_sessions cascade`),
)
afterAll(() => world.close())

/** As if all that was written down until now had happened so long ago. */
const age = (interval = '2 minutes') =>
  world.sql.rows(
    `update payment_attempts set created_at = created_at - $1::interval,
  settled_at = settled_at - $1::interval, lease_until = lease_until - $1::interval`,
    [interval],
  )

async function aPayment(card: string = CARDS.succeeds) {
  const session = await world.aSession()
  await world
    .pay(session.id, { card })
    .catch((error: { code: string }) => expect(error.code).toBe('payment_declined'))
  return {
    id: session.id,
    attempt: await world.attemptOf(session.id),
    orderNumber: (await session.read())?.order?.orderNumber,
  }
}

async function aVoidedPayment() {
  const payment = await aPayment(CARDS.challenge)
  await world.makeDue(payment.id, { isLeaseOver: true })
  await world.recover()
  return { ...payment, attempt: await world.attemptOf(payment.id) }
}

const changeLedger = (attemptId: string, change: string) =>
  world.sql.rows(`update test_provider.payments set ${change} where attempt_id = $1`, [attemptId])

const addToLedger = (attemptId: string, status: string, count = 1) =>
  world.sql.rows(
    `
  insert into test_provider.payments (attempt_id, session_id, store_id, amount, currency, status)
  select $1 || case when n = 1 then '' else n::text end, 'cs_x', 'st_x', 500, 'JPY', $2
  from generate_series(1, $3) n`,
    [attemptId, status, count],
  )

async function compare({ days = 30 } = {}) {
  const records = await openReconciliation({ connectionString: world.databaseUrl })
  const found: Difference[] = []
  const report = (difference: Difference) => found.push(difference)
  const { compared, differences } = await reconcile(
    { providers: [world.bank], records },
    { days, report },
  )
  await records.close()
  expect(found).toHaveLength(differences)
  return { compared, lines: found.map(toLine) }
}

const short = (sessionId: string) => `cs_…${sessionId.slice(-4)}`

describe('payments §6: a healthy store', () => {
  test('a healthy store has no difference, whatever its payments went through', async () => {
    await aPayment()
    await aPayment(CARDS.declined)
    await aVoidedPayment()
    const late = await aVoidedPayment()
    await changeLedger(late.attempt.id, "status = 'refunded'")
    await aPayment(CARDS.challenge)
    await aPayment(CARDS.capturedThenLost)
    expect(await compare()).toEqual({ compared: 6, lines: [] })
    await world.sql.rows(
      'update payment_attempts set next_check_at = clock_timestamp() where settled_at is null',
    )
    await world.recover()
    await age()
    expect(await compare()).toEqual({ compared: 6, lines: [] })
  })

  test('what began or ended within the last minute is compared next time: it may be on the way', async () => {
    const [live, paid, voided] = [
      await aPayment(CARDS.challenge),
      await aPayment(),
      await aVoidedPayment(),
    ]
    await changeLedger(live.attempt.id, "status = 'captured'")
    await changeLedger(paid.attempt.id, "status = 'cancelled'")
    await changeLedger(voided.attempt.id, "status = 'authorized'")
    expect((await compare()).lines).toEqual([])
    await age('10 minutes')
    expect((await compare()).lines).toHaveLength(3)
  })

  test('payments of another provider, and those from before, are not missing', async () => {
    const [old, others] = [await aPayment(), await aPayment()]
    await world.sql.rows('delete from test_provider.payments')
    await world.sql.rows("update payment_attempts set provider = 'stripe' where id = $1", [
      others.attempt.id,
    ])
    await age('8 days')
    expect((await compare({ days: 7 })).lines).toEqual([])
    expect((await compare({ days: 9 })).lines).toEqual([expect.stringContaining(old.attempt.id)])
  })
})

describe('payments §6: a difference', () => {
  test('a payment captured although its attempt was given up is a difference', async () => {
    const { id, attempt } = await aVoidedPayment()
    await changeLedger(attempt.id, "status = 'captured'")
    await age()
    expect((await compare()).lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^captured_without_order: attempt ${attempt.id}, ` +
            `session ${short(id)}, order none; provider says 24\\.50 EUR captured \\(pay_test_\\d+\\); we say voided, no order$`,
        ),
      ),
    ])
  })

  test('a payment captured that nobody here knows is a difference', async () => {
    await addToLedger('att_foreign', 'captured')
    expect((await compare()).lines).toEqual([
      expect.stringMatching(
        new RegExp(
          '^captured_without_order: attempt att_foreign, ' +
            'session none, order none; provider says 500 JPY captured \\(pay_test_\\d+\\); we say nothing$',
        ),
      ),
    ])
  })

  test('money reserved of an attempt that is over, or unknown here, is a difference', async () => {
    const { attempt } = await aVoidedPayment()
    await changeLedger(attempt.id, "status = 'authorized'")
    await addToLedger('att_foreign', 'authorized')
    await age()
    const { lines } = await compare()
    expect(lines).toHaveLength(2)
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^left_open: attempt ${attempt.id}, .* provider says 24\\.50 EUR reserved .*; we say voided, no order$`,
        ),
      ),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^left_open: attempt att_foreign, .* provider says 500 JPY reserved .*; we say nothing$/,
      ),
    )
  })

  test.each([
    ["status = 'cancelled'", 'order_without_money', '0.00 EUR captured', '24.50 EUR'],
    ["status = 'authorized'", 'order_without_money', '24.50 EUR reserved', '24.50 EUR'],
    [
      "status = 'refunded'",
      'refund_differs',
      '24.50 EUR captured, 24.50 EUR given back',
      '24.50 EUR',
    ],
    ['amount = amount + 1', 'amount_differs', '24.51 EUR captured', '24.50 EUR'],
    ["currency = 'KWD'", 'amount_differs', '2.450 KWD captured', '24.50 EUR'],
    ["currency = 'eur'", 'amount_differs', '2450 eur captured', '24.50 EUR'],
  ])('an order whose payment has %s is a difference: %s', async (change, kind, theirs, ours) => {
    const { id, attempt, orderNumber } = await aPayment()
    await changeLedger(attempt.id, change)
    await age()
    expect((await compare()).lines.map((line) => line.replace(/ \(pay_test_\d+\)/, ''))).toEqual([
      `${kind}: attempt ${attempt.id}, session ${short(id)}, order ${orderNumber}; ` +
        `provider says ${theirs}; we say order over ${ours}`,
    ])
  })

  test('more or less given back than the order says is a difference', async () => {
    const { attempt, orderNumber = '' } = await aPayment()
    for (const amount of [500, 700]) await refund(world, orderNumber, { amount })
    await aHangingRefund(world, orderNumber, { amount: 50, isAsked: true })
    await age()
    expect((await compare()).lines).toEqual([])
    await changeLedger(attempt.id, 'refunded = 1251')
    expect((await compare()).lines).toEqual([])
    await world.sql.rows("update order_refunds set settled_at = settled_at - interval '2 minutes'")
    expect((await compare()).lines).toEqual([
      expect.stringMatching(
        /^refund_differs: .* provider says 24\.50 EUR captured, 12\.51 EUR given back .*; we say order over 24\.50 EUR, 12\.00 EUR given back, 0\.50 EUR being given back$/,
      ),
    ])
    await changeLedger(attempt.id, 'refunded = 1250')
    expect((await compare()).lines).toEqual([])
    await changeLedger(attempt.id, 'refunded = 1199')
    expect((await compare()).lines).toEqual([
      expect.stringMatching(/^refund_differs: .* 11\.99 EUR given back /),
    ])
  })

  test('an order whose payment the provider does not know is a difference', async () => {
    const { id, attempt, orderNumber } = await aPayment()
    await world.sql.rows('delete from test_provider.payments')
    await age()
    expect(await compare()).toEqual({
      compared: 0,
      lines: [
        `unknown_to_provider: attempt ${attempt.id}, session ${short(id)}, order ${orderNumber}; ` +
          'provider says nothing; we say order over 24.50 EUR',
      ],
    })
  })

  test('a second payment of one attempt, unknown to the order, is a difference', async () => {
    const { attempt } = await aPayment()
    await world.sql.rows("update payment_attempts set provider_payment_id = 'pay_test_0'")
    await age()
    expect(
      (await compare()).lines.map((line) => /^(\w+): attempt (\w+),/.exec(line)?.slice(1)),
    ).toEqual([
      ['captured_without_order', attempt.id],
      ['unknown_to_provider', attempt.id],
    ])
  })

  test('a break that nobody has put right is a difference', async () => {
    const { id, attempt } = await aPayment(CARDS.declined)
    await world.sql.rows(
      `insert into reconciliation_breaks (attempt_id, session_id, store_id, kind, amount, currency)
      values ($1, $2, $3, 'late_capture', 2450, 'EUR')`,
      [attempt.id, id, attempt.storeId],
    )
    expect((await compare()).lines).toEqual([])
    await world.sql.rows("update reconciliation_breaks set detected_at = '2026-01-02T03:04:05Z'")
    expect((await compare()).lines).toEqual([
      `unresolved_break: attempt ${attempt.id}, session ${short(id)}, order none; ` +
        'provider says late_capture of 24.50 EUR; we say not put right since 2026-01-02T03:04:05.000Z',
    ])
    await world.sql.rows(
      "update reconciliation_breaks set resolved_at = clock_timestamp(), resolution = 'refunded'",
    )
    expect((await compare()).lines).toEqual([])
  })

  test('a difference is found among thousands, on either side', async () => {
    const { attempt } = await aPayment()
    const copied = `session_id, store_id, provider, variant_id, state, hold_active, quantity, amount, currency, payment_method,
      customer_name, customer_phone, fulfillment_details, fulfillment_fee, lease_until, settled_at`
    await world.sql.rows(
      `insert into payment_attempts (id, ${copied}) select 'att_many' || n, ${copied}
      from payment_attempts, generate_series(1, 2500) n where id = $1`,
      [attempt.id],
    )
    await addToLedger('att_other', 'captured', 2500)
    await age()
    const { compared, lines } = await compare()
    expect(compared).toBe(2501)
    const groups = Map.groupBy(lines, (line) => /^\w+/.exec(line)?.[0])
    expect(
      Object.fromEntries([...groups].map(([kind, group]) => [kind, new Set(group).size])),
    ).toEqual({ captured_without_order: 2500, unknown_to_provider: 2500 })
  })
})

describe('payments §6: the command', () => {
  test('the command prints a line a difference and a summary, and ends with 1, or with 0 for none', async () => {
    const env = { DATABASE_URL: world.databaseUrl }
    await aPayment()
    expect(await runReconcile({ env })).toEqual({
      code: 0,
      lines: ['1 payments compared, 0 differences'],
      stderr: '',
    })
    await addToLedger('att_foreign', 'captured')
    expect(await runReconcile({ env, args: ['--since', '1'] })).toEqual({
      code: 1,
      stderr: '',
      lines: [
        expect.stringMatching(/^captured_without_order: attempt att_foreign, /),
        '2 payments compared, 1 differences',
      ],
    })
  })

  test('the command with days that are no number compares nothing and ends with 2', async () => {
    const { code, lines, stderr } = await runReconcile({
      env: { DATABASE_URL: world.databaseUrl },
      args: ['--since', 'x'],
    })
    expect([code, lines]).toEqual([2, []])
    expect(stderr).toMatch(/since/)
  })
})
