import type { NextAction } from '../contract/buyer.ts'
import type { CustomerPrefill } from '../contract/merchant.ts'
import type { DeliveryOption } from '../contract/delivery.ts'
import type { Order, SessionStatus } from '../contract/order.ts'
import type { Seller } from '../contract/seller.ts'
import type { PaymentAttempt, PaymentCard } from './attempt.ts'
import { actionOf } from './redirect-methods.ts'
import type { StoreFace } from './store-fields.ts'

/** spec §3: how long the buyer may pay. */
export const SESSION_TTL_SECONDS = 1800

/** Inside, an open session with a live payment attempt is `paying`: nobody else may start one. */
export type SessionState = SessionStatus | 'paying'

/**
 * What was agreed when the session was created; honoured for its whole life, whatever happens to
 * the catalogue meanwhile.
 */
export type Quote = {
  productId: string
  variantId: string
  productSlug: string
  productName: string
  imageUrl: string | null
  size: string | null
  color: string | null
  quantity: number
  unitPrice: number
  currency: string
  deliveryOptions: DeliveryOption[]
}

/** The latest attempt of a session, as far as its buyer may see it. */
export type LatestAttempt =
  /** `action`: what stands at that address; a copy from before it was told knows challenges alone. */
  | { status: 'processing'; challengeUrl: string | null; action?: NextAction['type'] }
  | { status: 'failed'; declineCode: string }

type SessionBase = {
  id: string
  storeId: string
  store: StoreFace
  /** Grows with every change; a cache never replaces a newer version by an older one. */
  version: number
  quote: Quote
  successUrl: string | null
  cancelUrl: string | null
  customer: CustomerPrefill
  /** The merchant's JSON text, untouched. */
  metadata: string | null
  createdAt: Date
  expiresAt: Date
  /** How many payment attempts were begun. */
  attempts: number
  latestAttempt: LatestAttempt | null
  /**
   * Whether the store lets buyers open a new session in the place of this one; `mayRestart` says
   * whether they may.
   */
  canRestart: boolean
  /** What it was paid with; null before, and where nobody has told. */
  card: PaymentCard | null
  /** What a unit was in the session that this one came from, if it was another price. */
  priceBefore: number | null
  /** Who sells and by which terms, as it was when the session was created; null: nothing was said. */
  seller: Seller | null
}

export type CheckoutSession = SessionBase &
  ({ state: 'open' | 'paying' | 'expired'; order: null } | { state: 'complete'; order: Order })

/** What the record says of a session itself, whatever its attempts and its order say. */
export type SessionDetails = Omit<SessionBase, 'latestAttempt' | 'card'> & { state: SessionState }

/**
 * Who ends a session before its time: a member of the store by their email address, or a program
 * with the secret key.
 */
export type SessionEnder = { name: string; address: string | null } | 'secret_key'

/** The open sessions of a product, `limit` of them. */
export type OpenSessions = { storeId: string; productSlug: string; by: SessionEnder; limit: number }

/** What an attempt says of its session while that has no order. */
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

/**
 * Enough of a session's id to recognise it by. Whoever has the whole id can open the session's page,
 * so logs and lists show this instead.
 */
export const shortSessionId = (id: string) => `cs_…${id.slice(-4)}`

export const toStatus = (state: SessionState): SessionStatus =>
  state === 'paying' ? 'open' : state

export const isTerminal = (session: CheckoutSession) =>
  session.state === 'complete' || session.state === 'expired'
