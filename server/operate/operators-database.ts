import type { Config } from '../config.ts'
import { addressOf } from '../open/open-database.ts'
import type { DatabaseAddress } from '../postgres/connection/session.ts'
import { findRunningPostgres } from '../postgres/embedded/running-postgres.ts'
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts'

/**
 * The database for an operator's program: `DATABASE_URL`, or the data in `DATA_DIR`, with the
 * running service's PostgreSQL or, if none runs, one of its own. `isNew`: there are no data yet.
 */
export async function findDatabase(
  {
    databaseUrl,
    dataDir,
    databasePooler,
  }: Pick<Config, 'databaseUrl' | 'databasePooler' | 'dataDir'>,
  opening: AsyncDisposableStack,
  { isNew = false } = {},
): Promise<DatabaseAddress> {
  if (databaseUrl !== undefined)
    return addressOf(databaseUrl, {
      databasePooler,
      patienceMs: 0,
      monotonicMs: () => performance.now(),
      onAway: () => undefined,
    })
  const running = isNew ? undefined : await findRunningPostgres(dataDir)
  if (running) return running
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  opening.defer(stop)
  return connection
}
