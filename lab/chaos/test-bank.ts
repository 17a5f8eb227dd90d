import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBase62 } from '../../server/auth/random.ts'
import { withProviderFaults } from '../../server/payments/test/provider-faults.ts'
import { createTestProvider } from '../../server/payments/test/test-provider.ts'
import { openPool } from '../../server/postgres/database.ts'
import { migrate } from '../../server/postgres/migrations.ts'
import { openTestLedger } from '../../server/postgres/test-provider-ledger.ts'
import type { Bank } from './bank.ts'
import { startPostman } from './postman.ts'
import { startPostgres } from './servers.ts'

const BOOKS = `select attempt_id as attempt, session_id as session, currency,
    case when status in ('captured', 'refunded') then amount else 0 end::float8 as captured,
    refunded::float8, status in ('authorized', 'challenged') as "isOpen"
  from test_provider.payments`

/** How often a refund's answer is lost, or worse. */
const REFUND_FAULTS = 0.3

/**
 * The test bank's books in a PostgreSQL of their own: it is up while ours is down, and the other way
 * round.
 */
export async function startTestBank({
  folder,
  seed,
}: {
  folder: string
  seed: number
}): Promise<Bank> {
  const dataDir = join(folder, 'bank')
  await mkdir(dataDir)
  const { sql, socket, connection, ...target } = await startPostgres(dataDir)
  await migrate(connection)
  return {
    ...target,
    books: () => sql.rows(BOOKS),
    upstream: { path: socket },
    env: (port) => ({ TEST_LEDGER_URL: `postgresql://postgres@127.0.0.1:${port}/postgres` }),
    openProvider({ random }) {
      const pool = openPool(connection, { onIdleError: () => undefined })
      const bank = createTestProvider({
        ledger: openTestLedger(pool),
        randomId: randomBase62,
        challengeUrl: (id) => id,
        notificationSecret: Buffer.alloc(32),
      })
      const provider = withProviderFaults(bank, { rate: REFUND_FAULTS, random: random.fraction })
      return { provider, close: () => pool.close() }
    },
    startPost: (world) => startPostman(world, sql, seed),
    slowAttempts: async () =>
      (
        await sql.rows<{ id: string }>(
          "select attempt_id as id from test_provider.payments where card = 'slow'",
        )
      ).map(({ id }) => id),
    findQuestions: async (attempts) =>
      (
        await sql.rows<{ id: string }>(
          `select challenge_id as id from test_provider.payments
            where status = 'challenged' and attempt_id = any($1)`,
          [attempts],
        )
      ).map(({ id }) => `/payment-frame/challenges/${id}`),
    calmDown: async () => undefined,
    violations: async () => [],
  }
}
