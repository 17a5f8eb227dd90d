import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBusy } from '../checkout/errors.ts'
import { columns, integer } from './columns.ts'
import { NO_LIMITS, sessionOf } from './connection/session.ts'
import { type Pool, openPool, sql } from './database.ts'
import { type Sql, openSql } from '../testing/sql.ts'
import { HOSTILE_DEFAULTS, setDefaults } from '../testing/servers/hostile-defaults.ts'
import { createTestDatabase } from '../testing/servers/test-postgres.ts'

let pool: Pool
let other: Sql
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.connection, { onIdleError: () => undefined })
  other = openSql(database.url)
})

afterAll(async () => {
  await pool.close()
  await other.close()
  await database.drop()
})

const PID = columns({ pid: integer('pg_backend_pid()') })

const BUSY = { name: 'CheckoutError', code: 'busy', retryAfterSeconds: 2 }

describe('payments §5 PG down: the pool', () => {
  test('the pool survives a connection that is cut inside a transaction, and uses another one', async () => {
    const work = pool.transaction(async (tx) => {
      const row = await PID.row(tx, sql`select ${PID.list}`)
      await other.rows('select pg_terminate_backend($1, 5000)', [row?.pid])
      // Its end arrives on its own, while no statement waits for an answer.
      await other.rows('select pg_sleep(0.2)')
      await tx.row(sql`select 1`)
    })
    await expect(work).rejects.toMatchObject(BUSY)
    expect(await pool.row(sql`select 1 as one`)).toEqual({ one: 1 })
  })
})

describe('contract §3, busy: PostgreSQL or a pooler lets nobody in for a moment', () => {
  /** Each look at this clock is a second later. */
  const secondsPass = () => {
    let passed = 0
    return () => (passed += 1000)
  }
  const openLate = (address: Parameters<typeof openPool>[0]) =>
    openPool(address, { onIdleError: () => undefined, monotonicMs: secondsPass() })
  const ask = (late: Pool) => [late.row(sql`select 1`), late.transaction(async () => undefined)]

  test('too many connections are busy', async () => {
    const role = `few_${crypto.randomUUID().replaceAll('-', '')}`
    await other.rows(`create role ${role} login connection limit 0`)
    const late = openLate({ ...database.connection, user: role })
    for (const asked of ask(late)) await expect(asked).rejects.toMatchObject(BUSY)
    await late.close()
    await other.rows(`drop role ${role}`)
  })

  test('a pooler that is not there is busy, and a database that is not there is a failure', async () => {
    const connectionString = 'postgres://service@127.0.0.1:1/shop'
    const pooled = openLate({ connectionString, pooler: { keepsStatements: false } })
    for (const asked of ask(pooled)) await expect(asked).rejects.toMatchObject(BUSY)
    const alone = openLate({ connectionString })
    for (const asked of ask(alone))
      await expect(asked).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await Promise.all([pooled.close(), alone.close()])
  })

  test('a connection that is lost under a statement is busy where that only reads', async () => {
    const lose = (text: string) => pool.row({ text, values: [] })
    const last = "select pg_terminate_backend(pg_backend_pid()), 'x' as last"
    await expect(lose(last)).rejects.toMatchObject(BUSY)
    await expect(lose(last.replace('x', 'delete'))).rejects.toMatchObject({ code: '57P01' })
  })
})

describe('payments §8 a commit that PostgreSQL does not answer as asked', () => {
  beforeAll(async () => {
    await other.rows('create table committed (id integer)')
    await other.rows(
      `create function dawdle() returns trigger language plpgsql as
      'begin perform pg_sleep(60); return null; end'`,
    )
    await other.rows(
      `create constraint trigger at_the_end after insert on committed
      deferrable initially deferred for each row execute function dawdle()`,
    )
  })

  /** What becomes of a transaction when this is called while it commits. */
  async function commitUnder(call: 'pg_cancel_backend' | 'pg_terminate_backend') {
    const work = pool.transaction((tx) => tx.run(sql`insert into committed values (1)`))
    const outcome = work.catch((error: unknown) => error)
    await expect
      .poll(() =>
        other.rows(
          `select ${call}(pid) as done from pg_stat_activity
          where datname = current_database() and query = 'commit' and wait_event = 'PgSleep'`,
        ),
      )
      .toEqual([{ done: true }])
    return outcome
  }

  test('a commit that is cancelled changes nothing and is busy', async () => {
    expect(isBusy(await commitUnder('pg_cancel_backend'))).toBe(true)
    expect(await other.rows('select from committed')).toEqual([])
  })

  test('a commit whose connection is lost may have happened, and is not busy', async () => {
    expect(await commitUnder('pg_terminate_backend')).toMatchObject({ code: '57P01' })
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
  test('work that takes as long as it takes has no limit there', async () => {
    const { url, connection, drop: dropOwn } = await createTestDatabase()
    const limits = { lock_timeout: '1ms', idle_in_transaction_session_timeout: '1ms' }
    await other.rows(setDefaults(`database ${connection.database}`, limits))
    const connectionString = url.replace(/&.*/, '')
    const client = new pg.Client(sessionOf({ connectionString }, NO_LIMITS).connection)
    await client.connect()
    const { rows } = await client.query(`select setting from pg_settings where name = any($1)`, [
      Object.keys(NO_LIMITS),
    ])
    expect(rows).toEqual(Array(3).fill({ setting: '0' }))
    await client.end()
    await dropOwn()
  })
})
