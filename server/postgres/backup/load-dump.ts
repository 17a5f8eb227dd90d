import pg from 'pg'
import { type DatabaseAddress, NO_LIMITS, sessionOf } from '../connection/session.ts'
import { migrate, newestVersion } from '../migrations.ts'
import { type DumpHeader, TABLES, type Table, parseHeader } from './dump-format.ts'
import type { DumpReader } from './dump-reader.ts'
import { loadLines } from './load-lines.ts'

type Key = { table: string; name: string; definition: string }

/** A schema that exists from a restore's beginning until its rows are there. */
const UNFINISHED = 'unfinished_restore'

/**
 * Makes an empty database what the dump says, says that what was copied out of the lost one is not
 * looked at again, and brings it to this version's schema. Where it ended too early, it can be
 * called again, or the rows are there and a migration does the rest.
 * @throws {Error} when the database has tables that no unfinished restore has left, or the file is
 * no dump, cut off or of a newer version
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
  const tables = (await client.query<Table>(TABLES)).rows.map(({ name }) => name)
  const keys = await listForeignKeys(client)
  await client.query(`truncate ${tables.join(', ')} restart identity`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  const loaded = await loadLines(client, reader)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  return loaded
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
