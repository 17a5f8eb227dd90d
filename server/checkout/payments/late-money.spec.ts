import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../ports/provider.ts'
import { receiveNotification } from './receive-notification.ts'
import { CARDS, aBuyer, aProduct, aSession, stockOf } from '../../testing/builders.ts'
import { Killed, type World, openWorld } from '../../testing/checkout-world.ts'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariants, expectInvariantsAtRest } from '../../testing/invariants.ts'
import { aNotification, notify } from '../../testing/bank/sent-notifications.ts'
import { runReconcile } from '../../testing/servers/operator-process.ts'
import { startTestService } from '../../testing/servers/test-service.ts'
import { openSql } from '../../testing/sql.ts'
import { aMember, aStoreWithOwner } from '../../testing/store/store-builders.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => expectInvariantsAtRest(world.sql))
afterAll(() => world.close())

type FailureState = 'voided' | 'declined'

/** A session whose only attempt ended without a payment; the session is open, the stock back. */
async function anEndedPayment(state: FailureState) {
  const session = await world.aSession()
  if (state === 'declined') {
    await expect(world.pay(session.id, { card: CARDS.declined })).rejects.toMatchObject({
      code: 'payment_declined',
    })
  } else {
    await world.pay(session.id, { card: CARDS.challenge })
    await world.makeDue(session.id, { isLeaseOver: true })
    await world.recover()
  }
  const attempt = await world.attemptOf(session.id)
  expect(attempt).toMatchObject({ state })
  return { session, attempt }
}

/** At the bank the payment goes on all the same. */
const happenLate = (attemptId: string, status: 'authorized' | 'captured' | 'challenged') =>
  world.sql.rows(
    'update test_provider.payments set status = $2, decline_code = null where attempt_id = $1',
    [attemptId, status],
  )

const breaksOf = (attemptId: string) =>
  world.sql.rows(
    `
  select kind, amount::int, currency, resolution, resolved_at is not null as resolved from reconciliation_breaks
  where attempt_id = $1 order by id`,
    [attemptId],
  )

const hear = (attemptId: string, deps = world.deps) => {
  const { body, headers } = aNotification(attemptId, { secret: Buffer.alloc(32, 7) })
  return receiveNotification(deps, body, headers)
}

const isDue = async (attemptId: string) =>
  (
    await world.sql.rows<{ due: boolean }>(
      'select next_check_at is not null as due from payment_attempts where id = $1',
      [attemptId],
    )
  )[0]?.due

const dyingIn = (calls: (keyof PaymentProvider)[]) =>
  world.withProvider(
    Object.fromEntries(
      calls.map((name) => [
        name,
        async () => {
          throw new Killed(name)
        },
      ]),
    ),
  )

describe('payments §3 X: late money', () => {
  test.each<[FailureState, 'authorized' | 'captured', string, string]>([
    ['voided', 'authorized', 'late_authorization', 'voided'],
    ['declined', 'authorized', 'late_authorization', 'voided'],
    ['voided', 'captured', 'late_capture', 'refunded'],
    ['declined', 'captured', 'late_capture', 'refunded'],
  ])(
    'money of a %s attempt that is %s at the bank: %s is recorded and %s; nothing else changes',
    async (state, late, kind, resolution) => {
      const { session, attempt } = await anEndedPayment(state)
      const before = await session.read()
      await happenLate(attempt.id, late)
      await hear(attempt.id)
      expect(await world.ledgerOf(session.id)).toEqual([
        resolution === 'voided' ? 'cancelled' : 'refunded',
      ])
      expect(await breaksOf(attempt.id)).toEqual([
        { kind, amount: 2450, currency: 'EUR', resolution, resolved: true },
      ])
      expect({ ...(await world.attemptOf(session.id)), version: attempt.version }).toEqual(attempt)
      expect(await session.read()).toEqual(before)
      expect(await session.stock()).toBe(10)
      expect(await isDue(attempt.id)).toBe(false)
      expect(world.log()).toContain('reconciliation.break.found')
    },
  )

  test('late money that the bank keeps, as in a dispute, is asked for less often, then hourly', async () => {
    const { session, attempt } = await anEndedPayment('declined')
    await happenLate(attempt.id, 'captured')
    const disputed = world.withProvider({ refund: (asked) => world.bank.retrieve(asked) })
    for (let looks = 0; looks < 8; looks += 1) await hear(attempt.id, disputed)
    const [wait] = await world.sql.rows(
      `select next_check_at > clock_timestamp() + interval '59 minutes' as "isLong"
      from payment_attempts where id = $1`,
      [attempt.id],
    )
    expect(wait).toEqual({ isLong: true })
    await hear(attempt.id)
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })

  test.each(['voided', 'declined'] as const)(
    'the bank’s open question of a %s attempt is cancelled, until it is',
    async (state) => {
      const { session, attempt } = await anEndedPayment(state)
      await world.sql.rows(
        "update test_provider.payments set challenge_id = 'late' || id where attempt_id = $1",
        [attempt.id],
      )
      await happenLate(attempt.id, 'challenged')
      await hear(attempt.id, world.withProvider({ cancel: async () => ({ type: 'unknown' }) }))
      expect(await isDue(attempt.id)).toBe(true)
      await world.makeDue(session.id)
      await world.recover()
      expect(await world.ledgerOf(session.id)).toEqual(['cancelled'])
      expect(await breaksOf(attempt.id)).toEqual([])
      expect(await isDue(attempt.id)).toBe(false)
    },
  )

  test('there is no late money when the bank has nothing of it', async () => {
    const { attempt } = await anEndedPayment('voided')
    await hear(attempt.id)
    expect(await breaksOf(attempt.id)).toEqual([])
    expect(await isDue(attempt.id)).toBe(false)
  })

  test('late money waits for whoever has the session', async () => {
    const { session, attempt } = await anEndedPayment('voided')
    await happenLate(attempt.id, 'captured')
    // Rows that only refer to the session do not wait for this lock.
    const other = await holdLock(
      world.databaseUrl,
      'select 1 from checkout_sessions where id = $1 for no key update',
      [session.id],
    )
    const heard = hear(attempt.id)
    await other.someoneWaits()
    await other.commit()
    await heard
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })

  test('late money beside a payment that came later leaves that one its order', async () => {
    const { session, attempt } = await anEndedPayment('declined')
    expect(await world.pay(session.id)).toMatchObject({ status: 'complete' })
    await happenLate(attempt.id, 'captured')
    await hear(attempt.id)
    expect(await world.ledgerOf(session.id)).toEqual(['refunded', 'captured'])
    expect((await session.read())?.state).toBe('complete')
    expect(await session.stock()).toBe(8)
  })

  test('late money that is told of twenty times at once is recorded and given back once', async () => {
    const { session, attempt } = await anEndedPayment('voided')
    await happenLate(attempt.id, 'captured')
    await Promise.all(Array.from({ length: 20 }, () => hear(attempt.id)))
    const lines = world
      .log()
      .split('\n')
      .filter((line) => line.includes(attempt.id))
    expect(lines.filter((line) => line.includes('reconciliation.break.found'))).toHaveLength(1)
    expect(await breaksOf(attempt.id)).toMatchObject([
      { kind: 'late_capture', resolution: 'refunded' },
    ])
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })

  test('late money that is captured while it is cancelled is given back', async () => {
    const { session, attempt } = await anEndedPayment('voided')
    await happenLate(attempt.id, 'authorized')
    await hear(
      attempt.id,
      world.withProvider({
        cancel: async (of) => {
          await world.bank.capture(of)
          return world.bank.cancel(of)
        },
      }),
    )
    expect(await breaksOf(attempt.id)).toMatchObject([
      { kind: 'late_authorization', resolved: false },
    ])
    await world.makeDue(session.id)
    await world.recover()
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
    expect(await breaksOf(attempt.id)).toMatchObject([
      { kind: 'late_authorization', resolution: 'refunded' },
      { kind: 'late_capture', resolution: 'refunded' },
    ])
  })
})

describe('payments §3 X: late money, and the process dies', () => {
  test.each(['authorized', 'captured'] as const)(
    'late money that is %s: a process dies before its return, and recovery returns it',
    async (late) => {
      const { session, attempt } = await anEndedPayment('voided')
      await happenLate(attempt.id, late)
      await expect(hear(attempt.id, dyingIn(['cancel', 'refund']))).rejects.toThrow(Killed)
      expect(await world.ledgerOf(session.id)).toEqual([late])
      expect(await breaksOf(attempt.id)).toMatchObject([{ resolution: null, resolved: false }])
      expect(await isDue(attempt.id)).toBe(true)
      await world.makeDue(session.id)
      await world.recover()
      expect(await world.ledgerOf(session.id)).toEqual([
        late === 'authorized' ? 'cancelled' : 'refunded',
      ])
      expect(await breaksOf(attempt.id)).toMatchObject([{ resolved: true }])
      expect(await isDue(attempt.id)).toBe(false)
    },
  )

  test('late money returned by a process that died before it wrote so is found returned', async () => {
    const { session, attempt } = await anEndedPayment('declined')
    await happenLate(attempt.id, 'captured')
    const dying = world.withProvider({
      refund: async (of) => {
        await world.bank.refund(of)
        throw new Killed('refund')
      },
    })
    await expect(hear(attempt.id, dying)).rejects.toThrow(Killed)
    await world.makeDue(session.id)
    await world.recover()
    expect(await breaksOf(attempt.id)).toMatchObject([
      { kind: 'late_capture', resolution: 'refunded' },
    ])
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })

  test('a bank that does not answer about late money is asked again, until it does', async () => {
    const { session, attempt } = await anEndedPayment('voided')
    await happenLate(attempt.id, 'captured')
    const silent = world.withProvider({ refund: async () => ({ type: 'unknown' }) })
    await hear(attempt.id, silent)
    for (let round = 0; round < 3; round += 1) {
      expect(await isDue(attempt.id)).toBe(true)
      await world.makeDue(session.id)
      await world.recover(silent)
    }
    await world.makeDue(session.id)
    await world.recover()
    expect(await breaksOf(attempt.id)).toMatchObject([
      { kind: 'late_capture', resolution: 'refunded' },
    ])
  })
})

describe('payments §3 X: late money of a running service', () => {
  test('late money of a running service is given back, counted and shown to the merchant', async () => {
    const metricsPort = await findFreePort()
    const service = await startTestService({ env: { METRICS_PORT: String(metricsPort) } })
    const sql = openSql(service.databaseUrl)
    const store = await aStoreWithOwner(service)
    await aProduct(service, store)
    const id = await aSession(service, store)
    expect((await (await aBuyer(service, id)).pay({ card: CARDS.declined })).status).toBe(402)
    const [row] = await sql.rows<{
      attempt: string
    }>(`update test_provider.payments set status = 'captured', decline_code = null
      returning attempt_id as attempt`)
    expect((await notify(service, aNotification(row?.attempt ?? ''))).status).toBe(200)

    expect(await sql.rows('select status from test_provider.payments')).toEqual([
      { status: 'refunded' },
    ])
    expect(await stockOf(service, store)).toEqual([10])
    expect((await call<string>('GET', `http://127.0.0.1:${metricsPort}/metrics`)).text).toContain(
      'checkout_reconciliation_breaks_total{kind="late_capture"} 1\n',
    )
    expect((await (await aMember(service, store.email)).get('/payment-problems')).text).toMatch(
      /Given back on/,
    )
    expect(await runReconcile({ env: { DATABASE_URL: service.databaseUrl } })).toEqual({
      code: 0,
      lines: ['1 payments compared, 0 differences'],
      stderr: '',
    })
    await expectInvariants(sql)
    await sql.close()
    await service.stop()
  })
})
