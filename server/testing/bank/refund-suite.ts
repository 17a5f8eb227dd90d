import { afterAll, afterEach, expect } from 'vitest'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { openWorld } from '../checkout-world.ts'
import {
  ALWAYS_WITH_TEST_BANK,
  expectInvariants,
  expectInvariantsAtRest,
  findBroken,
} from '../invariants.ts'
import { aHangingRefund, aPaidOrder, bankOf, recordOf, recoverNow, refund } from './refund-world.ts'

/** A world for a spec file about refunds. After each test all invariants of money must hold. */
export async function openRefundSuite() {
  const world = await openWorld()
  afterEach(async () => {
    await expectInvariants(world.sql)
    expect(await findBroken(world.sql, ALWAYS_WITH_TEST_BANK)).toEqual({})
  })
  afterAll(async () => {
    await expectInvariantsAtRest(world.sql)
    await world.close()
  })
  type Fields = Parameters<typeof refund>[2]
  type Hanging = Parameters<typeof aHangingRefund>[2]
  return {
    world,
    aPaidOrder: () => aPaidOrder(world),
    refund: (orderNumber: string, fields?: Fields) => refund(world, orderNumber, fields),
    aHangingRefund: (orderNumber: string, fields: Hanging) =>
      aHangingRefund(world, orderNumber, fields),
    recoverNow: (as?: CheckoutDeps) => recoverNow(world, as),
    recordOf: (orderNumber: string) => recordOf(world, orderNumber),
    bankOf: (sessionId: string) => bankOf(world, sessionId),
  }
}

export const succeeded = (fields: Record<string, unknown>): unknown =>
  expect.objectContaining({ state: 'succeeded', ...fields })
