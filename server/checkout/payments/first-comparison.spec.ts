import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomBase62 } from '../../auth/random.ts'
import { createHistory } from '../../postgres/upkeep/database-history.ts'
import { type Pool, openPool } from '../../postgres/database.ts'
import { openReconciliation } from '../../postgres/reconciliation/reconciliation.ts'
import { openReconciliationSchedule } from '../../postgres/reconciliation/reconciliation-schedule.ts'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { losePayment, loseRefunds } from '../../testing/bank/lost-commits.ts'
import { aPaidOrder, bankOf, refund } from '../../testing/bank/refund-world.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { returnOrphans } from './orphaned-payments.ts'
import { compareFirst } from './reconciliation-round.ts'
import type { RefundRequest } from '../refunds/refund.ts'
import { restartSession } from '../sessions/restart-session.ts'

let world: World
let pool: Pool
let opened: number

beforeAll(async () => {
  world = await openWorld()
  pool = openPool({ connectionString: world.databaseUrl }, { onIdleError: () => undefined })
})
beforeEach(async () => {
  opened = 0
  await readHistory()
  await world.sql.rows('update reconciliation_rounds set unsure_before = null')
})
afterAll(async () => {
  await pool.close()
  await world.close()
})

/** As each process does on a new connection. Returns how often it noted another history. */
async function readHistory() {
  let noted = 0
  await createHistory({ isReplaceable: false, onNew: () => (noted += 1) }).read(pool)
  return noted
}

async function beRestored() {
  await world.sql.rows('select raise_epoch()')
  await readHistory()
}

const compare = (deps: CheckoutDeps = world.deps, mustStop = () => false) =>
  compareFirst(deps, {
    schedule: openReconciliationSchedule(pool),
    openRecords() {
      opened += 1
      return openReconciliation({ connectionString: world.databaseUrl })
    },
    mustStop,
  })

/** As if the last one had begun long ago. */
const makeDue = () =>
  world.sql.rows('update reconciliation_rounds set look_at = statement_timestamp()')

async function aLostPayment() {
  const session = await world.aSession()
  await world.pay(session.id)
  await losePayment(world.sql, session.id)
  return session
}

const BUSY = { code: 'busy', retryAfterSeconds: 5 }

const aKey = (): Partial<RefundRequest> => ({
  idempotencyKey: undefined,
  request: {
    storeId: world.storeId,
    keyKind: 'secret',
    key: randomBase62(12),
    requestDigest: Buffer.from('refund 500'),
  },
})

describe('payments §8: After a restore the first comparison comes before the first sale and refund', () => {
  test('a session whose payment was lost is busy until the books are read, and never paid twice', async () => {
    const lost = await aLostPayment()
    await beRestored()
    await expect(world.pay(lost.id)).rejects.toMatchObject(BUSY)
    expect(await world.ledgerOf(lost.id)).toEqual(['captured'])
    await compare()
    await expect(world.pay(lost.id)).rejects.toMatchObject({ code: 'payment_in_progress' })
    await world.sql.rows('update orphaned_payments set next_check_at = clock_timestamp()')
    await returnOrphans(world.deps, 'refund')
    expect(await world.pay(lost.id)).toMatchObject({ status: 'complete' })
    expect(await world.ledgerOf(lost.id)).toEqual(['refunded', 'captured'])
  })

  test('other sessions from before are busy until then; new ones sell at once', async () => {
    const [before, ended] = [await world.aSession(), await world.aSession()]
    await world.sql.rows('update stores set restarts = true')
    await world.endTime(ended.id)
    await world.recover()
    await beRestored()
    const restart = () =>
      restartSession(world.deps, {
        sessionId: ended.id,
        ttlSeconds: 1800,
        checkoutUrl: 'https://pay.example',
        assertFew: async () => undefined,
      })
    await expect(world.pay(before.id)).rejects.toMatchObject(BUSY)
    await expect(restart()).rejects.toMatchObject(BUSY)
    expect(await before.stock()).toBe(10)
    const after = await world.aSession()
    expect(await world.pay(after.id)).toMatchObject({ status: 'complete' })
    await compare()
    expect(await world.pay(before.id)).toMatchObject({ status: 'complete' })
    expect(await restart()).not.toBe(ended.id)
    expect(world.log()).toContain('record.compared')
  })

  test.each<[string, () => Partial<RefundRequest>]>([
    ['with the same key', aKey],
    ['by the same form', () => ({ idempotencyKey: randomBase62(24) })],
  ])(
    'a lost refund that is asked for again %s is busy until then, and not paid twice',
    async (_, by) => {
      const order = await aPaidOrder(world)
      const fields = by()
      const first = await refund(world, order.orderNumber, fields)
      await loseRefunds(world.sql, order.orderNumber)
      await beRestored()
      const again = () => refund(world, order.orderNumber, fields)
      await expect(again()).rejects.toMatchObject(BUSY)
      await compare()
      expect(await again()).toMatchObject({ id: first.id, amount: 500, state: 'succeeded' })
      expect(await again()).toMatchObject({ id: first.id })
      expect(await bankOf(world, order.id)).toEqual({ status: 'captured', refunded: 500 })
      await refund(world, order.orderNumber, by())
      expect(await bankOf(world, order.id)).toEqual({ status: 'captured', refunded: 1000 })
    },
  )

  test('a key that is free again after a day makes another refund', async () => {
    const order = await aPaidOrder(world)
    const fields = aKey()
    const first = await refund(world, order.orderNumber, fields)
    await world.sql.rows(
      `update idempotency_keys set created_at = created_at - interval '1 day' where refund_id = $1`,
      [first.id],
    )
    const second = await refund(world, order.orderNumber, fields)
    expect(second.id).not.toBe(first.id)
    expect(await refund(world, order.orderNumber, fields)).toMatchObject({ id: second.id })
    expect(await bankOf(world, order.id)).toEqual({ status: 'captured', refunded: 1000 })
  })

  test.each<[string, () => CheckoutDeps, (() => boolean)?]>([
    [
      'the provider shows no books',
      () =>
        world.withProvider({
          listPayments: () => {
            throw new Error('no books today')
          },
        }),
    ],
    [
      'the provider says nothing of a charge with news',
      () => world.withProvider({ readCharge: async () => ({ type: 'unknown' }) }),
    ],
    ['it is stopped', () => world.deps, () => true],
  ])(
    'it is made again when %s, and is given up after half an hour',
    async (_, depsOf, mustStop) => {
      const [before, order] = [await world.aSession(), await aPaidOrder(world)]
      await refund(world, order.orderNumber)
      await beRestored()
      await expect(compare(depsOf(), mustStop)).rejects.toThrow(
        /no books today|was stopped|not come to its end/,
      )
      await expect(world.pay(before.id)).rejects.toMatchObject(BUSY)
      await expect(refund(world, order.orderNumber)).rejects.toMatchObject(BUSY)
      await compare()
      expect(opened).toBe(1)
      await makeDue()
      await world.sql.rows(`
      with sessions as (update checkout_sessions set created_at = created_at - interval '40 minutes'),
        paid as (update orders set paid_at = paid_at - interval '40 minutes')
      update reconciliation_rounds set unsure_before = unsure_before - interval '30 minutes'`)
      await compare(depsOf(), mustStop)
      expect(opened).toBe(1)
      expect(await world.pay(before.id)).toMatchObject({ status: 'complete' })
      expect(await refund(world, order.orderNumber)).toMatchObject({ state: 'succeeded' })
      expect(world.log()).toContain('record.uncompared')
    },
  )

  test('one of all the processes makes it, and none in a history that is known', async () => {
    expect(await readHistory()).toBe(0)
    await compare()
    expect(opened).toBe(0)
    await world.sql.rows('select raise_epoch()')
    const noted = await Promise.all(Array.from({ length: 4 }, readHistory))
    expect(noted.reduce((sum, count) => sum + count, 0)).toBe(1)
    await Promise.all(Array.from({ length: 4 }, () => compare()))
    await compare()
    expect(opened).toBe(1)
  })

  test('it reads the books since the latest commit that is there', async () => {
    await world.sql.rows(`
      with probe as (update write_probe set written_at = clock_timestamp() - interval '3 days'),
        event as (update events set created_at = created_at - interval '2 days')
      update reconciliation_rounds set claimed_at = clock_timestamp() - interval '5 days'`)
    await beRestored()
    const days = async () =>
      (
        await world.sql.rows<{ days: number }>(
          `select (extract(epoch from unsure_before - lost_since) / 86400)::float as days
          from reconciliation_rounds`,
        )
      )[0]?.days
    expect(await days()).toBeCloseTo(2, 1)
    // Another restore before the first comparison is over.
    await world.sql.rows('update write_probe set written_at = clock_timestamp()')
    await beRestored()
    expect(await days()).toBeCloseTo(2, 1)
  })
})
