import type { NextAction } from '../../contract/buyer.ts'
import type { CustomerPrefill } from '../../contract/merchant.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Order, SessionStatus } from '../../contract/order.ts'
import type { Seller } from '../../contract/seller.ts'
import type { PaymentAttempt, PaymentCard } from '../payments/attempt.ts'
import { actionOf } from '../payments/redirect-methods.ts'
import type { ShownStore } from '../stores/store-fields.ts'

/** How long the buyer may pay (spec §3). */
export const SESSION_TTL_SECONDS = 1800

/** `paying`: an open session with a live attempt, so that nobody else may start one. */
export type SessionState = SessionStatus | 'paying'

/** What was agreed when the session was created. It holds for the session's whole life. */
export type Quote = {
  productId: string
  variantId: string
  productSlug: string
  productName: string
  /** Its name in other languages, by BCP 47 tag. */
  itemTranslations?: Record<string, { name: string }> | null
  imageUrl: string | null
  size: string | null
  color: string | null
  quantity: number
  unitPrice: number
  currency: string
  deliveryOptions: DeliveryOption[]
  /** For how many days the buyer may withdraw; 0: not at all. */
  withdrawalDays: number
  /** Why not at all, in the store's words. */
  withdrawalReason: string | null
}

/** The latest attempt, as far as the buyer may see it. */
export type LatestAttempt =
  /** `action`: what to do at `challengeUrl`; undefined: answer a challenge. */
  | { status: 'processing'; challengeUrl: string | null; action?: NextAction['type'] }
  | { status: 'failed'; declineCode: string }

type SessionBase = {
  id: string
  storeId: string
  store: ShownStore
  /** Grows with every change; a cache never replaces a newer version by an older one. */
  version: number
  quote: Quote
  successUrl: string | null
  cancelUrl: string | null
  customer: CustomerPrefill
  /** The merchant's JSON text, unchanged. */
  metadata: string | null
  createdAt: Date
  expiresAt: Date
  /** How many payment attempts were begun. */
  attempts: number
  latestAttempt: LatestAttempt | null
  /** Whether the store lets buyers open a new session instead; see `mayRestart`. */
  canRestart: boolean
  /** The id of the option that the order is delivered by; null before, and of older orders. */
  deliveryOption: string | null
  /** The card that paid; null before, and when no answer has named it. */
  card: PaymentCard | null
  /** The unit price in the session that this one replaces, if it was different. */
  priceBefore: number | null
  /** Who sells on which terms, as of the session's creation; null when the store had not said. */
  seller: Seller | null
}

export type CheckoutSession = SessionBase &
  ({ state: 'open' | 'paying' | 'expired'; order: null } | { state: 'complete'; order: Order })

/** The record of a session without its latest attempt and its order. */
export type SessionDetails = Omit<SessionBase, 'latestAttempt' | 'deliveryOption' | 'card'> & {
  state: SessionState
}

/** Who ends a session early: a member by email address, or a program with the secret key. */
export type SessionEnder = { name: string; address: string | null } | 'secret_key'

/** Up to `limit` open sessions of a product. */
export type OpenSessions = { storeId: string; productSlug: string; by: SessionEnder; limit: number }

/** What the session's page shows of an attempt; null once it is an order. */
export function toLatestAttempt({
  state,
  challengeUrl,
  declineCode,
  paymentMethod,
}: Pick<
  PaymentAttempt,
  'state' | 'challengeUrl' | 'declineCode' | 'paymentMethod'
>): LatestAttempt | null {
  switch (state) {
    case 'captured':
      return null
    case 'declined':
    case 'voided':
    case 'refunded':
      return { status: 'failed', declineCode: declineCode ?? '' }
    case 'requires_action':
      return { status: 'processing', challengeUrl, action: actionOf(paymentMethod) }
    case 'authorising':
    case 'capturing':
    case 'voiding':
    case 'refunding':
      return { status: 'processing', challengeUrl: null }
  }
}

/** `cs_` and 32 letters and digits, as `ids.session()` makes them (spec §2.1). */
export const isSessionId = (text: string) => /^cs_[0-9A-Za-z]{32}$/.test(text)

/** The id with which a text begins. */
export const sessionIdIn = (text: string) => /^cs_[0-9A-Za-z]{32}/.exec(text)?.[0]

/** The whole id opens the session's page, so logs and lists show only this part. */
export const shortSessionId = (id: string) => `cs_…${id.slice(-4)}`

export const toStatus = (state: SessionState): SessionStatus =>
  state === 'paying' ? 'open' : state

export const isTerminal = (session: CheckoutSession) =>
  session.state === 'complete' || session.state === 'expired'
