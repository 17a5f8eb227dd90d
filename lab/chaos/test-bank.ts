import { join } from 'node:path'
import { randomBase62 } from '../../server/auth/random.ts'
import { withProviderFaults } from '../../server/payments/test/provider-faults.ts'
import { createTestProvider } from '../../server/payments/test/test-provider.ts'
import { openPool } from '../../server/postgres/database.ts'
import type * as Migrations from '../../server/postgres/migrations.ts'
import { openTestLedger } from '../../server/payments/test/test-ledger.ts'
import type { Bank, Post } from './bank.ts'
import type { BankDeed } from './bank-acts.ts'
import { startPostman } from './postman.ts'
import { startPostgres } from '../servers/databases.ts'

const BOOKS = `select attempt_id as attempt, session_id as session, currency,
    case when status in ('captured', 'refunded') then amount else 0 end::float8 as captured,
    refunded::float8, null as "takenAt", status in ('authorized', 'challenged') as "isOpen", false as "isConfirmedAgain",
    coalesce((select json_agg(json_build_object('id', 're_test_' || r.id, 'refundId', r.refund_id, 'isWhole', false,
        'amount', r.amount, 'state', case when r.failure_code is null then 'succeeded' else 'failed' end) order by r.id)
      from test_provider.refunds r where r.attempt_id = p.attempt_id), '[]') as refunds,
    coalesce((select json_agg(json_build_object('id', 'dp_test_' || d.id, 'amount', d.amount, 'state', d.state))
      from test_provider.disputes d where d.attempt_id = p.attempt_id), '[]') as disputes
  from test_provider.payments p`

/** How often a refund's answer is lost, or worse. */
const REFUND_FAULTS = 0.3

/** The test bank's books in their own PostgreSQL, which can run while the service's is down. */
export async function startTestBank({
  folder,
  seed,
  tree,
}: {
  folder: string
  seed: number
  /** Whose migrations make the books: a planted mistake may be in them. */
  tree: string
}): Promise<Bank> {
  const { migrate }: typeof Migrations = await import(join(tree, 'server/postgres/migrations.ts'))
  const { sql, socket, connection, ...target } = await startPostgres(join(folder, 'bank'))
  await migrate(connection)
  const pool = openPool(connection, { onIdleError: () => undefined })
  const ledger = openTestLedger(pool)
  const bank = createTestProvider({
    ledger,
    randomId: randomBase62,
    challengeUrl: (id) => id,
    notificationSecret: Buffer.alloc(32),
    now: () => new Date(),
  })
  let post: Post | undefined

  async function act({ attempt: attemptId, amount, ...deed }: BankDeed) {
    switch (deed.act) {
      case 'refund':
        return (await bank.refundByBank({ attemptId, amount })) ? -amount : undefined
      case 'fail refund':
        return (await ledger.takeBackRefund({ attemptId, code: 'declined' }))?.amount
      case 'dispute':
        return (await bank.dispute({ attemptId, amount, reason: 'fraudulent', state: deed.state }))
          ? 0
          : undefined
      case 'confirm again':
        return undefined
    }
  }

  return {
    ...target,
    name: 'test',
    books: () => sql.rows(BOOKS),
    upstream: { path: socket },
    env: (port) => ({ TEST_LEDGER_URL: `postgresql://postgres@127.0.0.1:${port}/postgres` }),
    async act(deed) {
      const kept = await act(deed)
      if (kept !== undefined && deed.isTold) post?.notify(deed.attempt)
      return kept
    },
    openProvider: ({ random, isReliable = false }) => ({
      provider: isReliable
        ? bank
        : withProviderFaults(bank, { rate: REFUND_FAULTS, random: random.fraction }),
      close: async () => undefined,
    }),
    startPost(world) {
      post = startPostman(world, sql, seed)
      return post
    },
    async stop() {
      await pool.close()
      await target.stop()
    },
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
