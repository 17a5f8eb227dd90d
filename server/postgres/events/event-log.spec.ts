import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventLog } from '../../checkout/ports/event-log.ts'
import { writeAndFollow } from '../../testing/event-writers.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { type Pool, openPool } from '../database.ts'
import { openEventLog } from './event-log.ts'
import { formatCursor, parseCursor } from './event-position.ts'
import { migrate } from '../migrations.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: Pool
let sql: Sql
let log: EventLog

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ connectionString: database.url }, { onIdleError: () => undefined })
  sql = openSql(database.url)
  log = openEventLog(pool)
})
beforeEach(() => sql.rows('truncate events restart identity'))
afterAll(async () => {
  await pool.close()
  await sql.close()
  await database.drop()
})

const STORE = 'st_1'

const WRITE = `insert into events (store_id, type, session_id, order_number)
  values ($1, $2, $3, $4)`

const completed = (session: string, store = STORE) =>
  [store, 'checkout.session.completed', session, `O-${session}`] as const

const write = (session: string, store?: string) => sql.rows(WRITE, [...completed(session, store)])

/** What a reader hears who goes on until there is nothing new, and where they are then. */
async function follow(after?: string, { limit = 100 } = {}) {
  const heard: string[] = []
  let cursor = after
  for (;;) {
    const read = await log.readEvents(STORE, { after: cursor, limit })
    if (!read) throw new Error('the cursor is one of the log')
    heard.push(...read.data.map(({ sessionId }) => sessionId))
    cursor = read.nextCursor
    if (read.data.length === 0) return { heard, cursor }
  }
}

async function aTransaction() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  return {
    write: (session: string) => client.query(WRITE, [...completed(session)]),
    commit: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

describe('contract §3: the log of events', () => {
  test('the log of events is read from the oldest on, each event once, whatever the pages', async () => {
    for (const session of ['a', 'b', 'c', 'd', 'e']) await write(session)
    for (const limit of [1, 2, 4, 5, 100])
      expect((await follow(undefined, { limit })).heard).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('the log says of an event what it is, when it was, and whose', async () => {
    await write('cs_abc')
    const [event] = (await log.readEvents(STORE, { limit: 1 }))?.data ?? []
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-zA-Z]+$/),
      type: 'checkout.session.completed',
      createdAt: expect.any(Date),
      sessionId: 'cs_abc',
      orderNumber: 'O-cs_abc',
      restartedFrom: null,
    })
  })

  test('the log of another store is another one', async () => {
    await write('a')
    await write('theirs', 'st_2')
    await write('b')
    expect((await follow()).heard).toEqual(['a', 'b'])
  })

  test('the log of events is read from its end on', async () => {
    await write('a')
    const now = await log.readEvents(STORE, { after: 'now', limit: 100 })
    expect(now?.data).toEqual([])
    await write('b')
    expect((await follow(now?.nextCursor)).heard).toEqual(['b'])
  })

  test('the log of events is read by type, and the cursor goes on from there', async () => {
    await write('a')
    await sql.rows(WRITE, [STORE, 'checkout.session.expired', 'b', null])
    await write('c')
    const read = await log.readEvents(STORE, { types: ['checkout.session.expired'], limit: 100 })
    expect(read?.data.map(({ sessionId }) => sessionId)).toEqual(['b'])
    await write('d')
    expect((await follow(read?.nextCursor)).heard).toEqual(['d'])
  })

  test('the log of events knows its own cursors only', async () => {
    expect(await log.readEvents(STORE, { after: 'yesterday', limit: 100 })).toBeUndefined()
  })

  test('the log does not skip a transaction that began before others and ends after them', async () => {
    const slow = await aTransaction()
    await slow.write('slow 1')
    await write('fast')
    const { heard, cursor } = await follow(undefined, { limit: 1 })
    expect(heard).toEqual(['fast'])
    await slow.write('slow 2')
    await slow.commit()
    await write('later')
    for (const limit of [1, 2, 100])
      expect((await follow(cursor, { limit })).heard).toEqual(['slow 1', 'slow 2', 'later'])
  })

  test('the log does not repeat what came beside slow transactions that are read in pages', async () => {
    const [one, two] = [await aTransaction(), await aTransaction()]
    for (const session of ['one 1', 'one 2', 'one 3']) await one.write(session)
    await two.write('two 1')
    await write('fast')
    const { cursor } = await follow()
    await one.commit()
    const first = await log.readEvents(STORE, { after: cursor, limit: 2 })
    expect(first?.data.map(({ sessionId }) => sessionId)).toEqual(['one 1', 'one 2'])
    await two.commit()
    expect((await follow(first?.nextCursor, { limit: 1 })).heard).toEqual(['one 3', 'two 1'])
  })

  test('the log does not repeat what was read of a transaction before a slow one came', async () => {
    const slow = await aTransaction()
    for (const session of ['slow 1', 'slow 2']) await slow.write(session)
    const many = await aTransaction()
    for (const session of ['many 1', 'many 2', 'many 3']) await many.write(session)
    await many.commit()
    const first = await log.readEvents(STORE, { limit: 2 })
    expect(first?.data.map(({ sessionId }) => sessionId)).toEqual(['many 1', 'many 2'])
    await slow.commit()
    expect((await follow(first?.nextCursor, { limit: 1 })).heard).toEqual([
      'slow 1',
      'slow 2',
      'many 3',
    ])
  })

  test('a follower hears the log once and in order, while 8 write and pause before they commit', async () => {
    const heard = await writeAndFollow(log, {
      connection: { connectionString: database.url },
      storeId: STORE,
      count: 4_000,
      pauseMs: 40,
    })
    expect(heard).toEqual({ written: 4_000, skipped: 0, twice: 0, disordered: 0 })
  })
})

describe('decision 63: a cursor of another history of the database', () => {
  /** The cursor after the last event, with another word in it. */
  async function endWith(change: { cluster?: string; timeline?: string }) {
    const cursor = parseCursor((await follow()).cursor ?? '')
    if (!cursor) throw new Error('the log hands out its own cursors')
    return formatCursor({ ...cursor, ...change })
  }

  beforeEach(async () => {
    for (const session of ['a', 'b', 'c']) await write(session)
  })

  test('a cursor misses nothing after a promotion, which gives numbers a second time', async () => {
    const cursor = await endWith({ timeline: '0000000F' })
    await write('d')
    expect((await follow(cursor)).heard).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a cursor begins again in another cluster, whose numbers are others', async () => {
    const cursor = await endWith({ cluster: '00000000' })
    expect((await follow(cursor)).heard).toEqual(['a', 'b', 'c'])
  })

  /** As a dump brings them that was written where more had happened. */
  const fromAnotherCell = () =>
    sql.rows(`update events set placed_in = (1000000000000 + 10 - id)::text::xid8`)

  test('events that came along from elsewhere are older than those from here, in their order', async () => {
    for (const adopt of [
      () => sql.rows('select raise_epoch()'),
      () => sql.rows('select become_another_service()'),
      async () => {
        await sql.rows(`update event_log set cluster = 'another'`)
        await migrate(database.url)
      },
    ]) {
      await sql.rows('truncate events restart identity')
      for (const session of ['a', 'b', 'c']) await write(session)
      const { cursor } = await follow()
      await fromAnotherCell()
      await adopt()
      await write('d')
      const { heard, cursor: later } = await follow(undefined, { limit: 2 })
      expect(heard).toEqual(['a', 'b', 'c', 'd'])
      expect((await follow(later)).heard).toEqual([])
      expect((await follow(cursor)).heard).toContain('d')
    }
  })

  test('a start leaves a log alone that belongs here', async () => {
    const placed = () => sql.rows('select id, placed_in::text from events order by id')
    const before = await placed()
    await migrate(database.url)
    expect(await placed()).toEqual(before)
  })
})
