import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentOutcome } from '../ports/provider.ts'
import { advance } from './settle-payment.ts'
import { CARDS } from '../../testing/builders.ts'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import {
  type Moment,
  aDeadPayment as deadPayment,
  dyingAt,
} from '../../testing/bank/dead-payments.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await expectInvariantsAtRest(world.sql)
  await world.close()
})

const EARLY: Moment[] = ['before authorize', 'after authorize']

const aDeadPayment = (moment: Moment) => deadPayment(world, moment)

/** The record is put back to before the order was written; the bank is not. */
const loseOrder = (sessionId: string) =>
  world.sql.rows(
    `with lost as (delete from orders where session_id = $1 returning order_number),
      history as (delete from stock_changes where order_number in (select order_number from lost)),
      message as (delete from events where session_id = $1),
      session as (update checkout_sessions set state = 'paying' where id = $1)
    update payment_attempts
    set state = 'capturing', hold_active = true, settled_at = null, next_check_at = clock_timestamp()
    where session_id = $1`,
    [sessionId],
  )

describe('payments §8 Lost commits: order numbers', () => {
  test('an order whose commit was lost is written again with the number that was told', async () => {
    const session = await world.aSession()
    const answer = await world.pay(session.id)
    await loseOrder(session.id)
    expect((await session.read())?.state).toBe('paying')
    await world.recover()
    const { orderNumber } = (await session.read())?.order ?? {}
    expect(answer).toMatchObject({ status: 'complete', order: { orderNumber } })
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
  })

  test.each([
    ['of an attempt from before numbers were decided with it', 'null'],
    ['that another order has', '(select max(order_number) from orders)'],
  ])('a new order number is drawn when the order is written, for one %s', async (_, number) => {
    await world.pay((await world.aSession()).id)
    const session = await aDeadPayment('before capture')
    await world.sql.rows(
      `update payment_attempts set order_number = ${number} where session_id = $1`,
      [session.id],
    )
    await world.makeDue(session.id)
    await world.recover()
    expect((await session.read())?.order?.orderNumber).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
  })
})

describe('payments §4: recovery after a process has died', () => {
  test('a payment of a store that lives in another cell is left to that cell', async () => {
    const session = await aDeadPayment('after capture')
    await world.makeDue(session.id)
    await world.moveTo('01')
    await world.recover()
    await world.moveTo(null)
    expect((await session.read())?.state).toBe('paying')
    await world.recover()
    expect((await session.read())?.state).toBe('complete')
  })

  test.each<[Moment, string[]]>([
    ['before authorize', []],
    ['after authorize', ['authorized']],
    ['before capture', ['authorized']],
    ['after capture', ['captured']],
  ])(
    'a process dies %s: while the lease runs the payment is finished, once',
    async (moment, ledger) => {
      const session = await aDeadPayment(moment)
      expect(await world.ledgerOf(session.id)).toEqual(ledger)
      await world.makeDue(session.id)
      await world.recover()
      expect(await session.read()).toMatchObject({
        state: 'complete',
        order: { amountTotal: 2450, quantity: 2 },
      })
      expect(await world.ledgerOf(session.id)).toEqual(['captured'])
      expect(await session.stock()).toBe(8)
      await expectInvariantsAtRest(world.sql)
    },
  )

  test.each(EARLY)(
    'a process dies %s: after the lease it is given up, stock back, session open',
    async (moment) => {
      const session = await aDeadPayment(moment)
      await world.makeDue(session.id, { isLeaseOver: true })
      await world.recover()
      expect(await session.read()).toMatchObject({
        state: 'open',
        order: null,
        latestAttempt: { status: 'failed', declineCode: 'attempt_given_up' },
      })
      expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
      expect(await session.stock()).toBe(10)
      expect(await world.pay(session.id)).toMatchObject({ status: 'complete' })
      await expectInvariantsAtRest(world.sql)
    },
  )

  test.each(EARLY)(
    'a process dies %s: after lease and deadline it is given up and the session expired',
    async (moment) => {
      const session = await aDeadPayment(moment)
      await world.endTime(session.id)
      expect((await session.read())?.state).toBe('paying')
      await world.makeDue(session.id, { isLeaseOver: true })
      await world.recover()
      expect(await session.read()).toMatchObject({ state: 'expired', order: null })
      expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
      expect(await session.stock()).toBe(10)
      await expectInvariantsAtRest(world.sql)
    },
  )

  test.each<Moment>(['before capture', 'after capture'])(
    'a process dies %s: decided in time, so it is finished even after lease and deadline',
    async (moment) => {
      const session = await aDeadPayment(moment)
      await world.endTime(session.id)
      await world.makeDue(session.id, { isLeaseOver: true })
      await world.recover()
      expect((await session.read())?.state).toBe('complete')
      expect(await world.ledgerOf(session.id)).toEqual(['captured'])
    },
  )

  test.each<Moment>(['before cancel', 'after cancel'])(
    'a process dies %s: giving up the payment is finished',
    async (moment) => {
      const session = await aDeadPayment('after authorize')
      await world.makeDue(session.id, { isLeaseOver: true })
      await world.recover(dyingAt(world, moment))
      expect(await world.attemptOf(session.id)).toMatchObject({ state: 'voiding' })
      expect(await session.stock()).toBe(8)
      expect(world.log()).toContain('payment.recovery.failed')
      await world.makeDue(session.id)
      await world.recover()
      expect((await session.read())?.state).toBe('open')
      expect(await session.stock()).toBe(10)
      expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
    },
  )

  test('a declined card whose answer was lost is declined, the stock back', async () => {
    const session = await deadPayment(world, 'after authorize', { card: CARDS.declined })
    await world.makeDue(session.id)
    await world.recover()
    expect(await session.read()).toMatchObject({
      state: 'open',
      latestAttempt: { status: 'failed', declineCode: 'card_declined' },
    })
    expect(await session.stock()).toBe(10)
  })

  test('a challenge that nobody answers is given up after its lease', async () => {
    const session = await world.aSession()
    expect(await world.pay(session.id, { card: CARDS.challenge })).toMatchObject({
      status: 'processing',
      action: { type: 'challenge' },
    })
    await world.makeDue(session.id)
    await world.recover()
    expect(await world.attemptOf(session.id)).toMatchObject({ state: 'requires_action' })
    await world.makeDue(session.id, { isLeaseOver: true })
    await world.recover()
    expect((await session.read())?.state).toBe('open')
    expect(await session.stock()).toBe(10)
    expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
  })

  test('a challenge answered after it was given up charges nothing', async () => {
    const session = await world.aSession()
    const outcome = await world.pay(session.id, { card: CARDS.challenge })
    const challengeId =
      outcome.status === 'processing' ? (outcome.action?.url.split('/').at(-1) ?? '') : ''
    await world.makeDue(session.id, { isLeaseOver: true })
    await world.recover()
    await world.bank.answerChallenge(challengeId, 'complete')
    await advance(world.deps, (await world.attemptOf(session.id)).id)
    expect((await session.read())?.state).toBe('open')
    expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
  })

  test('an attempt that is given up before the bank heard of it cannot be authorised any more', async () => {
    const session = await aDeadPayment('before authorize')
    const attempt = await world.attemptOf(session.id)
    await world.makeDue(session.id, { isLeaseOver: true })
    await world.recover()
    expect(await world.bank.authorize(attempt)).toMatchObject({ type: 'cancelled' })
    expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
  })

  test('recovery leaves alone what is not due', async () => {
    const session = await aDeadPayment('before capture')
    await world.recover()
    expect((await session.read())?.state).toBe('paying')
    await world.makeDue(session.id)
    await world.recover()
    expect((await session.read())?.state).toBe('complete')
  })

  test('recovery leaves alone what another provider was asked for', async () => {
    const session = await aDeadPayment('before capture')
    await world.makeDue(session.id)
    await world.recover(world.withProvider({ name: 'stripe' }))
    expect((await session.read())?.state).toBe('paying')
    await world.recover()
    expect((await session.read())?.state).toBe('complete')
  })

  test('two recoverers at once do no double work', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 12 }, () => aDeadPayment('before capture')),
    )
    const captured: string[] = []
    const counting = world.withProvider({
      capture: (attempt) => {
        captured.push(attempt.id)
        return world.bank.capture(attempt)
      },
    })
    for (const { id } of sessions) await world.makeDue(id)
    await Promise.all([world.recover(counting), world.recover(counting), world.recover(counting)])
    for (const { id, read } of sessions) {
      expect((await read())?.state).toBe('complete')
      expect(await world.ledgerOf(id)).toEqual(['captured'])
    }
    expect(captured.toSorted()).toEqual([...new Set(captured)].toSorted())
    expect(captured).toHaveLength(12)
  })

  test('recovery does not wait for an attempt that another process has in hand', async () => {
    const [held, free] = [
      await aDeadPayment('before capture'),
      await aDeadPayment('before capture'),
    ]
    const { id } = await world.attemptOf(held.id)
    for (const session of [held, free]) await world.makeDue(session.id)
    await world.deps.db.transaction(async (tx) => {
      await tx.scheduleAttempt(id, 'soon')
      await world.recover()
      expect((await free.read())?.state).toBe('complete')
    })
    await world.makeDue(held.id)
    await world.recover()
    expect((await held.read())?.state).toBe('complete')
  })

  test('payments that wait for a provider which does not answer keep no other one waiting', async () => {
    const stuck = await Promise.all(
      Array.from({ length: 20 }, () => aDeadPayment('before capture')),
    )
    for (const { id } of stuck) await world.makeDue(id)
    const silence = Promise.withResolvers<PaymentOutcome>()
    const asked: string[] = []
    const silent = world.withProvider({
      capture({ sessionId }) {
        asked.push(sessionId)
        return silence.promise
      },
    })
    const waiting = world.recover(silent)
    await expect.poll(() => asked).toContain(stuck[0]?.id)
    // The next look at them is four seconds away, which this test may take.
    await world.sql.rows(
      `update payment_attempts set next_check_at = clock_timestamp() + interval '1 day'
      where session_id = any($1)`,
      [stuck.map(({ id }) => id)],
    )
    const other = await aDeadPayment('before capture')
    await world.makeDue(other.id)
    await expect
      .poll(async () => {
        await world.recover()
        return (await other.read())?.state
      })
      .toBe('complete')
    expect(await stuck[0]?.read()).toMatchObject({ state: 'paying' })
    silence.resolve({ type: 'unknown' })
    await waiting
    for (const { id } of stuck) await world.makeDue(id)
    await world.recover()
    expect(await stuck[0]?.read()).toMatchObject({ state: 'complete' })
  })

  test('browser, bank and recovery at once move an attempt once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const session = await aDeadPayment(round % 2 === 0 ? 'before authorize' : 'after capture')
      const { id } = await world.attemptOf(session.id)
      await world.makeDue(session.id)
      const attempts = await Promise.all([
        ...Array.from({ length: 6 }, () => advance(world.deps, id)),
        world.recover(),
      ])
      expect(attempts[0]).toMatchObject({ state: 'captured' })
      expect(await world.ledgerOf(session.id)).toEqual(['captured'])
      expect(
        await world.sql.rows('select id from orders where session_id = $1', [session.id]),
      ).toHaveLength(1)
    }
  })

  test('recovery closes sessions whose time is over, and tells those who show them', async () => {
    const session = await world.aSession()
    const heard: string[] = []
    const stop = world.deps.cache.signals.subscribe((signal) => {
      if (signal.type === 'sessions_changed') heard.push(...signal.sessionIds)
    })
    await world.endTime(session.id)
    await world.recover()
    stop()
    expect(
      await world.sql.rows('select state from checkout_sessions where id = $1', [session.id]),
    ).toEqual([{ state: 'expired' }])
    expect(heard).toContain(session.id)
  })
})
