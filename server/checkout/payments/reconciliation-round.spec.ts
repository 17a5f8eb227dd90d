import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { type RoundDeps, reconcileWhenDue } from './reconciliation-round.ts'
import { openPool } from '../../postgres/database.ts'
import { openReconciliation } from '../../postgres/reconciliation/reconciliation.ts'
import { openReconciliationSchedule } from '../../postgres/reconciliation/reconciliation-schedule.ts'
import { CARDS } from '../../testing/builders.ts'
import { bankActs, moneyOf } from '../../testing/bank/charge-world.ts'
import { aPaidOrder } from '../../testing/bank/refund-world.ts'
import { type World, openWorld } from '../../testing/checkout-world.ts'

let world: World
let round: RoundDeps
let opened = 0
let closed = 0
let closePool: () => Promise<void>

beforeAll(async () => {
  world = await openWorld()
  const connection = { connectionString: world.databaseUrl }
  const pool = openPool(connection, { onIdleError: () => undefined })
  closePool = () => pool.close()
  round = {
    schedule: openReconciliationSchedule(pool),
    async openRecords() {
      const records = await openReconciliation(connection)
      opened += 1
      const close = async () => {
        await records.close()
        closed += 1
      }
      return { ...records, close }
    },
    mustStop: () => false,
  }
})
beforeEach(async () => {
  opened = 0
  closed = 0
  await setSchedule("next_at = clock_timestamp() - interval '1 s', history = database_history()")
})
afterAll(async () => {
  await closePool()
  await world.close()
})

const setSchedule = (change: string) => world.sql.rows(`update reconciliation_rounds set ${change}`)

const schedule = async () =>
  (
    await world.sql.rows<{ wait: number; differences: Record<string, number>; compared: number }>(
      `select extract(epoch from next_at - clock_timestamp())::int as wait, differences,
        compared::int
      from reconciliation_rounds`,
    )
  )[0]

const run = (deps: CheckoutDeps = world.deps, changes: Partial<RoundDeps> = {}) =>
  reconcileWhenDue(deps, { ...round, ...changes })

/** An attempt that was given up ten minutes ago. */
async function aVoidedPayment() {
  const session = await world.aSession()
  await world.pay(session.id, { card: CARDS.challenge })
  await world.makeDue(session.id, { isLeaseOver: true })
  await world.recover()
  await world.sql.rows(
    `update payment_attempts set settled_at = settled_at - interval '10 minutes',
      lease_until = lease_until - interval '10 minutes' where session_id = $1`,
    [session.id],
  )
  return session
}

const setLedger = (sessionId: string, status: string) =>
  world.sql.rows('update test_provider.payments set status = $2 where session_id = $1', [
    sessionId,
    status,
  ])

describe('payments §8: The round of comparing', () => {
  test('the round of comparing is made once a day, by one of all the processes that ask', async () => {
    await Promise.all(Array.from({ length: 6 }, () => run()))
    expect(opened).toBe(1)
    const { wait = 0 } = (await schedule()) ?? {}
    expect(wait).toBeGreaterThan(82_000)
    expect(wait).toBeLessThanOrEqual(86_400)
    await run()
    expect(opened).toBe(1)
  })

  test('the round of comparing is made at once in another history of the database', async () => {
    await run()
    await world.sql.rows('select raise_epoch()')
    await run()
    await run()
    expect(opened).toBe(2)
  })

  test.each([
    ['null', 30],
    ["clock_timestamp() - interval '1 day'", 3],
    ["clock_timestamp() - interval '9 days'", 11],
    ["clock_timestamp() - interval '90 days'", 30],
  ])('the round of comparing looks back to before the last one: %s', async (startedAt, days) => {
    await setSchedule(`started_at = ${startedAt}`)
    // Time has passed since it was said.
    const claim = await round.schedule.claim()
    expect([days, days + 1]).toContain(claim?.days)
  })

  test('the round gives late money back, cancels what is open, writes losses down, and counts', async () => {
    const [late, open] = [await aVoidedPayment(), await aVoidedPayment()]
    await setLedger(late.id, 'captured')
    await setLedger(open.id, 'authorized')
    const lost = await world.aSession()
    await world.sql.rows(
      `insert into test_provider.payments (attempt_id, session_id, store_id, amount, currency, status)
      values ('att_lost', $1, $2, 2450, 'EUR', 'captured')`,
      [lost.id, world.storeId],
    )
    await run()
    expect([await world.ledgerOf(late.id), await world.ledgerOf(open.id)]).toEqual([
      ['refunded'],
      ['cancelled'],
    ])
    expect(await world.sql.rows('select attempt_id, session_id from orphaned_payments')).toEqual([
      { attempt_id: 'att_lost', session_id: lost.id },
    ])
    expect(world.log()).toContain('payment.orphan.found')
    expect((await schedule())?.differences).toEqual({ captured_without_order: 2, left_open: 1 })
    expect(await round.schedule.readLast()).toMatchObject({
      finishedAt: expect.any(Date) as Date,
      differences: { captured_without_order: 2, left_open: 1 },
    })

    await setSchedule('next_at = clock_timestamp()')
    await world.sql.rows('delete from orphaned_payments')
    await setLedger(lost.id, 'refunded')
    await run()
    expect((await schedule())?.differences).toEqual({})
  })

  test('the round reads what happened to the money of orders, however old, when nobody told', async () => {
    const [disputed, refunded] = [await aPaidOrder(world), await aPaidOrder(world)]
    await world.sql.rows(
      `update test_provider.payments set created_at = created_at - interval '90 days' where attempt_id = $1`,
      [disputed.attempt.id],
    )
    await bankActs(world, disputed, { isSilent: true }).disputes()
    await run()
    expect(await moneyOf(world, disputed)).toMatchObject({ dispute: 'needs_response' })
    // Without that list a refund is found as a difference, a minute after its payment.
    await bankActs(world, refunded, { isSilent: true }).refunds(500)
    await world.sql.rows(
      `update payment_attempts set settled_at = settled_at - interval '10 minutes' where id = $1`,
      [refunded.attempt.id],
    )
    await setSchedule('next_at = clock_timestamp()')
    const listActivity = () => {
      throw new Error('no events today')
    }
    await run(world.withProvider({ listActivity }))
    expect(await moneyOf(world, refunded)).toMatchObject({ refunded: 500 })
    expect((await schedule())?.differences).toEqual({ refund_differs: 1 })
  })

  test('the round gives back anew what came back of money without an order, however old', async () => {
    const returned = await aVoidedPayment()
    const { providerPaymentId: paymentId } = await world.attemptOf(returned.id)
    const lost = await world.aSession()
    await world.sql.rows(
      `insert into test_provider.payments (attempt_id, session_id, store_id, amount, currency, status)
      values ('att_lost_again', $1, $2, 2450, 'EUR', 'captured')`,
      [lost.id, world.storeId],
    )
    await setLedger(returned.id, 'captured')
    await world.sql.rows(
      `update test_provider.payments set created_at = created_at - interval '90 days'
      where session_id = any($1)`,
      [[returned.id, lost.id]],
    )
    await run(
      world.withProvider({
        listActivity: async function* () {
          yield* [paymentId ?? '', 'pay_of_the_lost']
        },
        // Its own id is all that is known of it.
        findEntry: (reference) =>
          world.bank.findEntry({
            attemptId: reference.attemptId ?? 'att_lost_again',
            paymentId: null,
          }),
      }),
    )
    expect(await world.ledgerOf(returned.id)).toEqual(['refunded'])
    expect(
      await world.sql.rows(`select from orphaned_payments where attempt_id = 'att_lost_again'`),
    ).toHaveLength(1)
    expect((await schedule())?.differences).toEqual({})
    await world.sql.rows(`delete from orphaned_payments`)
    await setLedger(lost.id, 'refunded')
  })

  test('the round tells of a hundred differences at most', async () => {
    await world.sql.rows(
      `insert into test_provider.payments (attempt_id, session_id, store_id, amount, currency, status)
      select 'att_many_' || n, 'cs_many', $1, 2450, 'EUR', 'captured' from generate_series(1, 150) n`,
      [world.storeId],
    )
    const before = world.log().split('reconciliation.difference.found').length
    await run()
    expect(world.log().split('reconciliation.difference.found').length - before).toBe(100)
    expect((await schedule())?.differences).toEqual({ captured_without_order: 150 })
    await world.sql.rows(`delete from test_provider.payments where session_id = 'cs_many'`)
  })

  test.each<[string, () => Promise<void>]>([
    [
      'the provider fails',
      () =>
        run(
          world.withProvider({
            listPayments: () => {
              throw new Error('no books today')
            },
          }),
        ),
    ],
    ['it is stopped', () => run(world.deps, { mustStop: () => true })],
  ])(
    'the round is made again within an hour when %s, and leaves no connection',
    async (_, running) => {
      await aVoidedPayment()
      await expect(running()).rejects.toThrow(/no books today|was stopped/)
      expect((await schedule())?.wait).toBeGreaterThan(3500)
      expect((await schedule())?.wait).toBeLessThanOrEqual(3600)
      expect([opened, closed]).toEqual([1, 1])
    },
  )
})
