import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../../server/postgres/migrations.ts'
import type { BankBooks } from './bank.ts'
import { startPostgres } from './servers.ts'

const BOOKS = `select attempt_id as attempt, session_id as session, currency,
    case when status in ('captured', 'refunded') then amount else 0 end::float8 as captured,
    refunded::float8, status in ('authorized', 'challenged') as "isOpen"
  from test_provider.payments`

/**
 * The test bank's books in a PostgreSQL of their own: it is up while ours is down, and the other way
 * round.
 */
export async function startTestBank(folder: string) {
  const dataDir = join(folder, 'bank')
  await mkdir(dataDir)
  const postgres = await startPostgres(dataDir)
  await migrate(postgres.connection)
  const books: BankBooks = () => postgres.sql.rows(BOOKS)
  return { ...postgres, books }
}
