import pg from 'pg'
import { type DatabaseAddress, NO_LIMITS, sessionOf } from './session.ts'
import { UnusableDatabase } from './unusable-database.ts'

const OLDEST = 15

/** What our settings do not change, and where `search_path` leads without them. */
const READ = `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::integer / 10000 as major,
    current_setting('server_encoding') as encoding,
    pg_is_in_recovery() as "isStandby",
    current_setting('transaction_read_only') = 'on' as "isReadOnly",
    current_setting('session_replication_role') as "replicationRole",
    current_user as role, current_database() as database,
    to_regclass('public.schema_migrations') is null as "isNew",
    coalesce(current_schema(), '') as schema,
    current_setting('search_path') as path`

type DatabaseFacts = {
  version: string
  major: number
  encoding: string
  isStandby: boolean
  isReadOnly: boolean
  replicationRole: string
  role: string
  database: string
  isNew: boolean
  schema: string
  path: string
}

/**
 * Whether a service can work with this database. Our own sessions override most of its defaults;
 * what is left is refused.
 * @throws {UnusableDatabase} with what to do
 */
export async function assertUsable(address: DatabaseAddress) {
  const client = new pg.Client(sessionOf(address, NO_LIMITS, ['search_path']).connection)
  await client.connect()
  try {
    const [found] = (await client.query<DatabaseFacts>(READ)).rows
    const refusal = found && refusalOf(found)
    if (refusal !== undefined) throw new UnusableDatabase(refusal)
  } finally {
    await client.end()
  }
}

function refusalOf(found: DatabaseFacts) {
  const { version, major, encoding, role, database } = found
  if (major < OLDEST)
    return `The database is PostgreSQL ${version}: update it to ${OLDEST} or newer.`
  if (encoding !== 'UTF8')
    return `The database has the encoding ${encoding}, which cannot hold all names: make another one with create database … encoding 'UTF8' template template0.`
  if (found.isStandby)
    return 'The database is a standby, which takes no writes: let DATABASE_URL lead to the primary.'
  if (found.isReadOnly)
    return `The database is read-only: alter database ${database} reset default_transaction_read_only, or the same for role ${role}.`
  if (found.replicationRole !== 'origin')
    return `session_replication_role is ${found.replicationRole}, so no trigger would run: alter role ${role} reset session_replication_role, or the same for database ${database}.`
  // Our tables would be beside those that the operator means, or beside our own from before.
  if (found.isNew && found.schema !== 'public')
    return `The tables of the service are in the schema public, and search_path (${found.path}) does not lead there first: alter role ${role} set search_path = public.`
  return undefined
}
