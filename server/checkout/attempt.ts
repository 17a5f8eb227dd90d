import type { ProviderName } from '../contract/fields.ts'

/**
 * Where one try to pay stands. An attempt is live, that is its session is being paid by it, while it
 * is authorising, requires_action, capturing, voiding or refunding: in the last one we give back
 * money that we took and that is not ours, and hold no stock for it any more. There is no state
 * "unknown": the attempt stays in its live state, and recovery asks the provider again.
 */
export type AttemptState =
  | 'authorising'
  | 'requires_action'
  | 'capturing'
  | 'captured'
  | 'declined'
  | 'voiding'
  | 'voided'
  | 'refunding'
  | 'refunded'

/** What people know a card by: its brand as they write it, and the last four digits of its number. */
export type PaymentCard = { brand: string; last4: string }

export type PaymentAttempt = {
  id: string
  sessionId: string
  storeId: string
  /** Whom we asked first; we ask nobody else about this attempt. */
  provider: ProviderName
  /** The provider's own id, once an answer has named it. */
  providerPaymentId: string | null
  variantId: string
  state: AttemptState
  /** Grows with every change. */
  version: number
  quantity: number
  /** Whether its units are taken off the stock. */
  holdActive: boolean
  amount: number
  currency: string
  paymentMethod: string
  /**
   * Of the order that a success makes, so that writing it again after a lost commit writes the same
   * one. Null of attempts from before it was decided with them.
   */
  orderNumber: string | null
  customer: { name: string; phone: string; email: string | null }
  fulfillment: { details: string; fee: number }
  challengeUrl: string | null
  declineCode: string | null
  /** Once an answer of the provider has named it. */
  card: PaymentCard | null
  /** Until then we may authorise the attempt; afterwards we can only give it up. */
  leaseUntil: Date
}

/**
 * How long an attempt may take to be authorised, in milliseconds; with it a payment ends at most
 * this much after the session's deadline.
 */
export const AUTHORISE_LEASE_MS = 60_000

/**
 * How long the buyer may take to answer the bank: this much from when it asked, and at most this
 * much beyond the session's deadline.
 */
export const CHALLENGE_LEASE_MS = 300_000

/** The moments that decide whether an attempt goes on, by the database's clock. */
export type Moments = { now: Date; expiresAt: Date }

/**
 * Whether the attempt can only be given up: its lease is over, or what we have decided to take or to
 * give back would be so later than was promised for the session's deadline (payments §8).
 */
export function isTooLate(
  { state, challengeUrl, leaseUntil }: PaymentAttempt,
  { now, expiresAt }: Moments,
) {
  if (state !== 'capturing' && state !== 'refunding') return now >= leaseUntil
  const leaseMs = challengeUrl === null ? AUTHORISE_LEASE_MS : CHALLENGE_LEASE_MS
  return now.getTime() >= expiresAt.getTime() + leaseMs
}

/** Whether the attempt has ended: its state stays as it is. */
export const isSettled = ({ state }: Pick<PaymentAttempt, 'state'>) =>
  state === 'captured' || state === 'declined' || state === 'voided' || state === 'refunded'

/** Whether its units are neither sold nor put back: it may still become an order. */
export const mayHold = ({ state }: Pick<PaymentAttempt, 'state'>) =>
  state !== 'refunding' && !isSettled({ state })

/**
 * Whether nobody has moved the attempt since it was seen. Its state counts, too: when commits were
 * lost, versions are given a second time.
 */
export const isAsSeen = (attempt: PaymentAttempt, seen: PaymentAttempt) =>
  attempt.version === seen.version && attempt.state === seen.state

const DECLINE_MESSAGES: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds. Nothing was charged; try another card.',
  authentication_failed:
    'Your bank could not confirm that it is you. Nothing was charged; try again or use another card.',
  too_many_attempts:
    'Your card was declined. Nothing was charged. This link takes no further card; ask the store for a new one.',
  payment_returned:
    'Your payment came after its time was over. All of it goes back to you; you can try again.',
  attempt_given_up: 'The payment was not finished in time. Nothing was charged; you can try again.',
}

/** What the buyer reads about a decline: what happened and what to do. */
export const declineMessage = (code: string) =>
  DECLINE_MESSAGES[code] ??
  'Your card was declined. Nothing was charged; try another card or ask your bank.'
