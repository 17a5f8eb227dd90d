import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { giveUpPayment } from './give-up-payment.ts'
import { CARDS } from '../../testing/builders.ts'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => expectInvariantsAtRest(world.sql))
afterAll(() => world.close())

/** Of a buyer whose payment has ended since it was looked for. */
const giveUpLate = (sessionId: string, attemptId: string) =>
  giveUpPayment(
    { ...world.deps, db: { ...world.deps.db, findWaiting: async () => attemptId } },
    sessionId,
  )

describe('decision 82: "Pay another way" of a payment that has just ended', () => {
  test('giving up a payment that has just ended leaves the order as it is', async () => {
    const session = await world.aSession()
    await world.pay(session.id)
    const { id } = await world.attemptOf(session.id)
    await giveUpLate(session.id, id)
    expect(await session.read()).toMatchObject({ state: 'complete' })
  })

  test('giving up a payment that has just ended leaves the payment that came after it as it is', async () => {
    const session = await world.aSession()
    await expect(world.pay(session.id, { card: CARDS.declined })).rejects.toMatchObject({
      code: 'payment_declined',
    })
    const { id } = await world.attemptOf(session.id)
    await world.pay(session.id, { card: CARDS.challenge })
    await giveUpLate(session.id, id)
    expect(await session.read()).toMatchObject({ state: 'paying' })
    await giveUpPayment(world.deps, session.id)
    expect(await session.read()).toMatchObject({ state: 'open' })
  })
})
