import pg from 'pg'
import { durable } from './durable.ts'
import { NotReached, inTime, isAway, isBroken, isUnsent } from './failures.ts'

// bigint columns hold money and counts, all far below 2^53 (checked by the schemas): one codec,
// here.
const parseBigint = (value: string) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${value} is outside of the safe integers`)
  return number
}

export const codecs: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? parseBigint : pg.types.getTypeParser(oid, format as 'text'),
}

type ClientListeners = {
  onIdleError: (error: Error) => void
  /** Works with each new connection before anybody else does; when it fails nobody will. */
  onConnect: (client: pg.ClientBase) => Promise<void>
  /** A connection broke, whoever used it. */
  onLost: () => void
}

/** At most 20 connections, of which `onLost` and `onIdleError` hear when they break. */
export function createClients(
  connection: pg.PoolConfig,
  { onIdleError, onConnect, onLost }: ClientListeners,
) {
  const prepare = async (client: pg.PoolClient, done: (error?: Error) => void) => {
    const failure = await onConnect(client).then(
      () => undefined,
      (error: Error) => error,
    )
    done(failure)
  }
  const clients = new pg.Pool({
    ...durable(connection),
    max: 20,
    types: codecs,
    connectionTimeoutMillis: 3000,
    query_timeout: 4000,
    statement_timeout: 2000,
    lock_timeout: 1000,
    idle_in_transaction_session_timeout: 5000,
    application_name: 'hosted-checkout',
    verify: (client, done) => void prepare(client, done),
  })
  // While the pool closes its connections they may be cut off instead; nobody needs them any more.
  clients.on('error', (error) => {
    onLost()
    if (!clients.ending) onIdleError(error)
  })
  clients.on('release', (error: unknown) => {
    if (error && isBroken(error)) onLost()
  })
  // Between two statements of a transaction the pool does not listen, and an error that nobody
  // hears ends the process. The next statement says it.
  return clients.on('connect', (client) => client.on('error', () => {}))
}

const connect = (clients: pg.Pool) =>
  inTime(clients.connect()).catch((error: unknown) => {
    throw isAway(error) ? new NotReached(error) : error
  })

/** The pool hears what PostgreSQL said: only a broken connection is a lost one. */
export async function ask(clients: pg.Pool, statement: pg.QueryConfig) {
  const client = await connect(clients)
  try {
    const result = await client.query<Record<string, unknown>>(statement)
    client.release()
    return result
  } catch (error) {
    client.release(error as Error)
    throw isUnsent(error) ? new NotReached(error) : error
  }
}

/** Nothing is lost with a connection that breaks before there is a transaction on it. */
export async function begin(clients: pg.Pool, text: string) {
  const client = await connect(clients)
  try {
    await client.query(text)
    return client
  } catch (error) {
    client.release(error as Error)
    throw isBroken(error) ? new NotReached(error) : error
  }
}
