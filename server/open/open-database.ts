import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import type { Events } from '../events.ts'
import type { Failpoint } from '../checkout/checkout-deps.ts'
import { createHistory } from '../postgres/database-history.ts'
import { type Pool, isDurable, openPool } from '../postgres/database.ts'
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts'
import { migrate } from '../postgres/migrations.ts'

type Opening = {
  log: Logger
  events: Events
  reach: (failpoint: Failpoint) => void
  monotonicMs: () => number
  /** What is opened here is closed with it. */
  opening: AsyncDisposableStack
}

/** The record with its schema up to date: the operator's PostgreSQL, or one of our own. */
export async function openDatabase(
  config: Config,
  { log, events, reach, monotonicMs, opening }: Opening,
) {
  const connection =
    config.databaseUrl === undefined
      ? await openEmbedded(
          { dataDir: config.dataDir, log: (sentence) => log.info(sentence) },
          opening,
        )
      : { connectionString: config.databaseUrl }
  await migrate(connection)
  const history = createHistory()
  const pool = openPool(connection, {
    onIdleError: (error) => events.databaseConnectionLost({ error }),
    onCommitSent: () => reach('K6'),
    onConnect: history.read,
    onLost: history.forget,
    monotonicMs,
  })
  opening.defer(() => pool.close())
  await assertDurable(pool, { config, events })
  return { connection, pool, history }
}

/** With fsync off a crash of its machine takes back what was answered, and may leave no database. */
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

/** Where the test provider's books are kept when they are not beside the record. */
export function openTestBooks(
  { testLedgerUrl }: Config,
  { events, opening }: Pick<Opening, 'events' | 'opening'>,
) {
  if (testLedgerUrl === undefined) return undefined
  const books = openPool(
    { connectionString: testLedgerUrl },
    { onIdleError: (error) => events.databaseConnectionLost({ error }) },
  )
  opening.defer(() => books.close())
  return books
}

async function openEmbedded(
  options: Parameters<typeof startEmbeddedPostgres>[0],
  opening: AsyncDisposableStack,
) {
  const { connection, stop } = await startEmbeddedPostgres(options)
  opening.defer(stop)
  return connection
}
