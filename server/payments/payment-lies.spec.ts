import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentAttempt } from '../checkout/payments/attempt.ts'
import type { PaymentOutcome, ProviderPayment } from '../checkout/ports/provider.ts'
import { CARDS } from '../testing/builders.ts'
import { type World, openWorld } from '../testing/checkout-world.ts'
import { expectInvariants, expectInvariantsAtRest } from '../testing/invariants.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => expectInvariants(world.sql))
afterAll(() => world.close())

const LIES: [string, (payment: ProviderPayment) => ProviderPayment][] = [
  ['one unit less', (payment) => ({ ...payment, amount: payment.amount - 1 })],
  ['one unit more', (payment) => ({ ...payment, amount: payment.amount + 1 })],
  ['nothing', (payment) => ({ ...payment, amount: 0 })],
  [
    'the amount as text',
    (payment) => ({ ...payment, amount: String(payment.amount) as unknown as number }),
  ],
  ['another currency', (payment) => ({ ...payment, currency: 'JPY' })],
  ['the currency in small letters', (payment) => ({ ...payment, currency: 'eur' })],
  ["another attempt's payment", (payment) => ({ ...payment, attemptId: 'att_another' })],
]

const lying = (
  lie: (payment: ProviderPayment) => ProviderPayment,
  outcome: PaymentOutcome,
): PaymentOutcome =>
  outcome.type === 'authorized' || outcome.type === 'captured'
    ? { ...outcome, payment: lie(outcome.payment) }
    : outcome

describe('payments §1: a provider that lies', () => {
  test.each(LIES)(
    'a provider says it authorised %s: nothing is captured, it is cancelled, the stock is back',
    async (_, lie) => {
      const session = await world.aSession()
      const captured: PaymentAttempt[] = []
      const liar = world.withProvider({
        authorize: async (attempt) => lying(lie, await world.bank.authorize(attempt)),
        capture: (attempt) => {
          captured.push(attempt)
          return world.bank.capture(attempt)
        },
      })
      await expect(world.pay(session.id, { as: liar })).rejects.toMatchObject({
        code: 'payment_declined',
      })
      expect(captured).toEqual([])
      expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
      expect(await session.read()).toMatchObject({ state: 'open', order: null })
      expect(await session.stock()).toBe(10)
      expect(world.log()).toContain('reconciliation.break.found')
      expect(await world.pay(session.id)).toMatchObject({ status: 'complete' })
      await expectInvariantsAtRest(world.sql)
    },
  )

  test.each(LIES)(
    'a provider says after a challenge that it authorised %s: nothing is captured',
    async (_, lie) => {
      const session = await world.aSession()
      const outcome = await world.pay(session.id, { card: CARDS.challenge })
      const challengeId =
        outcome.status === 'processing' ? (outcome.action?.url.split('/').at(-1) ?? '') : ''
      await world.bank.answerChallenge(challengeId, 'complete')
      await world.makeDue(session.id)
      await world.recover(
        world.withProvider({
          retrieve: async (attempt) => lying(lie, await world.bank.retrieve(attempt)),
        }),
      )
      expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
      expect((await session.read())?.state).toBe('open')
    },
  )

  test.each(LIES)(
    'a provider says it captured %s: there is no order, all goes back, the stock is back',
    async (_, lie) => {
      const session = await world.aSession()
      const liar = world.withProvider({
        capture: async (attempt) => lying(lie, await world.bank.capture(attempt)),
      })
      await expect(world.pay(session.id, { as: liar })).rejects.toMatchObject({
        code: 'payment_declined',
      })
      expect(await session.read()).toMatchObject({ state: 'open', order: null })
      expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
      expect(await session.stock()).toBe(10)
      expect(
        await world.sql.rows(
          'select kind, resolution from reconciliation_breaks where session_id = $1',
          [session.id],
        ),
      ).toEqual([{ kind: 'wrong_payment', resolution: 'refunded' }])
      expect(await world.pay(session.id)).toMatchObject({ status: 'complete' })
    },
  )

  test('wrongly captured money that cannot go back stays held, shown as under way, tried again', async () => {
    const session = await world.aSession()
    const liar = world.withProvider({
      capture: async (attempt) =>
        lying((payment) => ({ ...payment, amount: 1 }), await world.bank.capture(attempt)),
      refund: async () => ({ type: 'unknown' }),
    })
    expect(await world.pay(session.id, { as: liar })).toEqual({ status: 'processing' })
    await expect(world.pay(session.id)).rejects.toMatchObject({ code: 'payment_in_progress' })
    await world.endTime(session.id)
    expect(await session.read()).toMatchObject({ state: 'paying', order: null })
    await world.makeDue(session.id)
    await world.recover()
    expect((await session.read())?.state).toBe('expired')
    expect(await session.stock()).toBe(10)
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })
})

describe('payments §1: a provider that is not heard', () => {
  test('a provider’s calls fail: the buyer waits, the attempt keeps its stock and is asked again', async () => {
    const session = await world.aSession()
    const deaf = world.withProvider({ authorize: async () => ({ type: 'unknown' }) })
    expect(await world.pay(session.id, { as: deaf })).toEqual({ status: 'processing' })
    await expect(world.pay(session.id)).rejects.toMatchObject({ code: 'payment_in_progress' })
    const waits = []
    for (let round = 0; round < 7; round += 1) {
      await world.makeDue(session.id)
      await world.recover(deaf)
      const [row] = await world.sql.rows<{ seconds: number }>(
        `
        select extract(epoch from next_check_at - clock_timestamp())::float as seconds
        from payment_attempts where session_id = $1`,
        [session.id],
      )
      waits.push(Math.ceil(row?.seconds ?? 0))
    }
    expect(waits).toEqual([2, 4, 8, 16, 30, 30, 30])
    await world.makeDue(session.id)
    await world.recover()
    expect((await session.read())?.state).toBe('complete')
  })

  test('a capture whose answer is lost is found again, and taken once', async () => {
    const session = await world.aSession()
    expect(await world.pay(session.id, { card: CARDS.capturedThenLost })).toEqual({
      status: 'processing',
    })
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
    expect(await session.read()).toMatchObject({ state: 'paying', order: null })
    await world.endTime(session.id)
    await world.makeDue(session.id, { isLeaseOver: true })
    await world.recover()
    expect(await session.read()).toMatchObject({ state: 'complete', order: { amountTotal: 2450 } })
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
  })

  test('cancelling a payment that finds the money taken writes the order', async () => {
    const session = await world.aSession()
    const capturesItself = world.withProvider({
      authorize: async (attempt) => {
        await world.bank.authorize(attempt)
        await world.bank.capture(attempt)
        return { type: 'unknown' }
      },
    })
    await world.pay(session.id, { as: capturesItself })
    await world.makeDue(session.id, { isLeaseOver: true })
    await world.recover()
    expect((await session.read())?.state).toBe('complete')
  })

  test('a payment that cannot be cancelled for now stays held, and is tried again', async () => {
    const session = await world.aSession()
    await world.pay(session.id, {
      as: world.withProvider({ authorize: async () => ({ type: 'unknown' }) }),
    })
    await world.endTime(session.id)
    await world.makeDue(session.id, { isLeaseOver: true })
    await world.recover(world.withProvider({ cancel: async () => ({ type: 'unknown' }) }))
    expect(await world.attemptOf(session.id)).toMatchObject({ state: 'voiding' })
    expect((await session.read())?.state).toBe('paying')
    expect(await session.stock()).toBe(8)
    await world.makeDue(session.id)
    await world.recover()
    expect((await session.read())?.state).toBe('expired')
    expect(await session.stock()).toBe(10)
  })
})

describe('payments §1: attempts', () => {
  test('five attempts are the end of a session’s payments, also when they come at once', async () => {
    const session = await world.aSession()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => world.pay(session.id, { card: CARDS.declined })),
    )
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: expect.stringMatching(/^(payment_declined|payment_in_progress)$/) },
      })
    for (let more = 0; more < 5; more += 1)
      await expect(world.pay(session.id, { card: CARDS.declined })).rejects.toMatchObject({
        code: 'payment_declined',
      })
    expect(await world.ledgerOf(session.id)).toEqual(Array.from({ length: 5 }, () => 'declined'))
    await expect(world.pay(session.id)).rejects.toMatchObject({
      code: 'payment_declined',
      message: expect.stringMatching(/^Too many tries/),
    })
    expect(await session.stock()).toBe(10)
  })
})
