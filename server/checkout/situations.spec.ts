import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { busy } from './errors.ts'
import type { StoreOrder } from '../contract/platform/platform-orders.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../testing/builders.ts'
import { type World, openWorld } from '../testing/checkout-world.ts'
import { expectError } from '../testing/expect-error.ts'
import { expectInvariantsAtRest } from '../testing/invariants.ts'
import { inMinutes } from '../testing/moments.ts'
import { type TestService, startTestService } from '../testing/servers/test-service.ts'

describe('payments §5: the merchant changes things while a session is open', () => {
  let service: TestService
  let store: TestStore
  let id: string
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  async function anOpenSession() {
    store = await aStore(service, { deliveryOptions: [{ id: 'standard', name: 'Post', fee: 450 }] })
    await aProduct(service, store)
    id = await aSession(service, store)
  }
  const pay = async () => (await aBuyer(service, id)).pay()
  const orders = async () =>
    (await service.platform<{ data: StoreOrder[] }>('GET', `/stores/${store.id}/orders`)).body.data

  test('price and delivery fee change while a session is open: the buyer pays what was agreed', async () => {
    await anOpenSession()
    await aProduct(service, store, { price: 9999 })
    await service.platform('PATCH', `/stores/${store.id}`, {
      deliveryOptions: [{ id: 'standard', name: 'Post', fee: 9999 }],
    })
    expect(await pay()).toMatchObject({
      status: 200,
      body: { order: { amountTotal: 2440, fulfillment: { fee: 450 } } },
    })
  })

  test('the product is archived: the buyer of an open session pays, nobody starts anew', async () => {
    await anOpenSession()
    await aProduct(service, store, { archived: true })
    expect((await pay()).status).toBe(200)
    await expect(aSession(service, store)).rejects.toThrow('product_not_found')
  })

  test('the key is regenerated: the buyer pays, the old key is void at once, the new one reads the order', async () => {
    await anOpenSession()
    const {
      body: { key },
    } = await service.platform<{ key: string }>(
      'POST',
      `/stores/${store.id}/keys/secret/regenerate`,
    )
    expect((await pay()).status).toBe(200)
    expectError(await readSession(service, store, id), 401, 'invalid_api_key')
    expect(
      await readSession(service, { ...store, keys: { ...store.keys, secret: key } }, id),
    ).toMatchObject({ body: { status: 'complete' } })
  })

  test('the plan is downgraded: calls are refused, the buyer pays, reading works after an upgrade', async () => {
    await anOpenSession()
    await service.platform('PATCH', `/stores/${store.id}`, { plan: 'free' })
    await expect(aSession(service, store)).rejects.toThrow('plan_required')
    expect((await pay()).status).toBe(200)
    expectError(await readSession(service, store, id), 403, 'plan_required')
    expect(await orders()).toMatchObject([{ sessionId: id, amountTotal: 2440 }])
    await service.platform('PATCH', `/stores/${store.id}`, { plan: 'basic' })
    expect(await readSession(service, store, id)).toMatchObject({ body: { status: 'complete' } })
  })

  test('stock set down beside a payment leaves it what it holds; what is not there is owed', async () => {
    await anOpenSession()
    const buyer = await aBuyer(service, id)
    expect((await buyer.pay({ card: CARDS.challenge })).status).toBe(202)
    expectError(
      await service.platform('POST', `/stores/${store.id}/products/mug/stock`, { delta: -11 }),
      400,
      'invalid_request',
      /^delta: /,
    )
    expect(
      await service.platform('POST', `/stores/${store.id}/products/mug/stock`, { delta: -10 }),
    ).toMatchObject({ status: 200, body: { stock: 0, available: 0 } })
    expect(await stockOf(service, store)).toEqual([0])
  })
})

describe('payments §5: what nothing but a hand in the database can bring about', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterEach(() => expectInvariantsAtRest(world.sql))
  afterAll(() => world.close())

  test.each(['authorize', 'capture'] as const)(
    'the units of a payment are gone before %s ends: it is given up, never captured',
    async (call) => {
      const session = await world.aSession({ stock: 2, quantity: 2 })
      const loseUnits = () =>
        world.sql.rows(
          `with lost as (update payment_attempts set hold_active = false where session_id = $1 returning variant_id),
      gone as (update variants set supplied = supplied - 2 where id in (select variant_id from lost) returning id)
      insert into stock_changes (variant_id, delta, reason) select id, -2, 'platform' from gone`,
          [session.id],
        )
      let calls = 0
      const robbed = world.withProvider({
        [call]: async () => {
          calls += 1
          if (calls === 1) await loseUnits()
          if (call === 'authorize') return world.bank.authorize(await world.attemptOf(session.id))
          return { type: 'unknown' }
        },
      })
      await expect(world.pay(session.id, { as: robbed })).rejects.toMatchObject({
        code: 'payment_declined',
      })
      expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
      expect((await session.read())?.state).toBe('open')
      await expect(world.pay(session.id)).rejects.toMatchObject({ code: 'sold_out' })
    },
  )

  test('a begun payment that has to wait too long is under way, not refused; recovery finishes it', async () => {
    const session = await world.aSession()
    let steps = 0
    const together: typeof world.deps.db.together = (work, item) =>
      (steps += 1) === 1 ? world.deps.db.together(work, item) : Promise.reject(busy('lock timeout'))
    const as = { ...world.deps, db: { ...world.deps.db, together } }
    expect(await world.pay(session.id, { as })).toEqual({ status: 'processing' })
    await world.makeDue(session.id)
    await world.recover()
    expect(await session.read()).toMatchObject({ state: 'complete' })
    const late = { ...as.db, together: () => Promise.reject(busy('lock timeout')) }
    const other = await world.aSession()
    await expect(world.pay(other.id, { as: { ...world.deps, db: late } })).rejects.toMatchObject({
      code: 'busy',
    })
  })

  test('the clock of the service is an hour off: nothing changes', async () => {
    for (const minutes of [-60, 60]) {
      const skewed = { ...world.deps, clock: { now: () => inMinutes(minutes) } }
      const [paid, late] = [await world.aSession(), await world.aSession()]
      expect(await world.pay(paid.id, { as: skewed })).toMatchObject({ status: 'complete' })
      await world.recover(skewed)
      expect((await late.read())?.state).toBe('open')
      await world.endTime(late.id)
      await expect(world.pay(late.id, { as: skewed })).rejects.toMatchObject({
        code: 'session_expired',
      })
    }
  })

  test('the clock of the database jumps back: expired stays expired', async () => {
    const session = await world.aSession()
    await world.endTime(session.id)
    expect((await session.read())?.state).toBe('expired')
    await world.sql.rows(
      `update checkout_sessions set expires_at = clock_timestamp() + interval '20 minutes' where id = $1`,
      [session.id],
    )
    expect((await session.read())?.state).toBe('expired')
    await expect(world.pay(session.id)).rejects.toMatchObject({ code: 'session_expired' })
  })
})
