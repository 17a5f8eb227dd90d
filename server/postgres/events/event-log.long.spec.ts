import { expect, test } from 'vitest'
import { writeAndFollow } from '../../testing/event-writers.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { openPool } from '../database.ts'
import { openEventLog } from './event-log.ts'

/** What a machine of two cores writes and reads in some ten seconds. */
const COUNT = 100_000

test('contract §3: of 100,000 events that 8 write at the same time none is skipped', async () => {
  const database = await createTestDatabase()
  const connection = { connectionString: database.url }
  const pool = openPool(connection, { onIdleError: () => undefined })
  expect(
    await writeAndFollow(openEventLog(pool), {
      connection,
      storeId: 'st_1',
      count: COUNT,
      pauseMs: 40,
    }),
  ).toEqual({ written: COUNT, skipped: 0, twice: 0, disordered: 0 })
  await pool.close()
  await database.drop()
}, 300_000)
