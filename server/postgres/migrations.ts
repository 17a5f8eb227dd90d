import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)
// Any constant: every process that migrates this database asks for the same lock.
const MIGRATION_LOCK = 4242_0001

const parseVersion = (file: string) => Number(file.slice(0, 4))

/**
 * Brings the database to this version's schema: runs the numbered files that it has not seen, each
 * in a transaction, while other processes wait. Refuses a database that a newer version has
 * migrated. One that was brought here from another cluster begins its log of events anew.
 */
export async function migrate(connection: pg.PoolConfig | string) {
  const client = new pg.Client(
    typeof connection === 'string' ? { connectionString: connection } : connection,
  )
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runMigrations(client)
    await client.query(
      'select begin_event_log_anew() from event_log where cluster <> database_cluster()',
    )
  } finally {
    await client.end()
  }
}

async function runMigrations(client: pg.Client) {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  await client.query(`create table if not exists schema_migrations
    (version integer primary key, migrated_at timestamptz not null default clock_timestamp())`)
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from schema_migrations',
  )
  const current = rows[0]?.version ?? 0
  const newest = Math.max(...files.map(parseVersion))
  if (current > newest) {
    throw new Error(
      `The database is at schema version ${current}, this service knows ${newest}: start a newer service.`,
    )
  }
  for (const file of files.filter((name) => parseVersion(name) > current)) {
    await client.query('begin')
    await client.query(await readFile(new URL(file, FOLDER), 'utf8'))
    await client.query('insert into schema_migrations (version) values ($1)', [parseVersion(file)])
    await client.query('commit')
  }
}
