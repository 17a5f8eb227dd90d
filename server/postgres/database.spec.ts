import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBusy } from '../checkout/errors.ts'
import { type Pool, openPool, sql } from './database.ts'
import { type Sql, openSql } from '../testing/sql.ts'
import { createTestDatabase } from '../testing/test-postgres.ts'

let pool: Pool
let other: Sql
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  pool = openPool(database.connection, { onIdleError: () => undefined })
  other = openSql(database.url)
})

afterAll(async () => {
  await pool.close()
  await other.close()
  await drop()
})

describe('payments §5 PG down: the pool', () => {
  test('the pool survives a connection that is cut inside a transaction, and uses another one', async () => {
    const work = pool.transaction(async (tx) => {
      const row = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await other.rows('select pg_terminate_backend($1, 5000)', [row?.pid])
      // Its end arrives on its own, while no statement waits for an answer.
      await other.rows('select pg_sleep(0.2)')
      await tx.row(sql`select 1`)
    })
    await expect(work).rejects.toThrow(/terminat|closed|not queryable/i)
    expect(await pool.row(sql`select 1 as one`)).toEqual({ one: 1 })
  })
})

describe('payments §8 a commit that PostgreSQL refuses', () => {
  test('a commit that is cancelled changes nothing and is busy', async () => {
    await other.rows('create table committed (id integer)')
    await other.rows(
      `create function dawdle() returns trigger language plpgsql as
      'begin perform pg_sleep(60); return null; end'`,
    )
    await other.rows(
      `create constraint trigger at_the_end after insert on committed
      deferrable initially deferred for each row execute function dawdle()`,
    )
    const work = pool.transaction((tx) => tx.run(sql`insert into committed values (1)`))
    const outcome = work.catch((error: unknown) => error)
    await expect
      .poll(() =>
        other.rows(
          `select pg_cancel_backend(pid) as cancelled from pg_stat_activity
          where datname = current_database() and query = 'commit' and wait_event = 'PgSleep'`,
        ),
      )
      .toEqual([{ cancelled: true }])
    expect(isBusy(await outcome)).toBe(true)
    expect(await other.rows('select from committed')).toEqual([])
  })
})

describe('payments §8 Lost commits: a commit that was answered', () => {
  test('an answered commit is on disk before, whatever the database’s default', async () => {
    const { url, connection, drop: dropOwn } = await createTestDatabase()
    for (const given of [
      connection,
      { connectionString: url },
      { connectionString: `${url}&options=-c%20work_mem%3D8MB` },
    ]) {
      const own = openPool(given, { onIdleError: () => undefined })
      const settings = await own.row(
        sql`select
          current_setting('synchronous_commit') as commit,
          current_setting('work_mem') as memory`,
      )
      expect(settings).toEqual({
        commit: 'on',
        memory: 'connectionString' in given && given.connectionString !== url ? '8MB' : '4MB',
      })
      await own.close()
    }
    await dropOwn()
  })
})
