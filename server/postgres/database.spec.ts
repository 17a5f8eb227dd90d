import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBusy } from '../checkout/errors.ts'
import { type Pool, openPool, sql } from './database.ts'
import { type Sql, openSql } from '../testing/sql.ts'
import { HOSTILE_DEFAULTS, setDefaults } from '../testing/hostile-defaults.ts'
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

describe('contract §2, DATABASE_URL: a database with defaults of somebody else', () => {
  /** What makes statements only faster or slower stays with the operator. */
  const LEFT = /^(?:enable_|plan_|xml|client_min|escape_|check_)/
  const names = Object.keys(HOSTILE_DEFAULTS).filter((name) => !LEFT.test(name))
  const read = sql`
    select name, setting from pg_settings where lower(name) = any(${names}) order by 1`
  const sample = sql`
    select current_setting('transaction_isolation') as isolation,
      timestamptz '2026-01-02T03:04:05.678Z' as moment, to_jsonb(timestamptz 'epoch') as json,
      'a\\b' as text, decode('00ff', 'hex') as bytes, 0.1::float8 as number`

  test.each([undefined, { keepsStatements: true }])(
    'our statements mean the same there, pooler: %o',
    async (pooler) => {
      const [usual, hostile] = [await createTestDatabase(), await createTestDatabase()]
      const owner = openSql(hostile.url)
      // Behind a pooler nobody but the pooler can keep a session open.
      const defaults = { ...HOSTILE_DEFAULTS, ...(pooler && { idle_session_timeout: '0' }) }
      await owner.rows(setDefaults(`database ${hostile.connection.database}`, defaults))
      const [ours, theirs] = [usual, hostile].map(({ impatientUrl: connectionString }) =>
        openPool(
          { connectionString, major: 18, ...(pooler && { pooler }) },
          { onIdleError: () => undefined },
        ),
      )
      const settings = await ours?.rows(read)
      expect(settings).toHaveLength(names.length)
      expect(await theirs?.rows(read)).toEqual(settings)
      expect(await theirs?.transaction((tx) => tx.row(sample))).toEqual({
        isolation: 'read committed',
        moment: new Date('2026-01-02T03:04:05.678Z'),
        json: '1970-01-01T00:00:00+00:00',
        text: String.raw`a\b`,
        bytes: Buffer.from([0, 255]),
        number: 0.1,
      })
      await Promise.all([ours?.close(), theirs?.close(), owner.close()])
      await Promise.all([usual.drop(), hostile.drop()])
    },
  )
})
