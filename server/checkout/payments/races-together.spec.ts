import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { CARDS } from '../../testing/builders.ts'
import { openWorld } from '../../testing/checkout-world.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { statementsOf } from '../../testing/statements.ts'
import { CheckoutError } from '../errors.ts'
import { paySession } from './pay-session.ts'

const world = await openWorld()
const paymentMethod = (await world.bank.createPaymentMethod(CARDS.succeeds)) ?? ''

afterEach(() => expectInvariantsAtRest(world.sql))
afterAll(() => world.close())

const { deps, sql } = world

/** Begins at once: payments go in the order of these calls. */
const pay = (sessionId: string) =>
  paySession(deps, {
    sessionId,
    networks: [],
    request: {
      customer: { name: 'Ana Example', phone: '+34 600 123 456' },
      fulfillment: { method: 'DELIVERY', option: 'standard', details: 'Calle Mayor 1' },
      paymentMethod,
    },
  }).then(
    ({ status }): string => status,
    (error: unknown) => {
      if (!(error instanceof CheckoutError)) throw error
      return error.code
    },
  )

/** So many sessions of one variant. */
async function sessionsOf(stock: number, count: number) {
  const first = await world.aSession({ stock, quantity: 1 })
  const ids = Array.from({ length: count }, () => deps.ids.session('st_1'))
  await sql.rows(
    `insert into checkout_sessions
    select copy.*
    from checkout_sessions s, unnest($2::text[]) copied,
      jsonb_populate_record(s, jsonb_build_object('id', copied)) copy
    where s.id = $1`,
    [first.id, ids],
  )
  return { ids, stock: first.stock }
}

const OF_VARIANT = `select from variants
  where id = (select variant_id from checkout_sessions where id = $1) for update`
const OF_SESSION = 'select from checkout_sessions where id = $1 for update'

/** More than the moment that payments which go together wait for a variant. */
const SOON = `update checkout_sessions set expires_at = clock_timestamp() + interval '50 ms' where id = $1`

describe('payments T1: payments that come together', () => {
  test('64 buyers of a variant of which 10 are left: the first ten have it, in two transactions', async () => {
    const { ids, stock } = await sessionsOf(10, 64)
    let outcomes: string[] = []
    const names = await statementsOf(async () => {
      outcomes = await Promise.all(ids.map(pay))
    })
    expect(outcomes).toEqual(ids.map((_, index) => (index < 10 ? 'complete' : 'sold_out')))
    expect(names.filter((name) => name === 'read-payable')).toHaveLength(2)
    expect(await stock()).toBe(0)
  })

  test('of payments of one session that come together one is taken, whoever comes beside them', async () => {
    const [first, second] = [await world.aSession(), await world.aSession()]
    const [, ...outcomes] = await Promise.all([first.id, second.id, second.id].map(pay))
    expect(outcomes[0]).toBe('complete')
    expect(['payment_in_progress', 'session_complete']).toContain(outcomes[1])
    expect(await world.ledgerOf(second.id)).toEqual(['captured'])
  })

  test('a session whose time ends while its payment waits for others is expired', async () => {
    const [first, late] = [await world.aSession(), await world.aSession()]
    const other = await holdLock(world.databaseUrl, OF_VARIANT, [first.id])
    await sql.rows(SOON, [late.id])
    const paying = pay(first.id)
    expect(await pay(late.id)).toBe('session_expired')
    await other.commit()
    expect(['complete', 'busy']).toContain(await paying)
  })

  test.each([
    ['a session', OF_SESSION],
    ['a variant', OF_VARIANT],
  ])('%s that another process keeps locked keeps no other buyer waiting', async (_, locking) => {
    const [stuck, ...others] = await Promise.all(Array.from({ length: 4 }, () => world.aSession()))
    const other = await holdLock(world.databaseUrl, locking, [stuck?.id])
    const paying = pay(stuck?.id ?? '')
    const outcomes = await Promise.all(others.map(({ id }) => pay(id)))
    expect(outcomes).toEqual(['complete', 'complete', 'complete'])
    await other.commit()
    expect(['complete', 'busy']).toContain(await paying)
  })
})
