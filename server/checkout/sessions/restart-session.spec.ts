import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { restartSession } from './restart-session.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
  await world.sql.rows('update stores set restarts = true where id = $1', [world.storeId])
})
afterAll(async () => {
  await expectInvariants(world.sql)
  await world.close()
})

const restart = (sessionId: string, deps = world.deps) =>
  restartSession(deps, {
    sessionId,
    ttlSeconds: 1800,
    checkoutUrl: 'https://pay.example',
    assertFew: async () => undefined,
  })

async function anExpiredSession() {
  const { id, read } = await world.aSession()
  await world.endTime(id)
  return { id, read }
}

describe('decision 73: a session in the place of one that is over', () => {
  test('no new session is opened while the provider takes no such currency, or no such amount', async () => {
    const { id } = await anExpiredSession()
    const rules = [() => undefined, () => ({ minimum: 1, maximum: 100, step: 1 })]
    for (const amountRule of rules)
      await expect(restart(id, world.withProvider({ amountRule }))).rejects.toMatchObject({
        code: 'not_restartable',
      })
    expect(await restart(id)).not.toBe(id)
  })

  test('leave for a new session is asked for once, and only when one is opened', async () => {
    const { id } = await anExpiredSession()
    const asked: string[] = []
    const assertFew = async (storeId: string) => void asked.push(storeId)
    const input = { sessionId: id, ttlSeconds: 1800, checkoutUrl: 'https://pay.example', assertFew }
    const next = await restartSession(world.deps, input)
    expect(await restartSession(world.deps, input)).toBe(next)
    expect(asked).toEqual([world.storeId])
    const refuse = async () => Promise.reject(new Error('too many'))
    await world.endTime(next)
    await expect(restartSession(world.deps, { ...input, assertFew: refuse })).rejects.toThrow(
      'too many',
    )
    const rows = await world.sql.rows('select from checkout_sessions where restarted_from = $1', [
      next,
    ])
    expect(rows).toEqual([])
  })

  test('a new session waits for the payment of the one before: nobody pays twice', async () => {
    const { id } = await world.aSession()
    await world.sql.rows("update checkout_sessions set state = 'paying' where id = $1", [id])
    await world.endTime(id)
    expect(await restart(id)).toBe(id)
    await world.sql.rows("update checkout_sessions set state = 'open' where id = $1", [id])
    expect(await restart(id)).not.toBe(id)
  })

  test('a new session is not paid or replaced while the first’s lost payment is not given back', async () => {
    const { id } = await anExpiredSession()
    const next = await restart(id)
    await world.sql.rows(
      `insert into orphaned_payments (provider, payment_id, attempt_id, session_id, store_id, amount,
        currency, captured, refunded, is_open, names_us, begun_at, next_check_at)
      values ('test', 'pay_lost', 'att_lost', $1, $2, 2450, 'EUR', 2450, 0, false, true, now(), now())`,
      [id, world.storeId],
    )
    await expect(world.pay(next)).rejects.toMatchObject({ code: 'payment_in_progress' })
    await world.endTime(next)
    await expect(restart(id)).rejects.toMatchObject({ code: 'not_restartable' })
    await world.sql.rows(
      "update orphaned_payments set refunded = captured, resolution = 'refunded', resolved_at = now(), next_check_at = null",
    )
    expect(await world.pay(await restart(id))).toMatchObject({ status: 'complete' })
  })

  test('a new session is judged by the currency that it is written in', async () => {
    const { id } = await anExpiredSession()
    const asked: string[] = []
    const deps = world.withProvider({
      amountRule(currency) {
        asked.push(currency)
        return { minimum: 1, maximum: 1_000_000, step: 1 }
      },
    })
    const held = await holdLock(world.databaseUrl, 'select from stores where id = $1 for update', [
      world.storeId,
    ])
    const opened = restart(id, deps)
    await held.someoneWaits()
    await held.query(`update stores set currency = 'CHF' where id = $1`)
    await held.commit()
    const session = await world.deps.db.findSession(await opened)
    expect(session?.quote.currency).toBe('CHF')
    expect(asked).toEqual(['CHF'])
    await world.sql.rows(`update stores set currency = 'EUR' where id = $1`, [world.storeId])
  })

  test('a new session knows nothing of the buyer whom the merchant had filled in', async () => {
    const { id } = await anExpiredSession()
    await world.sql.rows('update checkout_sessions set customer = $2 where id = $1', [
      id,
      { name: 'Ana Example', phone: '+34 600 123 456', email: 'ana@mail.example' },
    ])
    const [next] = await world.sql.rows('select customer from checkout_sessions where id = $1', [
      await restart(id),
    ])
    expect(next).toEqual({ customer: {} })
  })

  test('a new session ends the late one that it takes the place of, and that is told', async () => {
    const { id, read } = await anExpiredSession()
    await restart(id)
    expect((await read())?.state).toBe('expired')
  })
})
