import type { CheckoutDatabase, CheckoutTransaction } from '../checkout/ports.ts'
import * as attempts from './attempts.ts'
import type { Pool, Transaction } from './database.ts'
import { insertOrder } from './orders.ts'
import { findProduct } from './products.ts'
import * as sessions from './sessions.ts'
import { takeStock } from './stock.ts'

const toCheckoutTransaction = (tx: Transaction): CheckoutTransaction => ({
  lockSession: (id) => sessions.lockSession(tx, id),
  updateSession: async (id, change) => { await sessions.updateSession(tx, id, change) },
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
