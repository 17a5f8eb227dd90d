import { type Config, ConfigError } from './config.ts'
import type { Events } from './events.ts'
import { type Pool, isDurable } from './postgres/database.ts'

/** With fsync off a crash of its machine takes back what was answered, and may leave no database. */
export async function assertDurable(
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
