import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type DatabaseAddress, NO_LIMITS, sessionOf } from '../connection/session.ts'
import {
  type DumpHeader,
  END_OF_ROWS,
  SEQUENCES,
  TABLES,
  type Table,
  toHeader,
  toSequenceLines,
  toTableLine,
  toTotals,
} from './dump-format.ts'

/**
 * All rows of the database as they were at one moment, as text that `psql` reads, too. Nobody waits for
 * it: it reads one snapshot. The schema is not in it, since migrations make it.
 * @param kept what the header says beside the schema's version and the moment
 * @param onSchema hears the version of the schema
 */
export async function* writeDump(
  address: DatabaseAddress,
  kept: Pick<DumpHeader, 'signingKey'>,
  onSchema: (version: number) => void = () => undefined,
): AsyncGenerator<string | Buffer> {
  const { connection, begin } = sessionOf(address, NO_LIMITS)
  const client = new pg.Client({ ...connection, application_name: 'hosted-checkout backup' })
  await client.connect()
  try {
    await client.query(
      `${begin}; set transaction isolation level repeatable read; set transaction read only`,
    )
    const moment = await readMoment(client)
    onSchema(moment.schema)
    yield toHeader({ ...moment, ...kept })
    const rows: Record<string, number> = {}
    for (const table of (await client.query<Table>(TABLES)).rows) {
      const { name, columns } = table
      yield toTableLine(table)
      const copying = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
      for await (const chunk of copying) yield chunk as Buffer
      rows[name] = copying.rowCount
      yield END_OF_ROWS
    }
    yield* writeSequences(client)
    yield toTotals(rows)
  } finally {
    await client.end()
  }
}

async function readMoment(client: pg.Client) {
  const { rows } = await client.query<{ schema: number; service: string; taken: Date }>(
    `select max(version) as schema, clock_timestamp() as taken,
       (select service_id from service_identity) as service
     from schema_migrations`,
  )
  const [row] = rows
  if (!row) throw new Error('a migrated database has a version')
  return { schema: row.schema, service: row.service, takenAt: row.taken.toISOString() }
}

/** The last number of each sequence, and its step, which says of which cell its numbers are. */
async function* writeSequences(client: pg.Client) {
  const { rows } = await client.query<{ name: string; step: string; isReadable: boolean }>(
    SEQUENCES,
  )
  for (const { name, step, isReadable } of rows) {
    if (!isReadable)
      throw new Error(`This role may not read the sequence ${name}: grant it select.`)
    const [state] = (
      await client.query<{ value: string; isCalled: boolean }>(
        `select last_value::text as value, is_called as "isCalled" from ${name}`,
      )
    ).rows
    if (!state) throw new Error('a sequence has a row')
    yield toSequenceLines({ name, step, ...state })
  }
}
