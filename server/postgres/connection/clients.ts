import { Socket } from 'node:net'
import pg from 'pg'
import {
  NotReached,
  beforeAnything,
  inTime,
  isAway,
  isBroken,
  isReadOnly,
  isUnsent,
} from './failures.ts'
import { followPrimary } from './primary.ts'
import { type DatabaseAddress, sessionOf } from './session.ts'

// bigint columns hold money and counts, which the schemas keep far below 2^53.
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
  /** Prepares each new connection before its first use. If this fails, it is not used. */
  onConnect: (client: pg.ClientBase) => Promise<void>
  /** A connection broke, whether or not it was in use. */
  onLost: () => void
  /** Somebody has waited this long for a connection, since none was idle. */
  onWaited: (seconds: number) => void
}

type Clients = pg.Pool & {
  onWaited: ClientListeners['onWaited']
  /** Begins each transaction. */
  beginText: string
  /** Of several hosts another one may take writes now. */
  lookAgain(): void
  /** Looks for another primary when this takes suspiciously long. */
  watch<Result>(work: Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * A connection or a commit takes some milliseconds. When one takes so many, its host may stand still, or
 * wait for a standby that has become the primary.
 */
const SUSPICIOUS_MS = 500

/** A new connection plans each named statement anew. Proxies on the way cut off what is idle for longer. */
const KEPT_IDLE_MS = 300_000

/** `connections`: at most so many. `timeoutMs`: how long a caller waits for one. */
export function createClients(
  address: DatabaseAddress,
  {
    onIdleError,
    onConnect,
    onLost,
    onWaited,
    connections,
    timeoutMs,
  }: ClientListeners & { connections: number; timeoutMs: number },
): Clients {
  const { connection, begin: beginText } = sessionOf(address)
  const primary = address.hosts && toPrimary(address, address.hosts)
  const clients = new pg.Pool({
    ...connection,
    ...(primary && { Client: primary.Client }),
    max: connections,
    types: codecs,
    connectionTimeoutMillis: timeoutMs,
    idleTimeoutMillis: KEPT_IDLE_MS,
    query_timeout: 4000,
    application_name: 'hosted-checkout',
    // Waited for, though its type does not say so. After `verify` the pool would lose a connection
    // whose caller has given up meanwhile.
    onConnect: onConnect as (client: pg.ClientBase) => void,
  })
  // While the pool closes, broken connections do not matter: nobody needs them any more.
  clients.on('error', (error) => {
    primary?.lookAgain()
    onLost()
    if (!clients.ending) onIdleError(error)
  })
  clients.on('release', (error: unknown) => {
    if (!error) return
    if (isBroken(error)) onLost()
    if (isBroken(error) || isReadOnly(error)) primary?.lookAgain()
  })
  // Between two statements of a transaction the pool does not listen, and an unheard error ends the
  // process. The next statement reports it.
  clients.on('connect', (client) => client.on('error', () => {}))
  return Object.assign(clients, {
    onWaited,
    beginText,
    lookAgain: () => primary?.lookAgain(),
    watch: <Result>(work: Promise<Result>) => (primary ? watch(work, primary.lookAgain) : work),
    close() {
      primary?.stop()
      return clients.end()
    },
  })
}

/** Clients of the host that takes writes now. Those of another one are cut off when it has moved. */
function toPrimary(address: DatabaseAddress, hosts: string[]) {
  const open = new Map<Socket, string>()
  const { connectionString: first = '' } = address
  const primary = followPrimary({ first, addresses: hosts }, (present) => {
    // Whether it is connected, being connected, or waits for a host that does not answer.
    for (const [socket, host] of open) if (host !== present) socket.destroy()
  })
  const connectionTo = (host: string) =>
    sessionOf({ ...address, connectionString: host }).connection.connectionString
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const host = primary.address()
      const socket = new Socket()
      super({ ...config, connectionString: connectionTo(host), stream: () => socket })
      open.set(socket, host)
      socket.once('close', () => open.delete(socket))
    }
  }
  return { Client, lookAgain: primary.lookAgain, stop: primary.stop }
}

async function watch<Result>(work: Promise<Result>, onSlow: () => void) {
  const suspicion = setTimeout(onSlow, SUSPICIOUS_MS)
  try {
    return await work
  } finally {
    clearTimeout(suspicion)
  }
}

async function connect(clients: Clients) {
  const waitsSince = clients.idleCount === 0 ? performance.now() : undefined
  try {
    return await inTime(clients.watch(clients.connect()))
  } catch (error) {
    clients.lookAgain()
    throw isAway(error) ? new NotReached(error) : error
  } finally {
    if (waitsSince !== undefined) clients.onWaited((performance.now() - waitsSince) / 1000)
  }
}

/** Whether a statement, which is a transaction of its own here, changes nothing. */
const isRead = ({ text }: pg.QueryConfig) =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text)

/** Hands the pool what PostgreSQL said, so that it drops only broken connections. */
export async function ask<Row extends pg.QueryResultRow>(
  clients: Clients,
  statement: pg.QueryConfig,
) {
  const client = await connect(clients)
  try {
    const result = await client.query<Row>(statement)
    client.release()
    return result
  } catch (error) {
    client.release(error as Error)
    if (isUnsent(error)) throw new NotReached(error)
    throw isRead(statement) ? beforeAnything(error) : error
  }
}

/**
 * Before the transaction has begun, a broken connection loses nothing. `settings`: of this
 * transaction alone.
 */
export async function begin(clients: Clients, settings: string[] = []) {
  const client = await connect(clients)
  try {
    await client.query([clients.beginText, ...settings].join('; '))
    return client
  } catch (error) {
    client.release(error as Error)
    throw isBroken(error) ? new NotReached(error) : error
  }
}
