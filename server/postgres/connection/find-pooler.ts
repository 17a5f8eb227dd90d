import pg from 'pg'
import { type DatabaseAddress, NO_LIMITS, type Pooler, sessionOf, takeLimits } from './session.ts'
import { UnusableDatabase } from './unusable-database.ts'

/** PgBouncer's code for everything that it refuses itself. */
const REFUSED_BY_POOLER = '08P01'

const UNKNOWN_STATEMENT = '26000'

/** Any time that no software has as its default, in milliseconds. */
const A_TIME_MS = 86_399_000

const PATIENCE_MS = 3000

/**
 * Finds out whether a pooler that keeps no session is before the database: it refuses or ignores
 * what a connection is opened with. `isKnown`: the operator says that there is one.
 * @returns undefined without such a pooler
 * @throws {UnusableDatabase} when it takes single statements alone
 */
export async function findPooler(
  databaseUrl: string,
  { isKnown }: { isKnown: boolean },
): Promise<Pooler | undefined> {
  const connection = { connectionString: takeLimits(databaseUrl).address }
  if (!isKnown && (await keepsSession(connection))) return undefined
  return { keepsStatements: await keepsStatements(connection) }
}

/** The version of PostgreSQL, such as 18. */
export async function readMajor(address: DatabaseAddress) {
  await using client = await open(sessionOf(address, NO_LIMITS).connection)
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::integer / 10000 as major`,
  )
  return rows[0]?.major ?? 0
}

async function keepsSession(connection: pg.ClientConfig) {
  try {
    const asked = sessionOf(connection, { ...NO_LIMITS, statement_timeout: A_TIME_MS })
    await using client = await open(asked.connection)
    const { rows } = await client.query<{ ms: string }>(
      `select setting as ms from pg_settings where name = 'statement_timeout'`,
    )
    return Number(rows[0]?.ms) === A_TIME_MS
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === REFUSED_BY_POOLER) return false
    throw error
  }
}

/**
 * Prepares a statement in one transaction and uses it in the next, while another client keeps the
 * server's connection of the first. Where that cannot be done it says no, which always works.
 */
async function keepsStatements(connection: pg.ClientConfig) {
  await using client = await open(connection)
  await using other = await open(connection)
  const first = await readPid(client, 'find-pooler')
  await begin(other)
  const taken = await readPid(other)
  try {
    const second = await readPid(client, 'find-pooler')
    return taken === first && second !== first
  } catch (error) {
    const isAnswer = !(error instanceof pg.DatabaseError) || error.code === UNKNOWN_STATEMENT
    if (isAnswer) return false
    throw error
  }
}

async function begin(client: pg.Client) {
  await client.query('begin').catch((cause: unknown) => {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== REFUSED_BY_POOLER) throw cause
    throw new UnusableDatabase(
      `the pooler takes no transactions (${cause.message}): set its pool_mode to transaction or session`,
      { cause },
    )
  })
}

async function readPid(client: pg.Client, name?: string) {
  const text = 'select pg_backend_pid() as pid'
  const { rows } = await client.query<{ pid: number }>({ text, ...(name && { name }) })
  return rows[0]?.pid
}

async function open(connection: pg.ClientConfig) {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => {})
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
