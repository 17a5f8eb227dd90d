import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverNow, refund, aPaidOrder, UNKNOWN } from '../testing/bank/refund-world.ts'
import { CARDS } from '../testing/builders.ts'
import { type World, openWorld } from '../testing/checkout-world.ts'
import { expectInvariants } from '../testing/invariants.ts'
import { openEventLog } from '../postgres/events/event-log.ts'
import { type Pool, openPool } from '../postgres/database.ts'
import { expireOpenSessions, expireSession } from './sessions/expire-session.ts'
import { refreshCharge } from './refunds/refresh-charge.ts'
import { expireSessions } from './payments/recover-payments.ts'

let world: World
let pool: Pool

beforeAll(async () => {
  world = await openWorld()
  pool = openPool({ connectionString: world.databaseUrl }, { onIdleError: () => undefined })
})
afterAll(async () => {
  await expectInvariants(world.sql)
  await pool.close()
  await world.close()
})

const ACTOR = { name: 'owner@shop.example', address: null }

/** What `work` leaves in the log, and which stores were told of by signals. */
async function emittedBy(work: () => Promise<unknown>) {
  const log = openEventLog(pool)
  const start = await log.readEvents(world.storeId, { after: 'now', limit: 1 })
  const stores: string[] = []
  const stop = world.deps.cache.signals.subscribe((signal) => {
    if (signal.type === 'orders_placed' || signal.type === 'events_written')
      stores.push(...signal.storeIds)
  })
  await work()
  const read = await log.readEvents(world.storeId, { after: start?.nextCursor, limit: 100 })
  stop()
  return {
    events: (read?.data ?? []).map(({ type, sessionId, orderNumber }) => ({
      type,
      sessionId,
      ...(orderNumber !== null && { orderNumber }),
    })),
    stores: [...new Set(stores)],
  }
}

const expired = (sessionId: string) => ({
  events: [{ type: 'checkout.session.expired', sessionId }],
  stores: [world.storeId],
})

describe('contract §3: every end of a session is an event, once', () => {
  test('a payment is one event', async () => {
    const { id } = await world.aSession()
    let orderNumber: string | undefined
    const { events, stores } = await emittedBy(async () => {
      const paid = await world.pay(id)
      if (paid.status === 'complete') ({ orderNumber } = paid.order)
    })
    expect(events).toEqual([{ type: 'checkout.session.completed', sessionId: id, orderNumber }])
    expect(stores).toEqual([world.storeId])
  })

  test('an expiry that the round for late sessions finds is one event', async () => {
    const { id } = await world.aSession()
    await world.endTime(id)
    const { events, stores } = await emittedBy(async () => {
      await expireSessions(world.deps)
      await expireSessions(world.deps)
    })
    expect({ events, stores }).toEqual(expired(id))
  })

  test('an expiry that a late read finds is one event', async () => {
    const { id, read } = await world.aSession()
    await world.endTime(id)
    expect(
      await emittedBy(async () => {
        await Promise.all([read(), read(), read()])
        await expireSessions(world.deps)
      }),
    ).toEqual(expired(id))
  })

  test('the merchant’s key or a member ends one session, or all of a product, with one event each', async () => {
    const { storeId } = world
    const one = await world.aSession()
    const ofProduct = await world.aSession()
    expect(
      await emittedBy(() =>
        expireSession(world.deps, { storeId, sessionId: one.id, by: 'secret_key' }),
      ),
    ).toEqual(expired(one.id))
    const end = () =>
      expireOpenSessions(world.deps, { storeId, productSlug: ofProduct.slug, by: ACTOR })
    expect(
      await emittedBy(async () => {
        await end()
        await end()
      }),
    ).toEqual(expired(ofProduct.id))
  })

  test('a payment declined after the session’s time is one event; before that it is none', async () => {
    const [late, open] = [await world.aSession(), await world.aSession()]
    const as = world.withProvider({
      async authorize(attempt) {
        if (attempt.sessionId === late.id) await world.endTime(late.id)
        return world.bank.authorize(attempt)
      },
    })
    expect(
      await emittedBy(async () => {
        for (const { id } of [late, open])
          await expect(world.pay(id, { as, card: CARDS.declined })).rejects.toMatchObject({
            code: 'payment_declined',
          })
      }),
    ).toEqual(expired(late.id))
  })
})

describe('contract §3: every refund that succeeds is an event, once', () => {
  const refunded = ({ id: sessionId, orderNumber }: { id: string; orderNumber: string }) => ({
    events: [{ type: 'order.refunded', sessionId, orderNumber }],
    stores: [world.storeId],
  })

  test('a refund that the store asked for is one event', async () => {
    const order = await aPaidOrder(world)
    expect(await emittedBy(() => refund(world, order.orderNumber))).toEqual(refunded(order))
    // The second one of an order is another event.
    expect(await emittedBy(() => refund(world, order.orderNumber))).toEqual(refunded(order))
  })

  test('a refund finished by recovery is one event, by however many processes', async () => {
    const order = await aPaidOrder(world)
    const as = world.withProvider({
      async refundPart(attempt, part) {
        await world.bank.refundPart(attempt, part)
        return UNKNOWN
      },
    })
    expect((await emittedBy(() => refund(world, order.orderNumber, { as }))).events).toEqual([])
    expect(await emittedBy(() => Promise.all([recoverNow(world), recoverNow(world)]))).toEqual(
      refunded(order),
    )
  })

  test('a refund made at the provider is one event, however often its charge is read', async () => {
    const order = await aPaidOrder(world)
    await world.bank.refundByBank({ attemptId: order.attempt.id, amount: 700 })
    expect(
      await emittedBy(async () => {
        await refreshCharge(world.deps, order.attempt.id)
        await refreshCharge(world.deps, order.attempt.id)
      }),
    ).toEqual(refunded(order))
  })

  test('a refund that fails is no event', async () => {
    const order = await aPaidOrder(world)
    const as = world.withProvider({
      refundPart: async () => ({ type: 'failed', code: 'x' }),
    })
    expect((await emittedBy(() => refund(world, order.orderNumber, { as }))).events).toEqual([])
  })
})

describe('payments §5: a signal tells when a variant sells out and when it no longer is', () => {
  test.each([
    ['a sale that leaves units', { quantity: 2, card: CARDS.succeeds }, 0],
    ['a sale of the last units', { quantity: 3, card: CARDS.succeeds }, 1],
    ['a decline that never held the last unit', { quantity: 2, card: CARDS.declined }, 0],
    ['a decline that gives the last units back', { quantity: 3, card: CARDS.declined }, 2],
  ])('%s', async (_, { quantity, card }, times) => {
    const { id } = await world.aSession({ stock: 3, quantity })
    const variantId = (await world.deps.db.findSession(id))?.quote.variantId
    const heard: string[] = []
    const stop = world.deps.cache.signals.subscribe((signal) => {
      if (signal.type === 'availability_changed') heard.push(...signal.variantIds)
    })
    await world.pay(id, { card }).catch(() => undefined)
    stop()
    expect(heard).toEqual(Array.from({ length: times }, () => variantId))
  })

  test('the end of a payment that nobody finished gives the last units back', async () => {
    const { id } = await world.aSession({ stock: 2 })
    await world.pay(id, { card: CARDS.challenge })
    await world.endTime(id, { agoMs: 600_000 })
    await world.makeDue(id, { isLeaseOver: true })
    const heard: string[] = []
    const stop = world.deps.cache.signals.subscribe((signal) => {
      if (signal.type === 'availability_changed') heard.push(...signal.variantIds)
    })
    await world.recover()
    stop()
    expect(heard).toEqual([(await world.deps.db.findSession(id))?.quote.variantId])
  })
})
