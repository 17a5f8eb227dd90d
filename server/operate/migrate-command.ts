import { cellOf } from '../open/open-database.ts'
import { migrate } from '../postgres/migrations.ts'
import { findDatabase } from './operators-database.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run migrate`: brings the database's schema up to date, for services with `MIGRATE=never`.
 * Prints each migration. Exit code 0: the schema is up to date. 2: failure.
 */
await runCommand(async (config, opening) => {
  const connection = await findDatabase(config, opening)
  const version = await migrate(connection, {
    say: (sentence) => console.log(sentence),
    cell: cellOf(config),
  })
  console.log(`The schema is up to date (version ${version})`)
})
