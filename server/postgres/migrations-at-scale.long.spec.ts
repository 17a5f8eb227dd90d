import { readFile, readdir } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { aStore } from '../testing/builders.ts'
import { growHistory } from '../testing/past/grown-history.ts'
import { openSql } from '../testing/sql.ts'
import { anOrder } from '../testing/store/store-builders.ts'
import { createDatabase } from '../testing/servers/test-postgres.ts'
import { startTestService } from '../testing/servers/test-service.ts'
import { migrate } from './migrations.ts'

/** What is newer has to spare buyers. What is older was measured when it was new. */
const MEASURED = 48
const ROWS = 1_000_000
const BUYERS_TABLES = ['checkout_sessions', 'payment_attempts', 'orders', 'events', 'stock_changes']

const FOLDER = new URL('./migrations/', import.meta.url)

/** Those of buyers' tables that newer migrations name. */
async function touchedTables() {
  const files = (await readdir(FOLDER)).filter((file) => Number(file.slice(0, 4)) > MEASURED)
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, FOLDER), 'utf8')))
  return BUYERS_TABLES.filter((table) => new RegExp(`\\b${table}\\b`).test(texts.join('\n')))
}

const server = inject('postgres')
const connection = { ...server, database: `scale_${crypto.randomUUID().replaceAll('-', '')}` }

beforeAll(() => createDatabase(server, { name: connection.database }))
afterAll(async () => {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`drop database ${connection.database} with (force)`)
  await client.end()
})

/** One order with all that belongs to it, as the newest schema has it, in the older one. */
async function copyAnOrder(tables: string[]) {
  const service = await startTestService()
  const store = await aStore(service)
  await anOrder(service, store)
  const sql = openSql(service.databaseUrl)
  const older = new pg.Client({ ...connection, options: '-c session_replication_role=replica' })
  await older.connect()
  for (const table of tables)
    for (const { row } of await sql.rows(`select to_jsonb(t) as row from ${table} t`))
      await older.query(
        `insert into ${table} overriding system value select (jsonb_populate_record(null::${table}, $1)).*`,
        [row],
      )
  await older.end()
  await sql.close()
  await service.stop()
  return store.id
}

const LOCK_TIMEOUT = '55P03'

/** Writes to the tables as buyers do, until it is stopped. `onKept`: a lock was not had in a second. */
function useTables(tables: string[], onKept: (table: string) => void) {
  let isStopped = false
  let rounds = 0
  async function use() {
    const client = new pg.Client(connection)
    await client.connect()
    await client.query(`set lock_timeout = '1s'`)
    for (; !isStopped; rounds += 1)
      for (const table of tables)
        await client
          .query(`begin; lock table ${table} in row exclusive mode; commit`)
          .catch(async (error: pg.DatabaseError) => {
            if (error.code !== LOCK_TIMEOUT) throw error
            onKept(table)
            await client.query('rollback')
          })
    await client.end()
  }
  const used = use()
  return async () => {
    isStopped = true
    await used
    return rounds
  }
}

describe('contract §2, MIGRATE: a migration with 1,000,000 rows', () => {
  test('no migration keeps a table that buyers need for more than a second', async () => {
    const tables = await touchedTables()
    await migrate(connection, { upTo: MEASURED })
    const storeId = await copyAnOrder(['stores', ...BUYERS_TABLES])
    const past = { from: 0, until: ROWS, everySeconds: 1, sessionsPerOrder: 1 }
    await growHistory(connection, { storeId, ...past, tables })
    const kept: string[] = []
    const stop = useTables(BUYERS_TABLES, (table) => kept.push(`a migration kept ${table}`))
    await migrate(connection, { say: (sentence) => kept.length > 0 && kept.push(sentence) })
    expect(await stop()).toBeGreaterThan(0)
    expect(kept).toEqual([])
  })
})
