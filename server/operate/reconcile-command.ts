import { type Difference, reconcile } from '../checkout/reconcile.ts'
import { type Config, ConfigError, parseConfig } from '../config.ts'
import { openProviders } from '../open/open-providers.ts'
import { openCheckoutDatabase } from '../postgres/checkout/checkout-database.ts'
import { openPool } from '../postgres/database.ts'
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts'
import { migrate } from '../postgres/migrations.ts'
import { openReconciliation } from '../postgres/reconciliation.ts'
import { findRunningPostgres } from '../postgres/embedded/running-postgres.ts'
import { parseDays } from './parse-days.ts'
import { toLine } from './reconciliation-line.ts'
import { openSecrets } from '../secrets.ts'

/**
 * `npm run reconcile -- [--since <days>]`: compares the provider's books of the last days (default
 * 30) with the orders, beside a running service or without one. One line a difference, then a
 * summary. Exit code 0: no difference, 1: differences, 2: failure.
 */
async function main() {
  const days = parseDays(process.argv.slice(2))
  const config = parseConfig(process.env)
  await using opening = new AsyncDisposableStack()
  const { databaseUrl } = config
  const connection =
    databaseUrl === undefined
      ? await reachEmbedded(config, opening)
      : { connectionString: databaseUrl }
  const pool = openPool(connection, { onIdleError: ({ message }) => console.error(message) })
  opening.defer(() => pool.close())
  const records = await openReconciliation(connection)
  opening.defer(() => records.close())
  const [material = ''] = (await openSecrets(config)).tokenSigningKeys
  const { taking, others } = await openProviders(config, { pool, material })
  const providers = [taking, ...others].map(({ provider }) => provider)

  const { orphans } = openCheckoutDatabase(pool)
  const report = async (found: Difference) => {
    console.log(toLine(found))
    if (found.kind !== 'unresolved_break' && found.theirs && !found.ours)
      await orphans.record(found.provider, found.theirs)
  }
  const { compared, differences } = await reconcile({ providers, records }, { days, report })
  console.log(`${compared} payments compared, ${differences} differences`)
  process.exitCode = differences > 0 ? 1 : 0
}

/**
 * The database of the service that runs here, or, while none runs, its data with a PostgreSQL of
 * our own.
 */
async function reachEmbedded({ dataDir }: Config, opening: AsyncDisposableStack) {
  const running = await findRunningPostgres(dataDir)
  if (running) return running
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  opening.defer(stop)
  await migrate(connection)
  return connection
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message || error.stack : String(error)
  console.error(error instanceof ConfigError ? `Bad setting ${message}` : message)
  process.exitCode = 2
})
