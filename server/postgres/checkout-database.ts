import type { CheckoutDatabase, CheckoutTransaction, LockedSession } from '../checkout/ports.ts'
import type { SessionState } from '../checkout/session.ts'
import * as attempts from './attempts.ts'
import { type Pool, type Transaction, named, sql } from './database.ts'
import { insertOrder } from './orders.ts'
import { findProduct } from './products.ts'
import * as sessions from './sessions.ts'
import { takeStock } from './stock.ts'

type LockedRow = {
  id: string; state: SessionState; store_id: string; product_id: string; variant_id: string; product_slug: string; product_name: string
  image_url: string | null; size: string | null; color: string | null; quantity: number; unit_price: number; currency: string
  delivery_options: LockedSession['quote']['deliveryOptions']; declines: number; expires_at: Date; now: Date
}

/** The clock is read outside of the locking query, hence after the lock was granted: a wait for the lock counts as time passed. */
async function lockSession(tx: Transaction, id: string): Promise<LockedSession | undefined> {
  const row = await tx.row<LockedRow>(named('lock-session', sql`
    with locked as materialized (
      select id, state, store_id, product_id::text, variant_id::text, product_slug, product_name, image_url, size, color, quantity,
        unit_price, currency, delivery_options, declines, expires_at
      from checkout_sessions where id = ${id} for update)
    select *, clock_timestamp() as now from locked`))
  return row && {
    id: row.id, state: row.state, storeId: row.store_id, declines: row.declines, expiresAt: row.expires_at, now: row.now,
    quote: {
      productId: row.product_id, variantId: row.variant_id, productSlug: row.product_slug, productName: row.product_name,
      imageUrl: row.image_url, size: row.size, color: row.color, quantity: row.quantity, unitPrice: row.unit_price,
      currency: row.currency, deliveryOptions: row.delivery_options,
    },
  }
}

const toCheckoutTransaction = (tx: Transaction): CheckoutTransaction => ({
  lockSession: (id) => lockSession(tx, id),
  updateSession: async (id, { state, declines }) => {
    await tx.run(named('update-session', sql`update checkout_sessions set state = ${state}, version = version + 1,
      declines = coalesce(${declines ?? null}, declines) where id = ${id}`))
  },
  takeStock: (variantId, quantity) => takeStock(tx, variantId, quantity),
  insertAttempt: async (attempt) => { await attempts.insertAttempt(tx, attempt) },
  getAttempt: async (id) => (await attempts.getAttempt(tx, id)).attempt,
  updateAttempt: async (id, change) => { await attempts.updateAttempt(tx, id, change) },
  releaseHold: (attempt) => attempts.releaseHold(tx, attempt),
  insertOrder: async ({ orderNumber, attempt }) => {
    await attempts.endHold(tx, attempt.id)
    await insertOrder(tx, { orderNumber, attempt })
  },
})

export const openCheckoutDatabase = (pool: Pool): CheckoutDatabase => ({
  createSession: (session) => sessions.createSession(pool, session),
  findSession: (id) => sessions.findSession(pool, id),
  findProduct: (storeId, slug) => findProduct(pool, storeId, slug),
  getAttempt: (id) => attempts.getAttempt(pool, id),
  claimDueAttempts: (limit) => attempts.claimDueAttempts(pool, limit),
  expireLateSessions: (limit) => sessions.expireLateSessions(pool, limit),
  transaction: (work) => pool.transaction((tx) => work(toCheckoutTransaction(tx))),
})
