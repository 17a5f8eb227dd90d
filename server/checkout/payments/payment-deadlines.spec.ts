import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { advance } from './settle-payment.ts'
import { CARDS } from '../../testing/builders.ts'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { aDeadPayment } from '../../testing/bank/dead-payments.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { inMinutes } from '../../testing/moments.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => expectInvariantsAtRest(world.sql))
afterAll(() => world.close())

describe('payments §8: what dies before its end and is found again late', () => {
  test('a payment that died before capture and is found too late is voided, whatever was decided', async () => {
    const session = await aDeadPayment(world, 'before capture')
    await world.endTime(session.id, { agoMs: 60_000 })
    await world.makeDue(session.id)
    await world.recover()
    expect(await session.read()).toMatchObject({ state: 'expired', order: null })
    expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
    expect(await session.stock()).toBe(10)
  })

  test('a payment that died after capture and is found late is an order: the money was taken', async () => {
    const session = await aDeadPayment(world, 'after capture')
    await world.endTime(session.id, { agoMs: 9_000_000 })
    await world.makeDue(session.id)
    await world.recover()
    expect((await session.read())?.state).toBe('complete')
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
  })

  test.each([
    [60_000, 'captured', 'complete'],
    [300_000, 'cancelled', 'expired'],
  ])(
    'a challenge that died before capture, found %i ms after the deadline: %s',
    async (agoMs, ledger, state) => {
      const session = await aDeadPayment(world, 'before capture', { card: CARDS.challenge })
      await world.endTime(session.id, { agoMs })
      await world.makeDue(session.id)
      await world.recover()
      expect(await world.ledgerOf(session.id)).toEqual([ledger])
      expect((await session.read())?.state).toBe(state)
    },
  )

  test('a process that stands still between its read and its call takes no money', async () => {
    const session = await aDeadPayment(world, 'before capture')
    const { id } = await world.attemptOf(session.id)
    let reads = 0
    const pausedMinutes = 31
    const paused: CheckoutDeps = {
      ...world.withProvider({
        capture: async () => {
          throw new Error('money is asked for')
        },
      }),
      // Read at the start, before the record is read, and before the provider is called.
      clock: { now: () => inMinutes((reads += 1) > 2 ? pausedMinutes : 0) },
    }
    expect(await advance(paused, id)).toMatchObject({ state: 'capturing' })
    await world.makeDue(session.id)
    await world.recover()
    expect((await session.read())?.state).toBe('complete')
  })
})
