import { afterAll, describe, expect, test } from 'vitest'
import { openWorld } from '../../testing/checkout-world.ts'
import { UNKNOWN, aPaidOrder, refund } from '../../testing/bank/refund-world.ts'

const world = await openWorld()
afterAll(() => world.close())

const { db } = world.deps

const read = async (expression: string, from = '') =>
  (await world.sql.rows<{ value: number }>(`select ${expression}::float as value ${from}`))[0]
    ?.value ?? Number.NaN

const clock = () => read('extract(epoch from clock_timestamp())')

/** Does something after which the one row of `table` is due in so many seconds, as PostgreSQL has it. */
async function expectDueIn<Result>(
  seconds: number,
  { column, table }: { column: string; table: string },
  act: () => Promise<Result>,
) {
  const before = await clock()
  const result = await act()
  const after = await clock()
  const dueAt = await read(
    `extract(epoch from ${column})`,
    `from ${table} where ${column} is not null`,
  )
  expect(dueAt).toBeGreaterThanOrEqual(before + seconds)
  expect(dueAt).toBeLessThanOrEqual(after + seconds)
  return result
}

const makeDue = (column: string, table: string) =>
  world.sql.rows(`update ${table} set ${column} = clock_timestamp() where ${column} is not null`)

const ATTEMPTS = { column: 'next_check_at', table: 'payment_attempts' }
const REFUNDS = { column: 'next_check_at', table: 'order_refunds' }
const OUTBOX = { column: 'next_try_at', table: 'events' }

describe('payments §4: what a process works on is nobody else’s for some seconds', () => {
  test('a payment that begins is its process’s for 3 s, one that is claimed for 4 s', async () => {
    const session = await world.aSession()
    const dead = world.withProvider({ authorize: () => Promise.reject(new Error('dead')) })
    await expectDueIn(3, ATTEMPTS, () => world.pay(session.id, { as: dead }).catch(() => undefined))
    await makeDue('next_check_at', 'payment_attempts')
    const { id } = await world.attemptOf(session.id)
    expect(await expectDueIn(4, ATTEMPTS, () => db.claimDueAttempts(['test'], 20))).toEqual([id])
    expect(await db.claimDueAttempts(['test'], 20)).toEqual([])
  })

  test('a claimed refund is its process’s for 4 s', async () => {
    const { orderNumber } = await aPaidOrder(world)
    const silent = world.withProvider({ refundPart: async () => UNKNOWN })
    const { id } = await refund(world, orderNumber, { as: silent })
    await makeDue('next_check_at', 'order_refunds')
    expect(await expectDueIn(4, REFUNDS, () => db.refunds.claimDueRefunds(['test'], 20))).toEqual([
      id,
    ])
    expect(await db.refunds.claimDueRefunds(['test'], 20)).toEqual([])
  })

  test('a claimed message is its process’s for 10 s', async () => {
    await world.sql.rows('truncate events')
    await aPaidOrder(world)
    await makeDue('next_try_at', 'events')
    expect(await expectDueIn(10, OUTBOX, () => db.claimOutbox(20))).toHaveLength(1)
    expect(await db.claimOutbox(20)).toEqual([])
  })
})
