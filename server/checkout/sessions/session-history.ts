import type { AttemptState } from '../payments/attempt.ts'
import type { SessionState } from './session.ts'

/** What a merchant may know of a session. Amounts are in the minor unit of its currency. */
export type SessionEvent = { at: Date } & (
  | { type: 'created'; createdWith: 'public' | 'secret' | null }
  /** A buyer has opened it instead of session `from`, which was over. */
  | { type: 'created_again'; from: string }
  | { type: 'opened' }
  | { type: 'payment_begun'; amount: number; currency: string; isChallenged: boolean }
  | { type: 'payment_declined'; code: string }
  | { type: 'payment_given_up' }
  /** Money was taken that did not fit the session: it goes back to the buyer. */
  | { type: 'payment_returned' }
  | { type: 'paid'; orderNumber: string; amount: number; currency: string }
  | { type: 'expired' }
  /** `by`: the member's email address; null for a program with the secret key. */
  | { type: 'ended'; by: string | null }
  /** A buyer has opened session `next` instead. */
  | { type: 'restarted'; next: string }
)

/** What the record has of a session's life. */
export type SessionHistory = {
  state: SessionState
  createdAt: Date
  createdWith: 'public' | 'secret' | null
  restartedFrom: string | null
  next: { id: string; createdAt: Date } | null
  openedAt: Date | null
  expiresAt: Date
  endedAt: Date | null
  endedBy: string | null
  attempts: {
    state: AttemptState
    beganAt: Date
    settledAt: Date | null
    amount: number
    currency: string
    declineCode: string | null
    isChallenged: boolean
  }[]
  order: { number: string; paidAt: Date; amount: number; currency: string } | null
}

type Attempt = SessionHistory['attempts'][number]

function eventsOfAttempt(attempt: Attempt): SessionEvent[] {
  const { state, beganAt, settledAt, declineCode, amount, currency, isChallenged } = attempt
  const begun = { type: 'payment_begun', at: beganAt, amount, currency, isChallenged } as const
  // A captured attempt is left out: the event of the order has it.
  if (settledAt === null || state === 'captured' || state === 'refunding') return [begun]
  if (state === 'declined')
    return [begun, { type: 'payment_declined', at: settledAt, code: declineCode ?? '' }]
  const isReturned = state === 'refunded' || declineCode === 'payment_returned'
  return [begun, { type: isReturned ? 'payment_returned' : 'payment_given_up', at: settledAt }]
}

/** A session whose last payment ended after the deadline expired with that. */
const expiredAt = ({ expiresAt, attempts }: SessionHistory) =>
  new Date(
    Math.max(
      expiresAt.getTime(),
      ...attempts.map(({ settledAt }) => (settledAt === null ? 0 : settledAt.getTime())),
    ),
  )

const creationOf = ({ createdAt: at, createdWith, restartedFrom }: SessionHistory): SessionEvent =>
  restartedFrom === null
    ? { type: 'created', at, createdWith }
    : { type: 'created_again', at, from: restartedFrom }

/** The session's life so far, the oldest first. */
export function toEvents(history: SessionHistory): SessionEvent[] {
  const { state, openedAt, endedAt, endedBy, attempts, order, next } = history
  const events: SessionEvent[] = [creationOf(history)]
  if (openedAt !== null) events.push({ type: 'opened', at: openedAt })
  events.push(...attempts.flatMap(eventsOfAttempt))
  if (order) {
    const { number: orderNumber, paidAt, amount, currency } = order
    events.push({ type: 'paid', at: paidAt, orderNumber, amount, currency })
  }
  if (endedAt !== null)
    events.push({
      type: 'ended',
      at: endedAt,
      by: endedBy === 'secret_key' ? null : endedBy,
    })
  else if (state === 'expired') events.push({ type: 'expired', at: expiredAt(history) })
  if (next) events.push({ type: 'restarted', at: next.createdAt, next: next.id })
  return events.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
