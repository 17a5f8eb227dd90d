import type { Logger } from 'pino'
import { numberOfCell } from '../auth/random.ts'
import type { Config } from '../config.ts'
import { ConfigError } from '../settings/config-error.ts'
import type { Events } from '../reporting/events.ts'
import type { Metrics } from '../reporting/metrics.ts'
import type { Failpoint } from '../checkout/checkout-deps.ts'
import { createHistory } from '../postgres/upkeep/database-history.ts'
import { isDurable } from '../postgres/upkeep/diagnosis.ts'
import { type Pool, openPool } from '../postgres/database.ts'
import { throwWithCure } from '../postgres/embedded/data-trouble.ts'
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts'
import { assertMigrated, migrate } from '../postgres/migrations.ts'
import { connectionsEach } from '../postgres/connection/connections-each.ts'
import { findPooler, readMajor } from '../postgres/connection/find-pooler.ts'
import { addressesOf } from '../postgres/connection/hosts.ts'
import { reachDatabase } from '../postgres/connection/reach-database.ts'
import type { DatabaseAddress } from '../postgres/connection/session.ts'
import { UnusableDatabase } from '../postgres/connection/unusable-database.ts'
import type { Timeouts } from '../service-options.ts'

/** How long the start waits for a database that starts at the same time. */
const PATIENCE_MS = 30_000

type Opening = {
  log: Logger
  events: Events
  metrics: Pick<Metrics, 'connectionWaits' | 'watchConnections'>
  reach: (failpoint: Failpoint) => void
  monotonicMs: () => number
  timeouts: Timeouts
  /** Closes what is opened here. */
  opening: AsyncDisposableStack
}

type Reaching = Pick<Config, 'databasePooler'> & Parameters<typeof reachDatabase>[1]

/** The database with an up-to-date schema: the operator's, or one that the service runs itself. */
export async function openDatabase(
  config: Config,
  { log, events, metrics, reach, monotonicMs, timeouts, opening }: Opening,
) {
  const say = (sentence: string) => log.info(sentence)
  const { databaseUrl, dataDir } = config
  const connection: DatabaseAddress =
    databaseUrl === undefined
      ? await openEmbedded({ dataDir, log: say }, opening)
      : await addressOf(databaseUrl, {
          databasePooler: config.databasePooler,
          ...startOptions(log, monotonicMs),
        })
  const cell = cellOf(config)
  const prepared =
    config.migrate === 'auto'
      ? migrate(connection, { say, cell })
      : assertMigrated(connection, cell)
  // PostgreSQL starts on data of which a database is missing or broken.
  await (databaseUrl === undefined
    ? prepared.catch((error) => throwWithCure(error, dataDir))
    : prepared)
  const history = createHistory({
    isReplaceable: connection.hosts !== undefined,
    onNew: events.recordUnsure,
  })
  const pool = openPool(connection, {
    onIdleError: (error) => events.databaseConnectionLost({ error }),
    onCommitSent: () => reach('K6'),
    onConnect: history.read,
    onLost: history.forget,
    onWaited: (seconds) => metrics.connectionWaits.observe(seconds),
    monotonicMs,
    timeoutMs: timeouts.connectionMs,
    connections: connectionsEach(config.workers),
  })
  opening.defer(() => pool.close())
  metrics.watchConnections(pool.countConnections)
  await assertDurable(pool, { config, events })
  return { connection, pool, history }
}

/** What the database is, or becomes. */
export const cellOf = ({ cell }: Pick<Config, 'cell'>) => ({
  code: cell,
  number: numberOfCell(cell),
})

/** How a start waits for the database. */
export const startOptions = (log: Logger, monotonicMs: () => number) => ({
  patienceMs: PATIENCE_MS,
  monotonicMs,
  onAway: (reason: string) =>
    log.warn(`DATABASE_URL: ${reason}; trying again for ${PATIENCE_MS / 1000} s`),
})

/** Without fsync, a crash may undo payments that were answered, or lose the database. */
async function assertDurable(
  pool: Pool,
  { config, events }: { config: Config; events: Pick<Events, 'databaseNotDurable'> },
) {
  if (await isDurable(pool)) return
  if (config.isProduction)
    throw new ConfigError(
      'DATABASE_URL',
      'the database runs with fsync = off and forgets payments in a crash: refused with NODE_ENV=production',
    )
  events.databaseNotDurable()
}

/** The test provider's books, when they have a database of their own. */
export function openTestBooks(
  { testLedgerUrl }: Pick<Config, 'testLedgerUrl'>,
  { onIdleError, opening }: { onIdleError: (error: Error) => void; opening: AsyncDisposableStack },
) {
  if (testLedgerUrl === undefined) return undefined
  const books = openPool({ connectionString: testLedgerUrl }, { onIdleError })
  opening.defer(() => books.close())
  return books
}

/** The operator's database: the host that takes writes, and a pooler before it. */
export async function addressOf(
  databaseUrl: string,
  { databasePooler, ...patience }: Reaching,
): Promise<DatabaseAddress> {
  const hosts = addressesOf(databaseUrl)
  try {
    const connectionString = await reachDatabase(hosts, patience)
    const isKnown = databasePooler === 'transaction'
    const pooler = await findPooler(connectionString, { isKnown })
    const address = { connectionString, ...(pooler && { pooler }) }
    const major = await readMajor(address)
    return { ...address, major, ...(hosts.length > 1 && { hosts }) }
  } catch (error) {
    throw error instanceof UnusableDatabase ? new ConfigError('DATABASE_URL', error.message) : error
  }
}

async function openEmbedded(
  options: Parameters<typeof startEmbeddedPostgres>[0],
  opening: AsyncDisposableStack,
) {
  const { connection, stop } = await startEmbeddedPostgres(options)
  opening.defer(stop)
  return connection
}
