import { isBusy } from '../checkout/errors.ts'
import type { CheckoutDatabase, CheckoutTransaction } from '../checkout/ports/database.ts'
import * as moves from './payments/attempt-moves.ts'
import { releaseAttempts, returnKeptUnits } from './payments/released-attempts.ts'
import * as attempts from './payments/attempts.ts'
import type { Pool, Transaction } from './database.ts'
import { endOpenSessions, endSession } from './sessions/ended-sessions.ts'
import * as notifications from './payments/notifications.ts'
import { setDelivered, setFulfilled } from './orders/fulfilment.ts'
import { createSessionOnce, takeKey } from './sessions/idempotency-keys.ts'
import { openOrphanDatabase } from './reconciliation/orphans.ts'
import * as outbox from './events/outbox.ts'
import { insertBreak, resolveBreaks } from './reconciliation/reconciliation-breaks.ts'
import { openChargeDatabase } from './refunds/charges.ts'
import { openRefundDatabase } from './refunds/refunds.ts'
import { openRestartDatabase } from './sessions/restarts.ts'
import {
  createSession,
  createSessionsAtOnce,
  type AskedSession,
} from './sessions/insert-session.ts'
import { insertAttempts } from './payments/insert-attempts.ts'
import { grouped } from './group.ts'
import { correctEmail } from './buyers/buyer-mail-writes.ts'
import { type OnExpired, expireLateSessions } from './sessions/late-sessions.ts'
import { lockPayable } from './sessions/payable-sessions.ts'
import * as sessions from './sessions/sessions.ts'
import { sharing } from './sharing.ts'
import { findShortages } from './payments/shortages.ts'
import * as withdrawals from './orders/withdrawals.ts'
import { isAway } from './connection/failures.ts'

const toCheckoutTransaction = (
  tx: Transaction,
  patience: sessions.Patience = { isPatient: true },
): CheckoutTransaction => ({
  lockSessions: (ids) => sessions.lockSessions(tx, ids, patience),
  lockPayable: (buyers, windowSeconds) => lockPayable(tx, buyers, { ...patience, windowSeconds }),
  insertAttempts: (given) => insertAttempts(tx, given),
  moveAttempts: (given) => moves.moveAttempts(tx, given),
  releaseAttempts: (given) => releaseAttempts(tx, given),
  completeAttempts: (given) => moves.completeAttempts(tx, given),
  lockSession: (id) => sessions.lockSession(tx, id),
  renewSession: (id) => sessions.renewSession(tx, id),
  endSession: (session, by) => endSession(tx, session, by),
  endOpenSessions: (of) => endOpenSessions(tx, of),
  takeKey: (key, made) => takeKey(tx, key, made),
  setFulfilled: (change) => setFulfilled(tx, change),
  setDelivered: (change) => setDelivered(tx, change),
  lockWithdrawable: (orderNumber) => withdrawals.lockWithdrawable(tx, orderNumber),
  setWithdrawn: (order) => withdrawals.setWithdrawn(tx, order),
  getAttempt: async (id) => (await attempts.getAttempt(tx, id)).attempt,
  scheduleAttempt: (id, check) => attempts.scheduleAttempt(tx, id, check),
  insertBreak: (attempt, found) => insertBreak(tx, attempt, found),
  resolveBreaks: (attemptId, resolution) => resolveBreaks(tx, attemptId, resolution),
})

/** How many creates go to the record together. */
const MOST_CREATES = 64

type Options = {
  /** Called when a read has found a late session and ended it. */
  onExpired?: OnExpired
  /** Whether there is a mail server for mails about sales. (Default: no.) */
  mailsSellers?: boolean
}

export const openCheckoutDatabase = (
  pool: Pool,
  { onExpired = () => {}, mailsSellers = false }: Options = {},
): CheckoutDatabase => {
  const createAtOnce = grouped((asked: AskedSession[]) => createSessionsAtOnce(pool, asked), {
    most: MOST_CREATES,
  })
  return {
    createSession: (session, idempotency) =>
      idempotency ? createSessionOnce(pool, session, idempotency) : createSession(pool, session),
    createSessionAtOnce: (session, key) => createAtOnce({ session, key }),
    findSession: (id) => sessions.findSession(pool, id, onExpired),
    findSessionAndNow: (id) => sessions.findSessionAndNow(pool, id, onExpired),
    correctEmail: (sessionId, email) => correctEmail(pool, sessionId, email),
    findShortages: (sessionIds) => findShortages(pool, sessionIds),
    findAttempt: (id) => attempts.findAttempt(pool, id),
    getAttempt: (id) => attempts.getAttempt(pool, id),
    mailWithdrawalLink: (orderNumber) => withdrawals.mailWithdrawalLink(pool, orderNumber),
    findWithdrawable: (orderNumber) => withdrawals.findWithdrawable(pool, orderNumber),
    findWaiting: (sessionId) => attempts.findWaiting(pool, sessionId),
    claimDueAttempts: (providers, limit) => attempts.claimDueAttempts(pool, providers, limit),
    returnKeptUnits: (limit) => returnKeptUnits(pool, limit),
    expireLateSessions: (limit) => expireLateSessions(pool, limit),
    claimOutbox: (limit) => outbox.claimMessages(pool, limit),
    markDelivered: (ids) => outbox.markDelivered(pool, { ids, mailsSellers }),
    openNotification: (notification) => notifications.openNotification(pool, notification),
    closeNotification: (notification) => notifications.closeNotification(pool, notification),
    transaction: (work) => pool.transaction((tx) => work(toCheckoutTransaction(tx))),
    together: sharing({
      transact: (work, patience) =>
        pool.transaction((tx) => work(toCheckoutTransaction(tx, patience)), patience),
      isHopeless: (error) => isAway(isBusy(error) ? error.cause : error),
    }),
    refunds: openRefundDatabase(pool),
    orphans: openOrphanDatabase(pool),
    charges: openChargeDatabase(pool),
    restarts: openRestartDatabase(pool),
  }
}
