import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type DumpHeader, END_OF_ROWS, TABLES, toHeader, toTotals } from './dump-format.ts'

/**
 * All rows of the database as they were at one moment, as text that `psql` reads, too. Nobody waits for
 * it: it reads one snapshot. The schema is not in it, since migrations make it.
 * @param kept what the header says beside the schema's version and the moment
 */
export async function* writeDump(
  connection: pg.ClientConfig,
  kept: Pick<DumpHeader, 'signingKey'>,
): AsyncGenerator<string | Buffer> {
  const client = new pg.Client({ ...connection, application_name: 'hosted-checkout backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    yield toHeader({ ...(await readMoment(client)), ...kept })
    const rows: Record<string, number> = {}
    for (const { name, columns } of await listTables(client)) {
      yield `COPY ${name} (${columns}) FROM stdin;\n`
      const copying = client.query(copyTo(`copy ${name} (${columns}) to stdout`))
      for await (const chunk of copying) yield chunk as Buffer
      rows[name] = copying.rowCount
      yield END_OF_ROWS
    }
    for (const { name, value } of await listSequences(client))
      yield `SELECT setval('${name}', ${value});\n`
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

const listTables = async (client: pg.Client) =>
  (await client.query<{ name: string; columns: string }>(TABLES)).rows

/** A sequence that nobody has asked yet has no last value. */
async function listSequences(client: pg.Client) {
  const { rows } = await client.query<{ name: string; value: string | null; isReadable: boolean }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value,
       has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'select') as "isReadable"
     from pg_sequences where schemaname in ('public', 'test_provider') order by 1`,
  )
  const hidden = rows.find(({ isReadable }) => !isReadable)
  if (hidden)
    throw new Error(`This role may not read the sequence ${hidden.name}: grant it select.`)
  return rows.filter(({ value }) => value !== null)
}
