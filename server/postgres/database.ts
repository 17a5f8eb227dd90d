import pg from 'pg'
import { ask, begin, codecs, createClients } from './connection/clients.ts'
import { connectionsEach } from './connection/connections-each.ts'
import { beforeAnything, inTime, untilReached } from './connection/failures.ts'
import { findPrimary } from './connection/primary.ts'
import { type DatabaseAddress, NO_LIMITS, sessionOf } from './connection/session.ts'
import { createLockTimeout } from './lock-timeout.ts'

/** A statement with its parameters. A `name` prepares it once a connection: for hot paths. */
export type Statement = {
  text: string
  values: unknown[]
  name?: string
  /** How long its answer is waited for, in milliseconds. (Default: that of the connection.) */
  query_timeout?: number
}

export class Fragment {
  readonly parts: readonly string[]
  readonly values: unknown[]

  constructor(parts: readonly string[], values: unknown[]) {
    this.parts = parts
    this.values = values
  }
}

/** SQL text of ours, such as a list of columns, for use in a statement. Never for values. */
export const fragment = (text: string) => new Fragment([text], [])

/** A part of a statement with parameters of its own, such as a condition. */
export const piece = (parts: TemplateStringsArray, ...inserted: unknown[]) =>
  new Fragment(parts, inserted)

/** `${…}` becomes a parameter, never text; only fragments and pieces become text. */
export function sql(parts: TemplateStringsArray, ...inserted: unknown[]): Statement {
  const values: unknown[] = []
  const write = (value: unknown): string =>
    value instanceof Fragment
      ? String.raw({ raw: value.parts }, ...value.values.map(write))
      : `$${values.push(value)}`
  return { text: write(new Fragment(parts, inserted)), values }
}

/** Like `sql`, prepared once a connection under this name: for hot paths. */
export const named =
  (name: string) =>
  (parts: TemplateStringsArray, ...inserted: unknown[]): Statement => ({
    ...sql(parts, ...inserted),
    name,
  })

declare const unread: unique symbol
/** A row as it came. Only `columns` read it, which check and type its values. */
export type RawRow = { readonly [unread]: true }

/** Where statements run: the pool, or one transaction. */
export type Queryable = {
  rows(statement: Statement): Promise<RawRow[]>
  /** The first row; undefined without one. */
  row(statement: Statement): Promise<RawRow | undefined>
  /** Returns how many rows the statement touched. */
  run(statement: Statement): Promise<number>
}

declare const inTransaction: unique symbol
/** The type for functions that must run in a transaction. */
export type Transaction = Queryable & { readonly [inTransaction]: true }

export type Pool = Queryable & {
  /**
   * Runs `work` between BEGIN and COMMIT; any error rolls back. The only BEGIN of the service.
   * `isPatient`: whether to wait for locks and slow rows as long as usual. (Default: true.)
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: { isPatient: boolean },
  ): Promise<Result>
  /** Connections that are in use and that are idle, and who is waiting for one. */
  countConnections(): { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

type PoolOptions = {
  onIdleError: (error: Error) => void
  /** Prepares each new connection before its first use. If this fails, it is not used. */
  onConnect?: (db: Queryable) => Promise<void>
  /** A connection broke, whether or not it was in use. */
  onLost?: () => void
  /** Somebody has waited this long for a connection, since none was idle. */
  onWaited?: (seconds: number) => void
  onCommitSent?: () => void
  monotonicMs?: () => number
  lockTimeout?: ReturnType<typeof createLockTimeout>
  /** At most so many. (Default: those of a process that is alone.) */
  connections?: number
  /** How long a caller waits for a connection. (Default: 3 s.) */
  timeoutMs?: number | undefined
}

type Query = (statement: Statement) => Promise<pg.QueryResult<RawRow>>

/** Without a name nothing is prepared, for a pooler that does not keep what is. */
const queryOf = (client: pg.ClientBase, { pooler }: DatabaseAddress): Query =>
  pooler?.keepsStatements === false
    ? ({ name: _name, ...statement }) => inTime(client.query<RawRow>(statement))
    : (statement) => inTime(client.query<RawRow>(statement))

const queryable = (query: Query): Queryable => ({
  rows: async (statement) => (await query(statement)).rows,
  row: async (statement) => (await query(statement)).rows[0],
  run: async (statement) => (await query(statement)).rowCount ?? 0,
})

type Committing = Pick<ReturnType<typeof createClients>, 'watch'> &
  Pick<PoolOptions, 'onCommitSent'>

async function transact<Result>(
  client: pg.PoolClient,
  work: () => Promise<Result>,
  { watch, onCommitSent = () => {} }: Committing,
) {
  let broken: Error | undefined
  let isCommitSent = false
  try {
    const result = await work()
    isCommitSent = true
    const committed = client.query('commit')
    onCommitSent()
    // Refused by PostgreSQL, it has not happened. With the connection lost, it may have.
    await watch(inTime(committed))
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw isCommitSent ? error : beforeAnything(error)
  } finally {
    client.release(broken)
  }
}

/**
 * Opens a pool of connections. A statement may take 2 s, wait 1 s for a lock and 3 s for
 * a connection; then it is refused as `busy`. While the database restarts, statements that did not
 * reach it are tried again for a second. `onIdleError`: an unused connection broke; the pool
 * replaces it. `onCommitSent`: called between a COMMIT and its answer.
 */
export function openPool(
  address: DatabaseAddress,
  {
    onIdleError,
    onCommitSent = () => {},
    onConnect = async () => {},
    onLost = () => {},
    onWaited = () => {},
    monotonicMs = () => performance.now(),
    lockTimeout = createLockTimeout(),
    connections = connectionsEach(1),
    timeoutMs = 3000,
  }: PoolOptions,
): Pool {
  const clients = createClients(address, {
    onIdleError,
    onConnect: (client) => onConnect(queryable(queryOf(client, address))),
    onLost,
    onWaited,
    connections,
    timeoutMs,
  })
  const patience = { monotonicMs, hasPooler: address.pooler !== undefined }
  const reach = <Reached>(work: () => Promise<Reached>) => untilReached(work, patience)
  /** Where no session has our limits of time, each statement has a transaction that sets them. */
  const askAlone: Query = async (statement) => {
    const client = await inTime(reach(() => begin(clients)))
    return transact(client, () => queryOf(client, address)(statement), clients)
  }
  return {
    ...queryable(
      address.pooler
        ? askAlone
        : (statement) => inTime(reach(() => ask<RawRow>(clients, statement))),
    ),
    async transaction(work, { isPatient } = { isPatient: true }) {
      const client = await reach(() => begin(clients, isPatient ? [] : lockTimeout.settings()))
      const begunAt = monotonicMs()
      try {
        const tx = queryable(queryOf(client, address)) as Transaction
        return await transact(client, () => work(tx), { watch: clients.watch, onCommitSent })
      } finally {
        if (!isPatient) lockTimeout.observe(monotonicMs() - begunAt)
      }
    },
    countConnections: () => ({
      busy: clients.totalCount - clients.idleCount,
      idle: clients.idleCount,
      waiting: clients.waitingCount,
    }),
    close: () => clients.close(),
  }
}

/** Of a program or a round for which nobody waits, in milliseconds. */
const LONG_LIMITS = { ...NO_LIMITS, statement_timeout: 60_000 }

/**
 * A connection for what only it sees, such as temporary tables. A statement may take a minute. A
 * pooler keeps it for one transaction, which lasts until it is closed.
 */
export async function openConnection(
  address: DatabaseAddress,
): Promise<Queryable & { close(): Promise<void> }> {
  const primary = address.hosts && (await findPrimary(address.hosts))
  const { connection, begin: beginText } = sessionOf(
    { ...address, ...(primary && { connectionString: primary.address }) },
    LONG_LIMITS,
  )
  const client = new pg.Client({
    ...connection,
    types: codecs,
    application_name: 'hosted-checkout',
  })
  // When the connection breaks, the next statement reports it.
  client.on('error', () => {})
  await client.connect()
  if (address.pooler) await client.query(beginText)
  return { ...queryable(queryOf(client, address)), close: () => client.end() }
}

const UNIQUE_VIOLATION = '23505'

/** Whether PostgreSQL has refused a second row in the unique index or constraint called `name`. */
export const isUniqueViolation = (error: unknown, name: string) =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === name
