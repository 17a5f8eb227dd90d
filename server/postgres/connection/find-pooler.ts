import pg from 'pg'
import { type Pooler, takeLimits } from './session.ts'

/** PgBouncer's code for everything that it refuses itself. */
const REFUSED_BY_POOLER = '08P01'

const UNKNOWN_STATEMENT = '26000'

/** Any time that is nobody's default, in milliseconds. */
const A_TIME_MS = 86_399_000

const PATIENCE_MS = 3000

/**
 * Finds out whether a pooler that keeps no session stands before the database: it refuses or ignores
 * what a connection is opened with. `isKnown`: the operator says that there is one.
 * @returns undefined without such a pooler
 */
export async function findPooler(
  databaseUrl: string,
  { isKnown }: { isKnown: boolean },
): Promise<Pooler | undefined> {
  const connection = { connectionString: takeLimits(databaseUrl).address }
  if (!isKnown && (await keepsSession(connection))) return undefined
  return { keepsStatements: await keepsStatements(connection) }
}

async function keepsSession(connection: pg.ClientConfig) {
  try {
    await using client = await open({ ...connection, statement_timeout: A_TIME_MS })
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
  await other.query('begin')
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
