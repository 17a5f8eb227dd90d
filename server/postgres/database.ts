import pg from 'pg'
import { ask, begin, codecs, createClients } from './clients.ts'
import { inTime, untilReached } from './failures.ts'

/**
 * A statement with its parameters. A statement with a `name` is prepared once a connection: use it
 * on hot paths.
 */
export type Statement = { text: string; values: unknown[]; name?: string }

export class Fragment {
  readonly parts: readonly string[]
  readonly values: unknown[]

  constructor(parts: readonly string[], values: unknown[]) {
    this.parts = parts
    this.values = values
  }
}

/**
 * Our own SQL text, such as a list of columns, to be put into a statement as it is. Never for
 * values.
 */
export const fragment = (text: string) => new Fragment([text], [])

/** A part of a statement that brings parameters of its own, such as a condition. */
export const piece = (parts: TemplateStringsArray, ...inserted: unknown[]) =>
  new Fragment(parts, inserted)

/** `sql` with `${…}` as parameters, never as text; fragments and pieces alone are text. */
export function sql(parts: TemplateStringsArray, ...inserted: unknown[]): Statement {
  const values: unknown[] = []
  const write = (value: unknown): string =>
    value instanceof Fragment
      ? String.raw({ raw: value.parts }, ...value.values.map(write))
      : `$${values.push(value)}`
  return { text: write(new Fragment(parts, inserted)), values }
}

/** As `sql`, prepared once a connection under that name: for hot paths. */
export const named =
  (name: string) =>
  (parts: TemplateStringsArray, ...inserted: unknown[]): Statement => ({
    ...sql(parts, ...inserted),
    name,
  })

/** A row as it came: `columns` say what is in it. */
export type RawRow = Record<string, unknown>

/** Where statements run: the pool, or one transaction. */
export type Queryable = {
  rows<Row = RawRow>(statement: Statement): Promise<Row[]>
  /** The first row, when there is one. */
  row<Row = RawRow>(statement: Statement): Promise<Row | undefined>
  /** Runs the statement and counts the rows it touched. */
  run(statement: Statement): Promise<number>
}

declare const inTransaction: unique symbol
/** A `Queryable` inside of a transaction: functions that must not run outside of one ask for it. */
export type Transaction = Queryable & { readonly [inTransaction]: true }

export type Pool = Queryable & {
  /**
   * Runs `work` between BEGIN and COMMIT; any error rolls back. The only BEGIN of the service.
   * `isPatient`: waits for locks as long as usual. (Default: true.)
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: { isPatient: boolean },
  ): Promise<Result>
  close(): Promise<void>
}

type PoolListeners = {
  onIdleError: (error: Error) => void
  /** Works with each new connection before anybody else does; when it fails nobody will. */
  onConnect?: (db: Queryable) => Promise<void>
  /** A connection broke, whoever used it. */
  onLost?: () => void
  onCommitSent?: () => void
  monotonicMs?: () => number
}

type Query = (statement: Statement) => Promise<pg.QueryResult<RawRow>>

const queryOf =
  (client: pg.ClientBase): Query =>
  (statement) =>
    inTime(client.query<RawRow>(statement))

const queryable = (query: Query): Queryable => ({
  rows: async <Row>(statement: Statement) => (await query(statement)).rows as Row[],
  row: async <Row>(statement: Statement) => (await query(statement)).rows[0] as Row | undefined,
  run: async (statement) => (await query(statement)).rowCount ?? 0,
})

/** Many wait for this one: what somebody else keeps locked for longer, they do one by one. */
const BEGIN_IN_HASTE = "begin; set local lock_timeout = '100ms'"

async function transact<Result>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<Result>,
  onCommitSent: () => void,
) {
  let broken: Error | undefined
  try {
    const result = await work(queryable(queryOf(client)) as Transaction)
    const committed = client.query('commit')
    onCommitSent()
    await committed
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Opens a pool of at most 20 connections. A statement may take 2 s and wait 1 s for a lock, getting
 * a connection 3 s; then it is refused as `busy`. While the database restarts, what never reached it
 * is tried again for a second. `onIdleError` hears of connections that break while nobody uses them;
 * the pool replaces them by itself. `onCommitSent` is called between a COMMIT and its answer.
 */
export function openPool(
  connection: pg.PoolConfig,
  {
    onIdleError,
    onCommitSent = () => {},
    onConnect = async () => {},
    onLost = () => {},
    monotonicMs = () => performance.now(),
  }: PoolListeners,
): Pool {
  const clients = createClients(connection, {
    onIdleError,
    onConnect: (client) => onConnect(queryable(queryOf(client))),
    onLost,
  })
  const reach = <Reached>(work: () => Promise<Reached>) => untilReached(work, monotonicMs)
  return {
    ...queryable((statement) => inTime(reach(() => ask(clients, statement)))),
    transaction: async (work, { isPatient } = { isPatient: true }) =>
      transact(
        await reach(() => begin(clients, isPatient ? 'begin' : BEGIN_IN_HASTE)),
        work,
        onCommitSent,
      ),
    close: () => clients.end(),
  }
}

/** Whether what was committed outlives a crash of the database's machine. */
export const isDurable = async (db: Queryable) =>
  (await db.row<{ fsync: string }>(sql`select current_setting('fsync') as fsync`))?.fsync === 'on'

/**
 * One connection with what it alone sees, such as temporary tables. A statement may take a minute.
 */
export async function openConnection(
  connection: pg.ClientConfig,
): Promise<Queryable & { close(): Promise<void> }> {
  const client = new pg.Client({
    ...connection,
    types: codecs,
    statement_timeout: 60_000,
    application_name: 'hosted-checkout',
  })
  // When the connection breaks, the next statement says so.
  client.on('error', () => {})
  await client.connect()
  return { ...queryable(queryOf(client)), close: () => client.end() }
}

const UNIQUE_VIOLATION = '23505'

/**
 * Whether `error` is PostgreSQL refusing a second row in the unique index or constraint called
 * `name`.
 */
export const isUniqueViolation = (error: unknown, name: string) =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === name
