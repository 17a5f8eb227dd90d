import { isSettled } from '../../checkout/attempt.ts'
import { type LedgerPayment, isHonest } from './provider.ts'
import { BrokenInvariant } from './safety.ts'
import type { AttemptRow, SessionRow, Tables } from './tables.ts'

type Books = { tables: Tables; payments: Map<string, LedgerPayment>; reportedMismatches: Set<string> }

/** A bank that has taken the wrong money cannot be helped from here; people were told. */
const isForPeople = (attempt: AttemptRow, { payments, reportedMismatches }: Books) => {
  const payment = payments.get(attempt.id)
  return payment?.status === 'captured' && !isHonest(payment) && reportedMismatches.has(attempt.id)
}

const isWaiting = (attempt: AttemptRow, books: Books) => !isSettled(attempt) && !isForPeople(attempt, books)

/** The sessions that people have to look after stay as they are. */
function sessionsForPeople(books: Books) {
  const ids = new Set<string>()
  for (const { committed } of books.tables.attempts.values()) {
    if (committed && !isSettled(committed) && isForPeople(committed, books)) ids.add(committed.sessionId)
  }
  return ids
}

/** Whether everything that was begun has come to its end. */
export function isAtRest(books: Books) {
  for (const { committed } of books.tables.attempts.values()) if (committed && isWaiting(committed, books)) return false
  const excused = sessionsForPeople(books)
  for (const { committed } of books.tables.sessions.values()) {
    if (committed && !isFinal(committed) && !excused.has(committed.id)) return false
  }
  return true
}

const isFinal = ({ state }: SessionRow) => state === 'complete' || state === 'expired'

/** When recovery has something to do next; a process that looks more often finds nothing. */
export function nextDueAt({ sessions, attempts }: Tables) {
  let due = Infinity
  for (const { committed } of attempts.values()) due = Math.min(due, committed?.nextCheckAt ?? Infinity)
  for (const { committed } of sessions.values()) {
    if (committed?.state === 'open') due = Math.min(due, committed.expiresAt.getTime())
  }
  return due
}

/** I2, I5, I12: the books agree when everything is over. */
export function assertAtRest(books: Books) {
  const { tables: { sessions, attempts, orders }, payments } = books
  const excused = sessionsForPeople(books)
  for (const { committed: attempt } of attempts.values()) {
    if (attempt && isWaiting(attempt, books)) {
      throw new BrokenInvariant(`every attempt settles: ${attempt.id} is ${attempt.state}`)
    }
  }
  for (const { committed: session } of sessions.values()) {
    const isOver = !session || isFinal(session) || excused.has(session.id)
    if (!isOver) throw new BrokenInvariant(`every session ends: ${session.id} is ${session.state}`)
  }
  const paid = new Set<string>()
  for (const { committed } of orders.values()) if (committed) paid.add(committed.attemptId)
  for (const { attemptId, sessionId, status } of payments.values()) {
    if (excused.has(sessionId)) continue
    if (status === 'authorized' || status === 'asking') {
      throw new BrokenInvariant(`I12 nothing is left open at the bank: ${attemptId} is ${status}`)
    }
    if ((status === 'captured') !== paid.has(attemptId)) {
      throw new BrokenInvariant(`I5 money was taken if and only if there is an order: ${attemptId}`)
    }
  }
}
