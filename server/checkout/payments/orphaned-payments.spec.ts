import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DisputeState } from '../refunds/dispute.ts'
import { returnOrphans } from './orphaned-payments.ts'
import type { EntryOutcome, PaymentProvider } from '../ports/provider.ts'
import { receiveNotification } from './receive-notification.ts'
import { restartSession } from '../sessions/restart-session.ts'
import { Killed, type World, openWorld } from '../../testing/checkout-world.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { aNotification } from '../../testing/bank/sent-notifications.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.sql.rows('update service_identity set cluster = database_cluster()'))
afterAll(() => world.close())

type Status = 'authorized' | 'captured'

/** A payment at the bank whose commits were lost: the session is open, and nobody knows of it. */
async function aLostPayment(status: Status = 'captured') {
  const session = await world.aSession()
  const attemptId = `att_${session.id}`
  await addToLedger(attemptId, { status, sessionId: session.id })
  return { session, attemptId }
}

const addToLedger = (
  attemptId: string,
  { status, sessionId }: { status: string; sessionId: string },
) =>
  world.sql.rows(
    `insert into test_provider.payments (attempt_id, session_id, store_id, amount, currency, status)
    values ($1, $2, $3, 2450, 'EUR', $4)`,
    [attemptId, sessionId, world.storeId, status],
  )

const hear = (attemptId: string, deps = world.deps) => {
  const { body, headers } = aNotification(attemptId, { secret: Buffer.alloc(32, 7) })
  return receiveNotification(deps, body, headers)
}

/** As if it had been found an hour ago. */
const makeDue = () =>
  world.sql.rows(
    'update orphaned_payments set next_check_at = clock_timestamp() where next_check_at is not null',
  )

const orphanOf = async (attemptId: string) =>
  (
    await world.sql.rows(
      `select captured::int, refunded::int, is_open as open, session_id as session, refusal, resolution,
        resolved_at is not null as resolved
      from orphaned_payments where attempt_id = $1`,
      [attemptId],
    )
  )[0]

const found = (text: string) =>
  world
    .log()
    .split('\n')
    .filter((line) => line.includes(text) && line.includes('payment.orphan.found'))

/** The record as it was before anything was lost: the attempt is there again. */
const restoreAttempt = (attemptId: string, sessionId: string) =>
  world.sql.rows(
    `insert into payment_attempts (id, session_id, store_id, provider, variant_id, quantity, amount,
      currency, payment_method, customer_name, customer_phone, fulfillment_details,
      fulfillment_fee, lease_until, state, hold_active, settled_at)
    select $1, id, store_id, 'test', variant_id, quantity, 2450, currency, 'pm', 'Ana', '1', '', 0,
      clock_timestamp(), 'voided', false, clock_timestamp()
    from checkout_sessions where id = $2`,
    [attemptId, sessionId],
  )

describe('payments §8 Unknown but ours', () => {
  test('an unknown payment of ours is written down and told once, however often the bank notifies', async () => {
    const { session, attemptId } = await aLostPayment()
    await Promise.all(Array.from({ length: 8 }, () => hear(attemptId)))
    expect(await orphanOf(attemptId)).toEqual({
      captured: 2450,
      refunded: 0,
      open: false,
      session: session.id,
      refusal: null,
      resolution: null,
      resolved: false,
    })
    expect(found(attemptId)).toHaveLength(1)
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
  })

  test('an unknown payment is told again when the bank cannot be read: it is not dropped', async () => {
    const { attemptId } = await aLostPayment()
    const silent = world.withProvider({ findEntry: async () => ({ type: 'unknown' }) })
    const { body, headers } = aNotification(attemptId, { secret: Buffer.alloc(32, 7) })
    await expect(receiveNotification(silent, body, headers)).rejects.toThrow('could not be read')
    await receiveNotification(world.deps, body, headers)
    expect(await orphanOf(attemptId)).toMatchObject({ captured: 2450 })
  })

  test.each<[Status, string, string]>([
    ['captured', 'refunded', 'refunded'],
    ['authorized', 'cancelled', 'cancelled'],
  ])(
    'an unknown payment that is %s for an hour is %s, not earlier',
    async (status, ledger, resolution) => {
      const { session, attemptId } = await aLostPayment(status)
      await hear(attemptId)
      await returnOrphans(world.deps, 'refund')
      expect(await world.ledgerOf(session.id)).toEqual([status])
      const [{ wait } = { wait: 0 }] = await world.sql.rows<{ wait: number }>(
        `select extract(epoch from next_check_at - found_at)::int as wait
      from orphaned_payments where attempt_id = $1`,
        [attemptId],
      )
      expect(wait).toBe(3600)

      await makeDue()
      await returnOrphans(world.deps, 'refund')
      expect(await world.ledgerOf(session.id)).toEqual([ledger])
      expect(await orphanOf(attemptId)).toMatchObject({ resolution, resolved: true })
      expect(world.log()).toContain('payment.orphan.resolved')
      expect((await session.read())?.state).toBe('open')
    },
  )

  const notifiedOf = (amount: number) =>
    world.notified.filter((news) => 'amount' in news && news.amount === amount)
  const dispute = (attemptId: string, state: DisputeState) =>
    world.bank.dispute({ attemptId, amount: 2450, reason: 'fraudulent', state })
  const refused = (attemptId: string) =>
    world
      .log()
      .split('\n')
      .filter((line) => line.includes(attemptId) && line.includes('payment.orphan.refused'))

  test('an unknown payment is told to its store’s owners when it is found and when given back', async () => {
    const amount = 4711
    const { session, attemptId } = await aLostPayment()
    await world.sql.rows('update test_provider.payments set amount = $2 where attempt_id = $1', [
      attemptId,
      amount,
    ])
    await Promise.all(Array.from({ length: 4 }, () => hear(attemptId)))
    const of = { storeId: world.storeId, storeName: 'Loom & Co', amount, currency: 'EUR' }
    const found = { ...of, type: 'orphan_found', isOpen: false }
    expect(notifiedOf(amount)).toEqual([found])
    await makeDue()
    await returnOrphans(world.deps, 'refund')
    await Promise.all(Array.from({ length: 4 }, () => hear(attemptId)))
    const resolved = { ...of, type: 'orphan_resolved', resolution: 'refunded' }
    expect(notifiedOf(amount)).toEqual([found, resolved])
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })

  test('an unknown payment is told anew when what was given back has failed later', async () => {
    const amount = 4713
    const { session, attemptId } = await aLostPayment()
    const setAtBank = (columns: string) =>
      world.sql.rows(`update test_provider.payments set ${columns} where attempt_id = $1`, [
        attemptId,
      ])
    await setAtBank(`amount = ${amount}`)
    await hear(attemptId)
    await makeDue()
    await returnOrphans(world.deps, 'refund')
    await setAtBank(`status = 'captured', refunded = 0`)
    await Promise.all(Array.from({ length: 8 }, () => hear(attemptId)))
    expect(notifiedOf(amount).map(({ type }) => type)).toEqual([
      'orphan_found',
      'orphan_resolved',
      'orphan_found',
    ])
    expect(found(attemptId)).toHaveLength(2)
    await makeDue()
    await returnOrphans(world.deps, 'refund')
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
    expect(notifiedOf(amount)).toHaveLength(4)
  })

  test('an unknown payment is told to nobody when its store is not known here', async () => {
    const { attemptId } = await aLostPayment()
    await world.sql.rows(
      `update test_provider.payments set store_id = 'st_lost', amount = 4712 where attempt_id = $1`,
      [attemptId],
    )
    await hear(attemptId)
    expect(found(attemptId)).toHaveLength(1)
    expect(notifiedOf(4712)).toEqual([])
  })

  test('a disputed unknown payment waits, is told as refused once, and goes back once that is won', async () => {
    const { session, attemptId } = await aLostPayment()
    await dispute(attemptId, 'needs_response')
    await hear(attemptId)
    for (let round = 0; round < 2; round += 1) {
      await makeDue()
      await returnOrphans(world.deps, 'refund')
    }
    expect(await orphanOf(attemptId)).toMatchObject({
      refusal: 'charge_disputed',
      resolution: null,
    })
    expect(refused(attemptId)).toHaveLength(1)
    await dispute(attemptId, 'won')
    await makeDue()
    await returnOrphans(world.deps, 'refund')
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
    expect(await orphanOf(attemptId)).toMatchObject({ resolution: 'refunded' })
  })

  test('an unknown payment charged back is resolved at the notification, and its buyer may pay', async () => {
    const { session, attemptId } = await aLostPayment()
    await dispute(attemptId, 'needs_response')
    await hear(attemptId)
    await expect(world.pay(session.id)).rejects.toMatchObject({ code: 'payment_in_progress' })
    await dispute(attemptId, 'lost')
    await hear(attemptId)
    expect(await orphanOf(attemptId)).toMatchObject({ resolution: 'charged_back', refunded: 0 })
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
    expect(await world.pay(session.id)).toMatchObject({ status: 'complete' })
  })

  test('no session is opened in the place of an unknown payment’s until it is given back', async () => {
    await world.sql.rows('update stores set restarts = true where id = $1', [world.storeId])
    const { session, attemptId } = await aLostPayment()
    await hear(attemptId)
    await world.endTime(session.id)
    const restart = () =>
      restartSession(world.deps, {
        sessionId: session.id,
        ttlSeconds: 1800,
        checkoutUrl: 'https://pay.example',
        assertFew: async () => undefined,
      })
    await expect(restart()).rejects.toMatchObject({ code: 'not_restartable' })
    await makeDue()
    await returnOrphans(world.deps, 'refund')
    expect(await restart()).not.toBe(session.id)
  })

  test('by the rule keep, an unknown payment stays until somebody gives it back at the bank', async () => {
    const { session, attemptId } = await aLostPayment()
    await hear(attemptId)
    await makeDue()
    await returnOrphans(world.deps, 'keep')
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
    expect(await orphanOf(attemptId)).toMatchObject({ resolution: null })
    await world.sql.rows(
      `update test_provider.payments set status = 'refunded', refunded = amount where attempt_id = $1`,
      [attemptId],
    )
    await makeDue()
    await returnOrphans(world.deps, 'keep')
    expect(await orphanOf(attemptId)).toMatchObject({ resolution: 'refunded' })
  })

  test.each<[string, () => Promise<unknown>, Partial<PaymentProvider>]>([
    [
      'that does not name this service',
      async () => undefined,
      {
        findEntry: async (reference) => withoutOurName(await world.bank.findEntry(reference)),
      },
    ],
    [
      'in a copy of the database that stands somewhere else',
      () => world.sql.rows(`update service_identity set cluster = 'another'`),
      {},
    ],
  ])(
    'an unknown payment is told, and not given back, when it is one %s',
    async (_, prepare, bank) => {
      const deps = world.withProvider(bank)
      const { session, attemptId } = await aLostPayment()
      await prepare()
      await hear(attemptId, deps)
      expect(found(attemptId)).toHaveLength(1)
      await makeDue()
      await returnOrphans(deps, 'refund')
      expect(await world.ledgerOf(session.id)).toEqual(['captured'])
      expect(await orphanOf(attemptId)).toMatchObject({ resolution: null })
    },
  )

  test('a payment is nobody’s when neither service nor store is known here', async () => {
    const attemptId = 'att_of_a_stranger'
    await addToLedger(attemptId, { status: 'captured', sessionId: 'cs_strange' })
    await hear(
      attemptId,
      world.withProvider({
        findEntry: async (reference) =>
          withoutOurName(await world.bank.findEntry(reference), { storeId: 'st_strange' }),
      }),
    )
    expect(await orphanOf(attemptId)).toBeUndefined()
  })

  test('an unknown payment is nothing when no money is taken or reserved', async () => {
    const { session } = await aLostPayment()
    await addToLedger('att_declined', { status: 'declined', sessionId: session.id })
    await hear('att_declined')
    expect(await orphanOf('att_declined')).toBeUndefined()
  })

  test('an unknown payment is left to recovery when its attempt is on record again', async () => {
    const { session, attemptId } = await aLostPayment()
    await hear(attemptId)
    await restoreAttempt(attemptId, session.id)
    await makeDue()
    await returnOrphans(world.deps, 'refund')
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
    expect(await orphanOf(attemptId)).toMatchObject({ resolution: 'recorded' })
    await hear(attemptId)
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })

  test('an unknown payment is given back once by many rounds at once, or by the next after a death', async () => {
    const lost = [await aLostPayment(), await aLostPayment('authorized')]
    for (const { attemptId } of lost) await hear(attemptId)
    await makeDue()
    const asked: string[] = []
    const dying = world.withProvider({
      returnPayment: async (reference) => {
        asked.push(reference.attemptId)
        await world.bank.returnPayment(reference)
        throw new Killed('with the answer')
      },
    })
    await Promise.all(Array.from({ length: 4 }, () => returnOrphans(dying, 'refund')))
    expect(asked.toSorted()).toEqual(lost.map(({ attemptId }) => attemptId).toSorted())
    await makeDue()
    await returnOrphans(world.deps, 'refund')
    for (const [index, { session, attemptId }] of lost.entries()) {
      const expected = index === 0 ? 'refunded' : 'cancelled'
      expect(await world.ledgerOf(session.id)).toEqual([expected])
      expect(await orphanOf(attemptId)).toMatchObject({ resolution: expected })
    }
  })

  test('an unknown payment that another process has in hand is not waited for', async () => {
    const { session, attemptId } = await aLostPayment()
    await hear(attemptId)
    await makeDue()
    const held = await holdLock(
      world.databaseUrl,
      'select from orphaned_payments where attempt_id = $1 for update',
      [attemptId],
    )
    await returnOrphans(world.deps, 'refund')
    expect(await world.ledgerOf(session.id)).toEqual(['captured'])
    await held.commit()
    await returnOrphans(world.deps, 'refund')
    expect(await world.ledgerOf(session.id)).toEqual(['refunded'])
  })

  test('an unknown payment keeps its buyer from paying again while the money is not free', async () => {
    const { session, attemptId } = await aLostPayment()
    await hear(attemptId)
    await expect(world.pay(session.id)).rejects.toMatchObject({ code: 'payment_in_progress' })
    expect(await session.stock()).toBe(10)
    await makeDue()
    await returnOrphans(world.deps, 'refund')
    expect(await world.pay(session.id)).toMatchObject({ status: 'complete' })
  })

  test('an unknown payment lets its buyer pay when the money was only reserved', async () => {
    const { session, attemptId } = await aLostPayment('authorized')
    await hear(attemptId)
    expect(await world.pay(session.id)).toMatchObject({ status: 'complete' })
  })
})

const withoutOurName = (outcome: EntryOutcome, fields = {}): EntryOutcome =>
  outcome.type === 'found'
    ? { type: 'found', entry: { ...outcome.entry, namesUs: false, ...fields } }
    : outcome
