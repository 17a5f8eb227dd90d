import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type DatabaseAddress, NO_LIMITS, sessionOf } from '../connection/session.ts'
import { migrate, newestVersion } from '../migrations.ts'
import { type DumpHeader, TABLES, parseHeader, parseTotals } from './dump-format.ts'
import type { DumpReader } from './dump-reader.ts'

/** Numbers from here on are given in steps of 4,096: see `count_from` (migration 0046). */
const FIRST_OF_CELLS = 1e12

type Key = { table: string; name: string; definition: string }

/** A schema that stands from a restore's beginning until its rows are there. */
const UNFINISHED = 'unfinished_restore'

/**
 * Makes an empty database what the dump says, says that what was copied out of the lost one is not
 * looked at again, and brings it to this version's schema. Where it ended too early, it can be called
 * again, or the rows are there and a migration does the rest.
 * @throws {Error} when the database has tables that no unfinished restore has left, or the dump is cut
 * off or of a newer version
 */
export async function loadDump(
  address: DatabaseAddress,
  reader: DumpReader,
): Promise<{ header: DumpHeader; rows: number }> {
  const header = parseHeader(await reader.line(), await reader.line())
  const { connection, begin } = sessionOf(address, NO_LIMITS)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    assertKnown(header, await newestVersion())
    await assertEmpty(client, header)
    await client.query(`create schema if not exists ${UNFINISHED}`)
    await migrate(address, { upTo: header.schema })
    await client.query(`${begin}; drop schema ${UNFINISHED}`)
    const rows = await loadRows(client, reader)
    await client.query('select raise_epoch()')
    await client.query('commit')
    await migrate(address)
    await client.query('analyze')
    return { header, rows }
  } finally {
    await client.end()
  }
}

function assertKnown({ schema }: DumpHeader, newest: number) {
  if (schema > newest)
    throw new Error(
      `The backup has schema version ${schema}, this service knows ${newest}: restore it with a newer one.`,
    )
}

async function assertEmpty(client: pg.Client, { schema }: DumpHeader) {
  const { rows } = await client.query(TABLES)
  if (rows.length > 0 && !(await isUnfinished(client, schema)))
    throw new Error('The database has tables already: restore into an empty one.')
}

/** Whether its tables are those of an unfinished restore, fit for this one, and nobody has used them. */
async function isUnfinished(client: pg.Client, schema: number) {
  const { rows: marks } = await client.query('select where to_regnamespace($1) is not null', [
    UNFINISHED,
  ])
  if (marks.length === 0) return false
  const { rows } = await client.query(
    'select from schema_migrations having max(version) <= $1 and not exists (select from stores)',
    [schema],
  )
  return rows.length > 0
}

/** Foreign keys are checked by being made again, which needs no order of the tables. */
async function loadRows(client: pg.Client, reader: DumpReader) {
  const tables = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name)
  const keys = await listForeignKeys(client)
  await client.query(`truncate ${tables.join(', ')} restart identity`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  const loaded: Record<string, number> = {}
  for (;;) {
    const line = await reader.line()
    const totals = parseTotals(line)
    if (totals) {
      assertSame(loaded, totals)
      break
    }
    const [, table] = /^COPY (\S+) .* FROM stdin;$/.exec(line) ?? []
    if (table === undefined) await client.query(parseSequence(line))
    else {
      const copying = client.query(copyFrom(line))
      // The stream ends before the connection is free for the next statement.
      const free = once(client, 'drain')
      await pipeline(Readable.from(reader.rows()), copying)
      await free
      loaded[table] = copying.rowCount
    }
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  return Object.values(loaded).reduce((sum, count) => sum + count, 0)
}

/** An `ALTER SEQUENCE` or a `setval`. Older dumps have the latter alone, without its third argument. */
function parseSequence(line: string) {
  const [, alone, last] = /^SELECT setval\('([\w.]+)', (\d+)\);$/.exec(line) ?? []
  if (alone !== undefined)
    return Number(last) < FIRST_OF_CELLS
      ? line
      : `alter sequence ${alone} increment by 4096; ${line}`
  if (/^(ALTER SEQUENCE [\w.]+ INCREMENT BY \d+|SELECT setval\('[\w.]+', \d+, \w+\));$/.test(line))
    return line
  throw new Error(`This line is of no backup: ${line.slice(0, 80)}`)
}

function assertSame(loaded: Record<string, number>, expected: Record<string, number>) {
  for (const [table, count] of Object.entries(expected))
    if (loaded[table] !== count)
      throw new Error(`${table} has ${loaded[table] ?? 0} rows instead of ${count}.`)
}

const listForeignKeys = async (client: pg.Client) =>
  (
    await client.query<Key>(
      `select conrelid::regclass::text as table, quote_ident(conname) as name,
         pg_get_constraintdef(oid) as definition
       from pg_constraint
       where contype = 'f' and connamespace in ('public'::regnamespace, 'test_provider'::regnamespace)`,
    )
  ).rows
