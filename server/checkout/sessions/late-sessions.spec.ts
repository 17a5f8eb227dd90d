import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { expireSessions } from '../payments/recover-payments.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const COPIES = `
  insert into checkout_sessions
  select copy.*
  from checkout_sessions model, generate_series(1, 1100) n,
    jsonb_populate_record(model, jsonb_build_object('id', 'cs_late' || n,
      'expires_at', clock_timestamp() - n * interval '1 second')) copy
  where model.id = $1`

test('performance: late sessions are ended in sets until a round is not full, one signal each', async () => {
  const session = await world.aSession()
  await world.sql.rows(COPIES, [session.id])
  const announced: number[] = []
  const stop = world.deps.cache.signals.subscribe((signal) => {
    if (signal.type === 'sessions_changed') announced.push(signal.sessionIds.length)
  })
  expect(await expireSessions(world.deps)).toBe(true)
  expect(await expireSessions(world.deps)).toBe(true)
  expect(await expireSessions(world.deps)).toBe(false)
  await expect.poll(() => announced).toEqual([500, 500, 100])
  stop()
  const states = await world.sql.rows(
    "select state, count(*)::integer from checkout_sessions where id like 'cs_late%' group by state",
  )
  expect(states).toEqual([{ state: 'expired', count: 1100 }])
  expect((await session.read())?.state).toBe('open')
})
