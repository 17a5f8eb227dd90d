import { createWorkProofs } from '../auth/work-proofs.ts'
import type { ClientNetwork } from '../checkout/buyers/client-network.ts'
import { createStoredKey } from '../auth/api-keys.ts'
import { ids, randomBase62 } from '../auth/random.ts'
import type { PaymentAttempt } from '../checkout/payments/attempt.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { OwnerNews } from '../checkout/ports/owner-news.ts'
import { announceSessions } from '../checkout/sessions/announce-session.ts'
import { createSession } from '../checkout/sessions/create-session.ts'
import { paySession } from '../checkout/payments/pay-session.ts'
import {
  expireSessions,
  recoverPayments,
  returnKeptUnits,
} from '../checkout/payments/recover-payments.ts'
import { createEvents } from '../reporting/events.ts'
import { createLog } from '../reporting/log.ts'
import { openMemoryCache } from '../cache/memory/memory-cache.ts'
import { createTestProvider } from '../payments/test/test-provider.ts'
import { openCheckoutDatabase } from '../postgres/checkout-database.ts'
import { openPool } from '../postgres/database.ts'
import { createLockTimeout } from '../postgres/lock-timeout.ts'
import { openRecords } from '../postgres/records.ts'
import { openTestLedger } from '../payments/test/test-ledger.ts'
import { CARDS } from './builders.ts'
import { openSql } from './sql.ts'
import { createTestDatabase } from './servers/test-postgres.ts'

type Payment = { as?: CheckoutDeps; card?: string; networks?: ClientNetwork[] }

export type World = Awaited<ReturnType<typeof openWorld>>

/** On a busy machine, too, what comes together goes together. */
const PATIENT = createLockTimeout({ leastMs: 60_000, mostMs: 60_000 })

/**
 * The core on a real database and the test bank, without HTTP. The test decides when a process dies
 * and when recovery runs.
 */
export async function openWorld({ lockTimeout = PATIENT } = {}) {
  const database = await createTestDatabase()
  // Dropping the database cuts connections.
  const pool = openPool(
    { connectionString: database.url },
    { onIdleError: () => undefined, lockTimeout },
  )
  const sql = openSql(database.url)
  const lines: string[] = []
  const notified: OwnerNews[] = []
  const log = createLog({
    level: 'debug',
    destination: {
      write: (line: string) => {
        lines.push(line)
      },
    },
  })
  const bank = createTestProvider({
    ledger: openTestLedger(pool),
    randomId: randomBase62,
    challengeUrl: (id) => `http://127.0.0.1/challenges/${id}`,
    notificationSecret: Buffer.alloc(32, 7),
    now: () => new Date(),
  })
  const cache = openMemoryCache({ rateLimit: { perSecond: 1000, burst: 1000 } })
  const deps: CheckoutDeps = {
    db: openCheckoutDatabase(pool, {
      onExpired: (storeId) => void announceSessions({ cache }, { writtenIn: [storeId] }),
    }),
    cache,
    provider: bank,
    testProvider: bank,
    providers: [bank],
    clock: { now: () => new Date() },
    ids,
    events: createEvents(log),
    notifyOwners: (news) => void notified.push(news),
    workProofs: createWorkProofs(Buffer.alloc(32)),
    reach: () => undefined,
  }
  const records = openRecords(pool)
  const storeId = ids.store()
  const keys = (['public', 'secret'] as const).map(
    (kind) => createStoredKey(kind, { isTest: false }).stored,
  )
  await records.createStore(
    {
      id: storeId,
      name: 'Loom & Co',
      plan: 'pro',
      currency: 'EUR',
      deliveryOptions: [{ id: 'standard', name: 'Post', fee: 450 }],
      allowedOrigins: [],
      test: false,
    },
    { keys },
  )

  const withProvider = (changes: Partial<PaymentProvider>): CheckoutDeps => {
    const provider = { ...bank, ...changes }
    return { ...deps, provider, providers: [provider] }
  }

  return {
    deps,
    bank,
    sql,
    storeId,
    withProvider,
    databaseUrl: database.url,
    log: () => lines.join(''),
    /** News that the store's owners got. */
    notified,
    async aSession({ stock: onHand = 10, quantity = 2 } = {}) {
      const slug = `mug-${randomBase62(8)}`
      const count = (onHandNow: number) =>
        records.putProduct(
          { storeId, slug, address: null },
          {
            name: 'Mug',
            price: 1000,
            description: null,
            translations: {},
            imageUrl: null,
            archived: false,
            variants: [{ size: null, colorName: null, stock: onHandNow }],
          },
        )
      await count(onHand)
      const variant = async () => (await records.findProduct(storeId, slug))?.variants[0]
      const another = async () => {
        const { id } = await createSession(
          deps,
          { storeId, keyKind: 'secret', currency: 'EUR', allowedOrigins: [], isTest: false },
          {
            request: { items: [{ product: slug, quantity }] },
            metadataText: null,
            ttlSeconds: 1800,
          },
        )
        return { id, read: () => deps.db.findSession(id) }
      }
      return {
        ...(await another()),
        slug,
        /** Opens one more session of the same product. */
        another,
        /** The merchant counts the product. */
        count,
        /** Units on hand. */
        stock: async () => (await variant())?.stock,
        forSale: async () => {
          const [row] = await sql.rows<{ stock: number }>(
            'select v.stock::integer from variants v join products p on p.id = v.product_id where p.slug = $1',
            [slug],
          )
          return row?.stock
        },
      }
    },
    pay: async (
      sessionId: string,
      { as = deps, card = CARDS.succeeds, networks = [] }: Payment = {},
    ) =>
      paySession(as, {
        sessionId,
        networks,
        request: {
          customer: { name: 'Ana Example', phone: '+34 600 123 456' },
          fulfillment: { method: 'DELIVERY', option: 'standard', details: 'Calle Mayor 1' },
          paymentMethod: (await bank.createPaymentMethod(card)) ?? 'none',
        },
      }),
    attemptOf: async (sessionId: string): Promise<PaymentAttempt> => {
      const [row] = await sql.rows<{ id: string }>(
        `
        select id from payment_attempts where session_id = $1 order by created_at desc limit 1`,
        [sessionId],
      )
      return (await deps.db.getAttempt(row?.id ?? '')).attempt
    },
    ledgerOf: async (sessionId: string) =>
      (
        await sql.rows<{ status: string }>(
          'select status from test_provider.payments where session_id = $1 order by id',
          [sessionId],
        )
      ).map(({ status }) => status),
    /** Makes the attempt's next check due, and ends its lease if asked. */
    async makeDue(sessionId: string, { isLeaseOver = false } = {}) {
      await sql.rows(
        `update payment_attempts set next_check_at = clock_timestamp(),
        lease_until = case when $2 then clock_timestamp() else lease_until end
        where session_id = $1 and next_check_at is not null`,
        [sessionId, isLeaseOver],
      )
    },
    /** Sets the session's deadline to now, or to `agoMs` ago. */
    endTime: (sessionId: string, { agoMs = 0 } = {}) =>
      sql.rows(
        `update checkout_sessions set expires_at = clock_timestamp() - $2 * interval '1 ms' where id = $1`,
        [sessionId, agoMs],
      ),
    /** The store lives in this cell from here on; null: in its own. */
    moveTo: (cell: string | null) =>
      sql.rows('update stores set cell = $2 where id = $1', [storeId, cell]),
    async recover(as = deps) {
      await recoverPayments(as)
      await returnKeptUnits(as)
      await expireSessions(as)
    },
    async close() {
      await sql.close()
      await pool.close()
      await database.drop()
    },
  }
}

/** The process dies in a call of the provider: before it, or before reading its answer. */
export class Killed extends Error {
  override readonly name = 'Killed'
}
