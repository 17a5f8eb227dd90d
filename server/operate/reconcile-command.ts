import { migrate } from '../postgres/migrations.ts'
import { compareBooks } from './compare-books.ts'
import { findDatabase } from './operators-database.ts'
import { parseDays } from './parse-days.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run reconcile -- [--since <days>]`: compares the provider's books of the last days (default
 * 30) with the orders, with or without a running service. Prints a line for each difference, then a
 * summary. Exit code 0: no difference. 1: differences. 2: failure.
 */
await runCommand(async (config, opening) => {
  const days = parseDays(process.argv.slice(2))
  const connection = await findDatabase(config, opening)
  if (config.databaseUrl === undefined) await migrate(connection)
  const differences = await compareBooks(config, { connection, days, opening })
  process.exitCode = differences > 0 ? 1 : 0
})
