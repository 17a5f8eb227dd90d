import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type Clocks, SYSTEM_CLOCKS } from '../cache/memory/clocks.ts'
import type { Cache, Rate, Signal } from '../checkout/ports/cache.ts'
import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { A_SHOWN_STORE } from './store/a-shown-store.ts'
import { createTestClocks } from './test-clocks.ts'

export const AMPLE_RATE: Rate = { perSecond: 1000, burst: 1000 }

export const CANARY_NAME = 'Canary Finch'
export const CANARY_PHONE = '+15550001234'

const MINUTE_MS = 60_000

type SessionParts = { id?: string; version?: number; createdAt?: Date; expiresAt?: Date }

const sessionBase = ({
  id = `cs_${randomUUID().replaceAll('-', '')}`,
  version = 1,
  createdAt,
  expiresAt,
}: SessionParts) => ({
  id,
  storeId: 'store_1',
  store: A_SHOWN_STORE,
  deliveryOption: null,
  card: null,
  canRestart: false,
  priceBefore: null,
  seller: null,
  version,
  quote: {
    productId: 'product_1',
    variantId: 'variant_1',
    productSlug: 'linen-shirt',
    productName: 'Linen shirt',
    imageUrl: null,
    size: 'M',
    color: 'Écru',
    quantity: 2,
    unitPrice: 4500,
    currency: 'EUR',
    deliveryOptions: [{ id: 'standard', name: 'Standard delivery', fee: 500 }],
    withdrawalDays: 14,
    withdrawalReason: null,
  },
  successUrl: 'https://shop.example/thanks',
  cancelUrl: null,
  customer: { name: CANARY_NAME, phone: CANARY_PHONE },
  metadata: '{"b":1,"a":"2"}',
  createdAt: createdAt ?? new Date(),
  expiresAt: expiresAt ?? new Date(Date.now() + 30 * MINUTE_MS),
})

export const anOpenSession = (parts: SessionParts = {}): CheckoutSession => ({
  ...sessionBase(parts),
  state: 'open',
  order: null,
  attempts: 1,
  latestAttempt: { status: 'failed', declineCode: 'card_declined' },
})

/** A complete session is never in its first version. */
export const aCompleteSession = (parts: SessionParts = {}): CheckoutSession => ({
  ...sessionBase({ version: 3, ...parts }),
  state: 'complete',
  attempts: 1,
  latestAttempt: null,
  order: {
    orderNumber: '1001',
    amountTotal: 9500,
    quantity: 2,
    customer: { name: CANARY_NAME, phone: CANARY_PHONE },
    fulfillment: { method: 'DELIVERY', details: 'Standard delivery, 1 Elm Street', fee: 500 },
    paidAt: '2026-11-21T09:30:00.000Z',
  },
})

export const takeMany = async (caches: readonly Cache[], count: number) => {
  const key = randomUUID()
  const taken = await Promise.all(
    Array.from({ length: count }, () => caches.map((cache) => cache.limiter.take(key))).flat(),
  )
  return taken.filter((limit) => limit.allowed).length
}

export const listen = (cache: Cache) => {
  const heard: Signal[] = []
  return {
    heard,
    stop: cache.signals.subscribe((signal) => {
      heard.push(signal)
    }),
  }
}

export const aSignal = (): Signal => ({
  type: 'sessions_changed',
  sessionIds: [randomUUID()],
})

type CacheOptions = { rateLimit: Rate; history: () => string | undefined; clocks: Clocks }

/** A rate so low that no pause of the test gives a request back: one in ten days. */
const RARE_SECONDS = 10 * 86_400
const rare = (burst: number): Rate => ({ perSecond: 1 / RARE_SECONDS, burst })
/** About `count` times ten days, however long the test has taken. */
const tenDays = (count: number) => expect.closeTo(count * RARE_SECONDS, -5)

/** The contract of `Cache`, for all adapters. */
export const describeCacheContract = (
  name: string,
  openCache: (options: CacheOptions) => Promise<Cache>,
) => {
  const opened: Cache[] = []
  const open = async (
    rateLimit: Rate = AMPLE_RATE,
    {
      history = () => 'the only one',
      clocks = SYSTEM_CLOCKS,
    }: Partial<Omit<CacheOptions, 'rateLimit'>> = {},
  ) => {
    const cache = await openCache({ rateLimit, history, clocks })
    opened.push(cache)
    return cache
  }

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((cache) => cache.close()))
  })

  describe(`payments §5: ${name}: rate limit`, () => {
    test('a limit allows the burst at once, counts down, and says when to come back', async () => {
      const { limiter } = await open(rare(3))
      for (const [remaining, taken] of [
        [2, 1],
        [1, 2],
        [0, 3],
      ] as const)
        expect(await limiter.take('a')).toEqual({
          allowed: true,
          limit: 3,
          remaining,
          resetSeconds: tenDays(taken),
          retryAfterSeconds: 0,
        })
      expect(await limiter.take('a')).toEqual({
        allowed: false,
        limit: 3,
        remaining: 0,
        resetSeconds: tenDays(3),
        retryAfterSeconds: tenDays(1),
      })
    })

    test('a limit counts every key alone', async () => {
      const { limiter } = await open(rare(1))
      const [one, other] = [randomUUID(), randomUUID()]
      expect(await limiter.take(one)).toMatchObject({ allowed: true })
      expect(await limiter.take(other)).toMatchObject({ allowed: true })
      expect(await limiter.take(one)).toMatchObject({ allowed: false })
    })

    test('a limit gives a key a rate of its own when asked to', async () => {
      const { limiter } = await open(rare(1))
      const [key, own] = [randomUUID(), rare(2)]
      expect(await limiter.take(key, own)).toMatchObject({ allowed: true, limit: 2, remaining: 1 })
      expect(await limiter.take(key, own)).toMatchObject({ allowed: true })
      expect(await limiter.take(key, own)).toMatchObject({ allowed: false })
    })

    test('a limit tells to wait a second at least, and lets the next request pass after that', async () => {
      const clocks = createTestClocks()
      const { limiter } = await open({ perSecond: 20, burst: 1 }, { clocks })
      const key = randomUUID()
      await limiter.take(key)
      expect(await limiter.take(key)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
      // Time passes here, while Redis has its own clock.
      const takeLater = () => {
        clocks.pass(1)
        return limiter.take(key)
      }
      await expect.poll(takeLater, { interval: 5 }).toMatchObject({ allowed: true })
    })

    test('a limit lets no parallel request slip through', async () => {
      expect(await takeMany([await open(rare(50))], 300)).toBe(50)
    })
  })

  describe(`payments §5: ${name}: sessions`, () => {
    test.each([
      ['open', anOpenSession()],
      ['complete', aCompleteSession()],
    ])('the cache finds a session whole: %s', async (_, session) => {
      const { sessions } = await open()
      await sessions.put(session)
      expect(await sessions.find(session.id)).toEqual(session)
    })

    test('the cache misses a session it was never given', async () => {
      const { sessions } = await open()
      expect(await sessions.find(anOpenSession().id)).toBeUndefined()
    })

    test('the cache keeps the newest version of a session, in whatever order writers arrive', async () => {
      const { sessions } = await open()
      const { id } = anOpenSession()
      await Promise.all(
        [3, 1, 9, 2, 9, 4].map((version) => sessions.put(anOpenSession({ id, version }))),
      )
      expect(await sessions.find(id)).toMatchObject({ version: 9, state: 'open' })
      await sessions.put(aCompleteSession({ id, version: 10 }))
      await sessions.put(anOpenSession({ id, version: 9 }))
      expect(await sessions.find(id)).toMatchObject({ version: 10, state: 'complete' })
    })

    test('the cache hands out copies of a session', async () => {
      const { sessions } = await open()
      const session = anOpenSession()
      await sessions.put(session)
      session.quote.quantity = 99
      const found = await sessions.find(session.id)
      if (found !== undefined) found.quote.unitPrice = 0
      expect(await sessions.find(session.id)).toMatchObject({
        quote: { quantity: 2, unitPrice: 4500 },
      })
    })

    test('in another history of the database the cache finds nothing of before', async () => {
      let history: string | undefined = 'before'
      const { sessions } = await open(AMPLE_RATE, { history: () => history })
      const { id } = anOpenSession()
      await sessions.put(aCompleteSession({ id, version: 9 }))
      history = undefined
      expect(await sessions.find(id)).toBeUndefined()
      await sessions.put(aCompleteSession({ id, version: 10 }))
      history = 'after'
      expect(sessions.history()).toBe('after')
      expect(await sessions.find(id)).toBeUndefined()
      await expect
        .poll(async () => {
          await sessions.put(anOpenSession({ id, version: 3 }))
          return sessions.find(id)
        })
        .toMatchObject({ version: 3, state: 'open' })
    })

    test('the cache forgets a session when its time is over', async () => {
      const { sessions } = await open()
      const session = anOpenSession({ expiresAt: new Date(Date.now() - MINUTE_MS) })
      // The copy lives so briefly that a busy machine may look too late.
      await expect
        .poll(async () => {
          await sessions.put(session)
          return sessions.find(session.id)
        })
        .toEqual(session)
      await expect.poll(() => sessions.find(session.id)).toBeUndefined()
    })

    test('a copy of a session that is not final is none to the read of a merchant', async () => {
      const { sessions } = await open()
      for (const version of [1, 2]) {
        const session = anOpenSession({ id: randomUUID(), version })
        await sessions.put(session)
        const found = await sessions.takeAndFindFinal(randomUUID(), session.id)
        expect(found).toMatchObject({ rateLimit: { allowed: true }, session: undefined })
        expect(await sessions.find(session.id)).toEqual(session)
      }
    })

    test('the cache counts and finds at once', async () => {
      const { limiter, sessions } = await open(rare(2))
      const [key, session] = [randomUUID(), aCompleteSession()]
      await sessions.put(session)
      expect(await sessions.takeAndFindFinal(key, session.id)).toEqual({
        rateLimit: {
          allowed: true,
          limit: 2,
          remaining: 1,
          resetSeconds: tenDays(1),
          retryAfterSeconds: 0,
        },
        session,
      })
      expect(await limiter.take(key)).toMatchObject({ allowed: true, remaining: 0 })
      expect(await sessions.takeAndFindFinal(key, session.id)).toMatchObject({
        rateLimit: { allowed: false },
        session: undefined,
      })
    })
  })

  describe(`payments §5: ${name}: signals`, () => {
    test('signals reach every listener of the process that publishes, once and in order', async () => {
      const cache = await open()
      const listeners = [listen(cache), listen(cache)]
      const signals: Signal[] = [
        aSignal(),
        { type: 'key_regenerated', storeId: 'store_1', kind: 'secret' },
        aSignal(),
      ]
      for (const signal of signals) await cache.signals.publish(signal)
      for (const { heard } of listeners) await expect.poll(() => heard).toEqual(signals)
    })

    test('signals stop with the subscription, and only that one', async () => {
      const cache = await open()
      const [first, second] = [listen(cache), listen(cache)]
      first.stop()
      const signal = aSignal()
      await cache.signals.publish(signal)
      await expect.poll(() => second.heard).toEqual([signal])
      expect(first.heard).toEqual([])
    })
  })

  describe(`payments §5: ${name}: idle times`, () => {
    test('idle times know what was begun, and nothing because it was asked for', async () => {
      const { idleTimes } = await open()
      const [key, other] = [randomUUID(), randomUUID()]
      expect(await idleTimes.renew(key, 60)).toBe(false)
      expect(await idleTimes.renew(key, 60)).toBe(false)
      await idleTimes.begin(key, 60)
      expect([await idleTimes.renew(key, 60), await idleTimes.renew(other, 60)]).toEqual([
        true,
        false,
      ])
    })

    test('idle times end when they are over', async () => {
      const clocks = createTestClocks()
      const { idleTimes } = await open(AMPLE_RATE, { clocks })
      const key = randomUUID()
      await idleTimes.begin(key, 1)
      // Redis has a clock of its own; each question starts the time anew.
      const isRunning = () => {
        clocks.pass(1)
        return idleTimes.renew(key, 1)
      }
      await expect.poll(isRunning, { interval: 1500 }).toBe(false)
    })

    test('idle times begin anew with each use', async () => {
      const clocks = createTestClocks()
      const { idleTimes } = await open(AMPLE_RATE, { clocks })
      const [used, unused] = [randomUUID(), randomUUID()]
      // Begins again when the second was over before the use, or Redis has dropped only one of
      // them.
      const begin = async () => {
        clocks.pass(1)
        await Promise.all([idleTimes.begin(used, 1), idleTimes.begin(unused, 1)])
        return idleTimes.renew(used, 3_600)
      }
      await expect.poll(begin).toBe(true)
      clocks.pass(1)
      await expect.poll(() => idleTimes.renew(unused, 1), { interval: 1500 }).toBe(false)
      expect(await idleTimes.renew(used, 3_600)).toBe(true)
    })
  })

  test(`payments §5: ${name} is reachable`, async () => {
    expect(await (await open()).isReachable()).toBe(true)
  })
}
