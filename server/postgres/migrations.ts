import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseAddress, NO_LIMITS, sessionOf } from './connection/session.ts'
import { UnusableDatabase } from './connection/unusable-database.ts'
import { assertUsable } from './connection/usable.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
// Any constant: every process that migrates this database asks for the same lock.
const MIGRATION_LOCK = 4242_0001

/** A transaction's, since a pooler may give the next statement another connection. */
const TRY_LOCK = `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as taken`

/**
 * A migration that waits for a table keeps everybody waiting who comes after it. So it waits no longer
 * than buyers can, lets them pass, and tries again.
 */
const LOCK_TIMEOUT_MS = 500
const LOCK_PAUSE_MS = 1000
const TRY_PAUSE_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

const NO_SUCH_TABLE = '42P01'
const FORBIDDEN = '42501'
/** Our own functions have refused. */
const RAISED = 'P0001'

const RECORDS = `
create table if not exists schema_migrations
  (version integer primary key, migrated_at timestamptz not null default clock_timestamp());
alter table schema_migrations add column if not exists oldest_service integer not null default 0`

type Migration = {
  version: number
  file: string
  text: string
  /** Services that know this version or a later one work on the schema which it leaves. */
  oldestService: number
  /** Each statement is committed by itself, and may be run again after a kill. */
  isByStatement: boolean
}

/** The code in ids and keys, and what it is as a number. */
type Cell = { code: string; number: number }

type Saying = {
  /** Hears a sentence for the operator of everything that is done. (Default: nobody.) */
  say?: (sentence: string) => void
}

/** What is in the folder of migrations is read from the files' names and first comments. */
function parseMigration(file: string, text: string): Migration {
  const version = Number(file.slice(0, 4))
  const [, oldest] = /^-- needs services from (\d{4})$/m.exec(text) ?? []
  return {
    version,
    file,
    text,
    oldestService: oldest === undefined ? 0 : Number(oldest),
    isByStatement: /^-- statement by statement$/m.test(text),
  }
}

async function readMigrations(folder: URL) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => parseMigration(file, await readFile(new URL(file, folder), 'utf8'))),
  )
}

/**
 * Brings the database to this version's schema: runs the numbered files that it has not seen, while
 * other processes wait. A database that was brought here from another cluster begins its log of events
 * anew. `cell`: what the database is from then on. (Default: that is left open.) `folder`: where the
 * files are. (Default: those of this version.) `upTo`: the last one to run. (Default: all.)
 * @returns the schema's version
 * @throws {UnusableDatabase} when a newer version has made a schema on which this one cannot work, the
 * database is another cell, or the role may not change it
 */
export async function migrate(
  connection: DatabaseAddress | string,
  {
    say = () => {},
    cell,
    folder = FOLDER,
    upTo = Infinity,
  }: Saying & { cell?: Cell; folder?: URL; upTo?: number } = {},
) {
  const migrations = await readMigrations(folder)
  await assertUsable(toAddress(connection))
  await using lock = await connect(connection)
  await takeLock(lock)
  await using client = await connect(connection)
  const newest = newestOf(migrations)
  const current = await readSchema(client, newest)
  try {
    if (current < newest) await ask(client, RECORDS)
    for (const migration of migrations.filter(
      ({ version }) => version > current && version <= upTo,
    ))
      await run(client, migration, say)
    if (cell)
      await ask(client, { text: 'select become_cell($1, $2)', values: [cell.code, cell.number] })
  } catch (error) {
    throw refusalOf(error) ?? error
  }
  await beginEventLog(client)
  return Math.max(current, newest)
}

/** What the operator can change. */
function refusalOf(cause: unknown) {
  if (!(cause instanceof pg.DatabaseError)) return undefined
  if (cause.code === RAISED) return new UnusableDatabase(cause.message, { cause })
  if (cause.code !== FORBIDDEN) return undefined
  return new UnusableDatabase(
    `This role may not change the schema (${cause.message}): run npm run migrate as its owner, and start the service with MIGRATE=never.`,
    { cause },
  )
}

/**
 * For a service whose role may not change the schema.
 * @throws {UnusableDatabase} when the schema is older than this version, or too new for it, or the database is
 * another cell
 */
export async function assertMigrated(connection: DatabaseAddress | string, { code }: Cell) {
  const newest = await newestVersion()
  await assertUsable(toAddress(connection))
  await using client = await connect(connection)
  const current = await readSchema(client, newest)
  if (current < newest)
    throw new UnusableDatabase(
      `The database is at schema version ${current}, this service needs ${newest}: run npm run migrate.`,
    )
  const { rows } = await ask<{ cell: string | null }>(client, 'select cell from service_identity')
  const known = rows[0]?.cell
  if (known !== code)
    throw new UnusableDatabase(
      `The database is cell ${known}, and CELL is ${code}: run npm run migrate.`,
    )
  await beginEventLog(client)
}

/** The version of the schema that this service makes. */
export const newestVersion = async () => newestOf(await readMigrations(FOLDER))

const newestOf = (migrations: Migration[]) => Math.max(...migrations.map(({ version }) => version))

const toAddress = (connection: DatabaseAddress | string): DatabaseAddress =>
  typeof connection === 'string' ? { connectionString: connection } : connection

/** `begin`: begins each of its transactions. */
type Client = pg.Client & { begin: string }

async function connect(given: DatabaseAddress | string) {
  const { connection, begin } = sessionOf(toAddress(given), NO_LIMITS)
  const client = new pg.Client(connection)
  await client.connect()
  return Object.assign(client, { begin, [Symbol.asyncDispose]: () => client.end() })
}

/** In a transaction, because behind a pooler only that has our settings. */
async function ask<Row extends pg.QueryResultRow>(
  client: Client,
  statement: string | pg.QueryConfig,
) {
  await client.query(client.begin)
  try {
    const result = await client.query<Row>(statement)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Tries again and again: a statement that waits keeps a snapshot, for which an index that is built
 * beside buyers would wait.
 */
async function takeLock(lock: Client) {
  await lock.query(lock.begin)
  while (!(await lock.query<{ taken: boolean }>(TRY_LOCK)).rows[0]?.taken) await wait(TRY_PAUSE_MS)
}

/** The version of the schema; a later one than ours is fine as long as it only added to ours. */
async function readSchema(client: Client, newest: number) {
  const { rows } = await ask<{ version: number; oldest: number }>(
    client,
    `select coalesce(max(version), 0) as version,
       coalesce(max((to_jsonb(schema_migrations) ->> 'oldest_service')::integer), 0) as oldest
     from schema_migrations`,
  ).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === NO_SUCH_TABLE) return { rows: [] }
    throw error
  })
  const { version = 0, oldest = 0 } = rows[0] ?? {}
  if (oldest > newest)
    throw new UnusableDatabase(
      `The database is at schema version ${version}, which services from version ${oldest} on can work with; this one knows ${newest}: start a newer service.`,
    )
  return version
}

async function run(client: Client, migration: Migration, say: (sentence: string) => void) {
  const { version, file, text, oldestService, isByStatement } = migration
  say(`${file} …`)
  const began = performance.now()
  const record = {
    text: 'insert into schema_migrations (version, oldest_service) values ($1, $2)',
    values: [version, oldestService],
  }
  if (isByStatement) {
    for (const statement of text.split(/;$/m)) await client.query(statement)
    await ask(client, record)
  } else {
    while (!(await runWhole(client, text, record))) {
      say(`${file} waits until others have left the tables that it changes`)
      await wait(LOCK_PAUSE_MS)
    }
  }
  say(`${file} is done (${Math.round(performance.now() - began)} ms)`)
}

/** False when somebody else kept a lock that it needs; nothing has happened then. */
async function runWhole(client: Client, text: string, record: pg.QueryConfig) {
  try {
    await client.query(`${client.begin}; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(text)
    await client.query(record)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

const beginEventLog = (client: Client) =>
  ask(client, 'select begin_event_log_anew() from event_log where cluster <> database_cluster()')
