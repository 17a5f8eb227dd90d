import type { ProviderName } from '../contract/fields.ts'

/**
 * Where one try to pay stands. Live, that is holding stock and perhaps money: authorising,
 * requires_action, capturing, voiding, and refunding, when money was taken that is not ours and is
 * being given back. "We do not know" is not a state: it is a live state that is looked at again.
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

export type PaymentAttempt = {
  id: string
  sessionId: string
  storeId: string
  /** It stays with the provider that it was begun with. */
  provider: ProviderName
  /** The provider's own id, once an answer has named it. */
  providerPaymentId: string | null
  variantId: string
  state: AttemptState
  /** Grows with every change. */
  version: number
  quantity: number
  /** Whether its units are off the stock for it. */
  holdActive: boolean
  amount: number
  currency: string
  paymentMethod: string
  customer: { name: string; phone: string; email: string | null }
  fulfillment: { details: string; fee: number }
  challengeUrl: string | null
  declineCode: string | null
  /** Until then the attempt may still be authorised; after it, only given up. */
  leaseUntil: Date
}

/** An attempt that takes part in a session's life no more: its stock was sold or given back. */
export const isSettled = ({ state }: Pick<PaymentAttempt, 'state'>) =>
  state === 'captured' || state === 'declined' || state === 'voided' || state === 'refunded'

const DECLINE_MESSAGES: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds. Nothing was charged; try another card.',
  authentication_failed:
    'Your bank could not confirm that it is you. Nothing was charged; try again or use another card.',
  too_many_attempts:
    'Your card was declined. Nothing was charged. This link takes no further card; ask the store for a new one.',
  attempt_given_up: 'The payment was not finished in time. Nothing was charged; you can try again.',
}

/** What the buyer reads about a decline: what happened and what to do. */
export const declineMessage = (code: string) =>
  DECLINE_MESSAGES[code] ??
  'Your card was declined. Nothing was charged; try another card or ask your bank.'
