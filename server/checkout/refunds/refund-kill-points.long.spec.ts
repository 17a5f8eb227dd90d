import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { aHangingRefund, aPaidOrder, bankOf, recordOf } from '../../testing/bank/refund-world.ts'
import { startProcess } from '../../testing/servers/service-process.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Its first round finds the refund due. */
async function startService(env: Record<string, string> = {}) {
  await world.sql.rows(
    'update order_refunds set next_check_at = clock_timestamp() where next_check_at is not null',
  )
  return startProcess(
    { databaseUrl: world.databaseUrl },
    { PORT: String(await findFreePort()), ...env },
  )
}

test('decision 39: a refund whose processes die twice is finished by the next one, once', async () => {
  const order = await aPaidOrder(world)
  await aHangingRefund(world, order.orderNumber, { isAsked: false, amount: 700, returnedUnits: 1 })
  for (const [failpoint, refunded] of [
    ['K10', 0],
    ['K11', 700],
  ] as const) {
    const { exited } = await startService({ FAILPOINTS: failpoint })
    expect(await exited).toEqual({ code: null, signal: 'SIGKILL' })
    expect(await recordOf(world, order.orderNumber)).toMatchObject({
      refunded: 700,
      states: ['pending'],
    })
    expect(await bankOf(world, order.id)).toEqual({ status: 'captured', refunded })
  }
  const { child, exited } = await startService()
  await vi.waitFor(
    async () => expect((await recordOf(world, order.orderNumber)).states).toEqual(['succeeded']),
    { timeout: 60_000 },
  )
  expect(await bankOf(world, order.id)).toEqual({ status: 'captured', refunded: 700 })
  expect(await order.stock()).toBe(9)
  await expectInvariantsAtRest(world.sql)
  child.kill('SIGKILL')
  await exited
})
