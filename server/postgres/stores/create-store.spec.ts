import { afterAll, describe, expect, test } from 'vitest'
import { createStoredKey } from '../../auth/api-keys.ts'
import { ids } from '../../auth/random.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openSql } from '../../testing/sql.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { openPool } from '../database.ts'
import { createStore, getSetUp } from './create-store.ts'

const database = await createTestDatabase()
const pool = openPool({ connectionString: database.url }, { onIdleError: () => undefined })
const sql = openSql(database.url)
afterAll(async () => {
  await Promise.all([pool.close(), sql.close()])
  await database.drop()
})

const create = ({
  test: isTest = false,
  mustBeFirst = false,
  email = `${ids.store()}@loom.example`,
}) =>
  createStore(
    pool,
    {
      id: ids.store(),
      name: 'Loom & Co',
      plan: 'pro',
      currency: 'EUR',
      deliveryOptions: [{ id: 'standard', name: 'Post', fee: 450 }],
      allowedOrigins: [],
      test: isTest,
    },
    {
      keys: [createStoredKey('secret', { isTest }).stored],
      owner: { email, passwordHash: 'a hash' },
      mustBeFirst,
    },
  )

// Each goes on from what the one before has created.
describe('contract §8: the first store', () => {
  test('before it, there is no store', async () => {
    expect(await getSetUp(pool)).toEqual({ hasLiveStore: false, isInUse: false })
  })

  test('a test store is not the first one', async () => {
    expect(await create({ test: true })).toBe('created')
    expect(await getSetUp(pool)).toEqual({ hasLiveStore: false, isInUse: true })
  })

  test('of ten that must be first, and are created at once, one is', async () => {
    // All of them are under way before one can write.
    const held = await holdLock(database.url, 'lock table stores in share mode')
    const creations = Array.from({ length: 10 }, () => create({ mustBeFirst: true }))
    await held.someoneWaits(10)
    await held.commit()
    const outcomes = await Promise.all(creations)
    expect(outcomes.toSorted()).toEqual([
      'created',
      ...Array.from({ length: 9 }, () => 'is_not_first'),
    ])
    expect(await sql.rows('select count(*)::int from stores where not is_test')).toEqual([
      { count: 1 },
    ])
    expect(await getSetUp(pool)).toEqual({ hasLiveStore: true, isInUse: true })
  })

  test('an owner whose address another account has leaves no store behind', async () => {
    const email = 'ana@loom.example'
    expect(await create({ email })).toBe('created')
    const before = await sql.rows('select id from stores order by id')
    expect(await create({ email: email.toUpperCase() })).toBe('email_taken')
    expect(await sql.rows('select id from stores order by id')).toEqual(before)
  })
})
