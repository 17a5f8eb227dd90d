import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type World, openWorld } from './checkout-world.ts'
import {
  ALWAYS_WITH_TEST_BANK,
  expectInvariants,
  expectInvariantsAtRest,
  findBroken,
} from './invariants.ts'

/**
 * The world of the importing file's tests; after each of them everything promised about money still
 * holds.
 */
export let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterEach(async () => {
  await expectInvariants(world.sql)
  expect(await findBroken(world.sql, ALWAYS_WITH_TEST_BANK)).toEqual({})
})

afterAll(async () => {
  await expectInvariantsAtRest(world.sql)
  await world.close()
})

export const succeeded = (fields: Record<string, unknown>): unknown =>
  expect.objectContaining({ state: 'succeeded', ...fields })
