import { isSettled } from '../../server/checkout/payments/attempt.ts'
import type { Dispute } from '../../server/checkout/refunds/dispute.ts'
import { chargedBackOf, leftOf } from './bank-disputes.ts'
import { type LedgerPayment, isTakenLate } from './bank-payment.ts'
import { partsOf } from './bank-refunds.ts'
import type { Books } from './books.ts'
import { type SessionRow, type Tables, committedOf } from './tables.ts'

type Rest = Books & {
  /** When processes last heard of a session. */
  announced: ReadonlyMap<string, number>
  /** Notifications that nobody has accepted. */
  undelivered: ReadonlySet<string>
}

const isFinal = ({ state }: SessionRow) => state === 'complete' || state === 'expired'

/** When recovery has work next; looking earlier finds nothing. */
export function nextDueAt({ sessions, attempts, orders, refunds, outbox, orphans }: Tables) {
  let due = Infinity
  for (const { committed } of attempts.values())
    due = Math.min(due, committed?.nextCheckAt ?? Infinity)
  for (const { committed } of orders.values())
    due = Math.min(due, committed?.readingDueAt ?? Infinity)
  for (const { committed } of refunds.values())
    due = Math.min(due, committed?.nextCheckAt ?? Infinity)
  for (const { committed } of outbox.values())
    if (committed?.isDelivered === false) due = Math.min(due, committed.nextTryAt)
  for (const { committed } of orphans.values())
    if (committed?.resolution === null) due = Math.min(due, committed.dueAt)
  for (const { committed } of sessions.values()) {
    if (committed?.state === 'open') due = Math.min(due, committed.expiresAt.getTime())
  }
  return due
}

/** What has not ended yet, or has ended wrongly. */
export function findUnrest(rest: Rest): string | undefined {
  const { tables, payments, undelivered } = rest
  for (const attempt of committedOf(tables.attempts)) {
    if (!isSettled(attempt)) return `every attempt settles: ${attempt.id} is ${attempt.state}`
  }
  for (const session of committedOf(tables.sessions)) {
    if (!isFinal(session)) return `every session ends: ${session.id} is ${session.state}`
  }
  for (const { id, state } of committedOf(tables.refunds)) {
    if (state === 'pending') return `every refund is settled: ${id}`
  }
  for (const { attemptId, readingDueAt } of committedOf(tables.orders)) {
    if (readingDueAt !== undefined) return `every reading is finished: ${attemptId}`
  }
  for (const payment of payments.values()) {
    const unrest = findUnrestAtBank(payment, rest)
    if (unrest !== undefined) return unrest
  }
  for (const { attemptId, kind, resolution } of committedOf(tables.breaks)) {
    if (resolution === undefined) return `every break is resolved: ${attemptId} ${kind}`
  }
  for (const eventId of undelivered) return `every notification is taken: ${eventId}`
  return findUnannounced(rest)
}

/** A payment that the record has lost must be found and given back. */
function findUnrestOfLost(payment: LedgerPayment, tables: Tables) {
  const { attemptId, bank, paymentId, status } = payment
  const orphan = tables.orphans.get(`${bank} ${paymentId}`)?.committed
  if (status === 'authorized' || status === 'asking' || leftOf(payment) > 0)
    return orphan
      ? `an orphan's money is given back: ${attemptId}`
      : `money that the record has lost is found: ${attemptId}`
  return orphan?.resolution === null ? `an orphan is resolved: ${attemptId}` : undefined
}

const toText = (disputes: Dispute[]) =>
  disputes
    .map(({ providerDisputeId, amount, state }) => `${providerDisputeId} ${amount} ${state}`)
    .toSorted()
    .join()

/** I5, I12 */
function findUnrestAtBank(payment: LedgerPayment, { tables, hasLost }: Rest) {
  const { attemptId, status, captured, refunded, isWordBroken } = payment
  if (hasLost() && !tables.attempts.has(attemptId)) return findUnrestOfLost(payment, tables)
  if (status === 'authorized' || status === 'asking')
    return `I12 nothing is left open at the bank: ${attemptId} is ${status}`
  const order = committedOf(tables.orders).find((row) => row.attemptId === attemptId)
  if (order ? captured - refunded !== order.amount - order.refunded : leftOf(payment) !== 0)
    return `I5 the bank has kept what the order says: ${attemptId}`
  if (order && toText(order.disputes) !== toText(payment.disputes))
    return `an order has the disputes that the bank has: ${attemptId}`
  const isGivenBack = committedOf(tables.breaks).some(
    (found) => found.attemptId === attemptId && found.resolution === 'refunded',
  )
  // A break may be lost with other commits, after its money was given back.
  if (hasLost()) return undefined
  const attempt = tables.attempts.get(attemptId)?.committed
  const isLate = attempt !== undefined && isTakenLate(payment, attempt)
  // Nobody sees what a late request gives back after the bank broke its word.
  const isShownWrong = isGivenBack
    ? refunded + chargedBackOf(payment) === 0
    : refunded > partsOf(payment) && !isWordBroken && !isLate
  if (isShownWrong) return `a break says whether money was given back: ${attemptId}`
  return undefined
}

/** I16 */
function findUnannounced({ tables, announced }: Rest) {
  const messages = committedOf(tables.outbox)
  for (const { sessionId, paidAt } of committedOf(tables.orders)) {
    const message = messages.find((candidate) => candidate.sessionId === sessionId)
    const isDone = message?.isDelivered === true && (announced.get(sessionId) ?? 0) >= paidAt
    if (!isDone) return `I16 every order is announced: ${sessionId}`
  }
  return undefined
}
