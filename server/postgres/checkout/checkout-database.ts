import type { CheckoutDatabase, CheckoutTransaction } from '../../checkout/ports/database.ts'
import * as attempts from './attempts.ts'
import type { Pool, Transaction } from '../database.ts'
import { endOpenSessions, endSession } from './ended-sessions.ts'
import * as notifications from './notifications.ts'
import { createSessionOnce } from './idempotency-keys.ts'
import { insertOrder } from './orders.ts'
import { openOrphanDatabase } from './orphans.ts'
import * as outbox from './outbox.ts'
import { insertBreak, resolveBreaks } from './reconciliation-breaks.ts'
import { openChargeDatabase } from './charges.ts'
import { openRefundDatabase } from './refunds.ts'
import { createSession, createSessionsAtOnce, type AskedSession } from './insert-session.ts'
import { grouped } from '../group.ts'
import { expireLateSessions } from './late-sessions.ts'
import { countRecentPayments } from './recent-payments.ts'
import * as sessions from './sessions.ts'
import { takeStock } from './stock.ts'

const toCheckoutTransaction = (tx: Transaction): CheckoutTransaction => ({
  lockSession: (id) => sessions.lockSession(tx, id),
  updateSession: async (id, change) => {
    await sessions.updateSession(tx, id, change)
  },
  endSession: (session, by) => endSession(tx, session, by),
  endOpenSessions: (of) => endOpenSessions(tx, of),
  takeStock: (variantId, quantity) => takeStock(tx, variantId, quantity),
  countRecentPayments: (of) => countRecentPayments(tx, of),
  insertAttempt: async (attempt) => {
    await attempts.insertAttempt(tx, attempt)
  },
  getAttempt: async (id) => (await attempts.getAttempt(tx, id)).attempt,
  updateAttempt: async (id, change) => {
    await attempts.updateAttempt(tx, id, change)
  },
  releaseHold: (attempt) => attempts.releaseHold(tx, attempt),
  insertOrder: async ({ attempt, spareNumber }) => {
    await attempts.endHold(tx, attempt.id)
    await insertOrder(tx, { attempt, spareNumber })
    await outbox.insertMessage(tx, {
      type: 'checkout.session.completed',
      sessionId: attempt.sessionId,
    })
  },
  insertBreak: (attempt, found) => insertBreak(tx, attempt, found),
  resolveBreaks: async (attemptId, resolution) => {
    await resolveBreaks(tx, attemptId, resolution)
  },
})

/** How many creates go to the record together. */
const MOST_CREATES = 64

export const openCheckoutDatabase = (pool: Pool): CheckoutDatabase => {
  const createAtOnce = grouped((asked: AskedSession[]) => createSessionsAtOnce(pool, asked), {
    most: MOST_CREATES,
  })
  return {
    createSession: (session, idempotency) =>
      idempotency ? createSessionOnce(pool, session, idempotency) : createSession(pool, session),
    createSessionAtOnce: (session, key) => createAtOnce({ session, key }),
    findSession: (id) => sessions.findSession(pool, id),
    findSessionAndNow: (id) => sessions.findSessionAndNow(pool, id),
    findAttempt: (id) => attempts.findAttempt(pool, id),
    getAttempt: (id) => attempts.getAttempt(pool, id),
    claimDueAttempts: (providers, limit) => attempts.claimDueAttempts(pool, providers, limit),
    expireLateSessions: (limit) => expireLateSessions(pool, limit),
    claimOutbox: (limit) => outbox.claimMessages(pool, limit),
    markDelivered: async (ids) => {
      await outbox.markDelivered(pool, ids)
    },
    openNotification: (notification) => notifications.openNotification(pool, notification),
    closeNotification: async (notification) => {
      await notifications.closeNotification(pool, notification)
    },
    transaction: (work) => pool.transaction((tx) => work(toCheckoutTransaction(tx))),
    refunds: openRefundDatabase(pool),
    orphans: openOrphanDatabase(pool),
    charges: openChargeDatabase(pool),
  }
}
