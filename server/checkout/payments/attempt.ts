import type { DeliveryAddress } from '../../contract/delivery.ts'
import type { ProviderName } from '../../contract/fields.ts'

/**
 * The state of one try to pay. An attempt is live, and blocks other payments of its session, while
 * it is `authorising`, `requires_action`, `capturing`, `voiding` or `refunding`. In `refunding` we
 * give back money that we must not keep, and hold no stock. There is no state "unknown": the
 * attempt stays in its live state, and recovery asks the provider again.
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

/** What people know a card by: the name of its brand and the last four digits of its number. */
export type PaymentCard = { brand: string; last4: string }

/** Where the goods go. `street`: in lines; all of an address that is not known in parts. */
export type ShippingAddress = { street: string } & Partial<Omit<DeliveryAddress, 'place'>>

export type PaymentAttempt = {
  id: string
  sessionId: string
  storeId: string
  /** The provider that we asked first. We ask no other one about this attempt. */
  provider: ProviderName
  /** The provider's own id; null until an answer has named it. */
  providerPaymentId: string | null
  variantId: string
  state: AttemptState
  /** Grows with every change. */
  version: number
  quantity: number
  /** Whether the attempt's units are taken off the stock. */
  holdActive: boolean
  amount: number
  currency: string
  paymentMethod: string
  /**
   * The number of the order that a success makes. It is chosen here, so that an order that is
   * written again after a lost commit has the same number. Null in attempts older than this field.
   */
  orderNumber: string | null
  customer: { name: string; phone: string; email: string | null }
  /** Where the provider sends its own receipt; null where the store does not want that. */
  receiptEmail: string | null
  /** What card statements call the store; null where it has not said. */
  statementName: string | null
  /**
   * `option`: its id; null in attempts older than this field. `address`: for the provider; only the
   * process that began the attempt has it, and the record has `details`.
   */
  fulfillment: { option: string | null; details: string; fee: number; address?: ShippingAddress }
  challengeUrl: string | null
  declineCode: string | null
  /** Null until an answer of the provider has named it. */
  card: PaymentCard | null
  /** Until then the attempt may be authorised; afterwards it can only be given up. */
  leaseUntil: Date
}

/** Time to authorise, in milliseconds. A payment ends at most this long after its session. */
export const AUTHORISE_LEASE_MS = 60_000

/**
 * How long the buyer may take to answer the bank, in milliseconds from the bank's question, but at
 * most this long after the session's deadline.
 */
export const CHALLENGE_LEASE_MS = 300_000

/** The times that decide whether an attempt goes on, by the database's clock. */
export type Moments = { now: Date; expiresAt: Date }

/**
 * Whether the attempt can only be given up: its lease is over, or we would take or give back money
 * later than we promised for the session's deadline (payments §8).
 */
export function isTooLate(
  { state, challengeUrl, leaseUntil }: PaymentAttempt,
  { now, expiresAt }: Moments,
) {
  if (state !== 'capturing' && state !== 'refunding') return now >= leaseUntil
  const leaseMs = challengeUrl === null ? AUTHORISE_LEASE_MS : CHALLENGE_LEASE_MS
  return now.getTime() >= expiresAt.getTime() + leaseMs
}

/** Whether the attempt has ended: its state never changes again. */
export const isSettled = ({ state }: Pick<PaymentAttempt, 'state'>) =>
  state === 'captured' || state === 'declined' || state === 'voided' || state === 'refunded'

/** Whether its units are neither sold nor put back, because it may still become an order. */
export const mayHold = ({ state }: Pick<PaymentAttempt, 'state'>) =>
  state !== 'refunding' && !isSettled({ state })

/**
 * Whether nobody has moved the attempt since it was seen. The state is compared too, because a
 * version can be given a second time after commits were lost.
 */
export const isAsSeen = (attempt: PaymentAttempt, seen: PaymentAttempt) =>
  attempt.version === seen.version && attempt.state === seen.state

/** The buyer as the recipient of the goods, also where these wait at a collection point. */
export const shippingOf = ({
  customer: { name, phone },
  fulfillment: { address, details },
}: PaymentAttempt) => ({ name, phone, address: address ?? { street: details } })

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
