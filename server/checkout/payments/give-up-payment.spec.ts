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

const giveUpBanksQuestion = async (sessionId: string) => {
  await world.pay(sessionId, { card: CARDS.challenge })
  await giveUpPayment(world.deps, sessionId)
}

/** The attempts of the session that hold units, by their state. */
const holders = async (sessionId: string) =>
  (
    await world.sql.rows<{ state: string }>(
      'select state from payment_attempts where session_id = $1 and hold_active',
      [sessionId],
    )
  ).map(({ state }) => state)

describe('decision 125: the units of a payment that was given up wait for the next one', () => {
  test('the last units are not sold to others, and the next payment has them', async () => {
    const session = await world.aSession({ stock: 2 })
    const other = await session.another()
    await giveUpBanksQuestion(session.id)
    expect(await holders(session.id)).toEqual(['voided'])
    expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
    await expect(world.pay(other.id)).rejects.toMatchObject({ code: 'sold_out' })
    await world.pay(session.id)
    expect(await session.read()).toMatchObject({ state: 'complete' })
    expect(await session.forSale()).toBe(0)
    expect(await holders(session.id)).toEqual([])
  })

  test('its own page is not told that the product is sold out', async () => {
    const session = await world.aSession({ stock: 2 })
    const other = await session.another()
    await giveUpBanksQuestion(session.id)
    const found = await world.deps.db.findShortages([session.id, other.id])
    expect(found).toEqual([{ sessionId: other.id, unitsLeft: 0 }])
  })

  test('a buyer who comes by an older link goes on with the session that has them', async () => {
    const session = await world.aSession({ stock: 2 })
    await giveUpBanksQuestion(session.id)
    expect(await world.deps.db.restarts.findLeft(session.id)).toBe(2)
  })

  test.each(['the lease', 'the session'])('%s is over, and others may buy them', async (what) => {
    const session = await world.aSession({ stock: 2 })
    const other = await session.another()
    await giveUpBanksQuestion(session.id)
    await world.recover()
    expect(await session.forSale()).toBe(0)
    if (what === 'the session') await world.endTime(session.id)
    else
      await world.sql.rows(
        'update payment_attempts set lease_until = clock_timestamp() where session_id = $1',
        [session.id],
      )
    await world.recover()
    await world.recover()
    expect(await session.forSale()).toBe(2)
    await world.pay(other.id)
    expect(await other.read()).toMatchObject({ state: 'complete' })
  })

  test('they wait no longer than for the bank, and no longer than the session', async () => {
    const session = await world.aSession()
    await world.pay(session.id, { card: CARDS.challenge })
    const asked = (await world.attemptOf(session.id)).leaseUntil
    await giveUpPayment(world.deps, session.id)
    expect((await world.attemptOf(session.id)).leaseUntil).toEqual(asked)

    const late = await world.aSession()
    await world.endTime(late.id, { agoMs: -60_000 })
    await giveUpBanksQuestion(late.id)
    expect((await world.attemptOf(late.id)).leaseUntil).toEqual((await late.read())?.expiresAt)
  })

  test('a payment that is given up after its time keeps nothing', async () => {
    const session = await world.aSession({ stock: 2 })
    await world.pay(session.id, { card: CARDS.challenge })
    await world.makeDue(session.id, { isLeaseOver: true })
    await giveUpPayment(world.deps, session.id)
    expect(await holders(session.id)).toEqual([])
    expect(await session.forSale()).toBe(2)
  })

  test('what the merchant no longer has is not kept', async () => {
    const session = await world.aSession({ stock: 4 })
    await giveUpBanksQuestion(session.id)
    await session.count(1)
    await expect(world.pay(session.id)).rejects.toMatchObject({
      code: 'insufficient_stock',
      left: 1,
    })
    await session.count(2)
    await world.pay(session.id)
    expect(await session.read()).toMatchObject({ state: 'complete' })
  })

  test('two buyers who pay at once: one takes over its own, the other what is for sale', async () => {
    const session = await world.aSession({ stock: 4 })
    const others = [await session.another(), await session.another()]
    await giveUpBanksQuestion(session.id)
    const results = await Promise.allSettled([
      ...others.map(({ id }) => world.pay(id)),
      world.pay(session.id),
    ])
    expect(await session.read()).toMatchObject({ state: 'complete' })
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await session.forSale()).toBe(0)
  })

  test('a return that comes with the next payment returns nothing, or before it all', async () => {
    for (let time = 0; time < 10; time += 1) {
      const session = await world.aSession({ stock: 2 })
      await giveUpBanksQuestion(session.id)
      await world.sql.rows(
        'update payment_attempts set lease_until = clock_timestamp() where session_id = $1',
        [session.id],
      )
      await Promise.all([world.pay(session.id), world.recover(), world.recover()])
      expect(await session.read()).toMatchObject({ state: 'complete' })
      expect(await session.forSale()).toBe(0)
    }
  })
})

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
