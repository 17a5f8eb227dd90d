import { afterAll, afterEach, expect } from 'vitest'
import { openWorld } from './checkout-world.ts'
import {
  ALWAYS_WITH_TEST_BANK,
  expectInvariants,
  expectInvariantsAtRest,
  findBroken,
} from './invariants.ts'

/**
 * The world of a spec file's tests; after each of them everything promised about money still holds.
 */
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
  return world
}

export const succeeded = (fields: Record<string, unknown>): unknown =>
  expect.objectContaining({ state: 'succeeded', ...fields })
