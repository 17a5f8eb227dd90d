import { CheckoutError } from './errors.ts'
import type { CheckoutEvents } from './ports/checkout-events.ts'
import type { LockedSession, RecentPayments } from './ports/database.ts'

/** How many attempts a session may begin, whatever becomes of them. */
export const MAX_ATTEMPTS = 5

/** How many payments of one client address may hold stock at the same time. */
const MAX_CLIENT_HOLDS = 3

/**
 * How many payments of one client address may be declined within the window; a person with a wallet
 * full of cards stays below.
 */
const MAX_CLIENT_DECLINES = 10

/**
 * Above this share of declines, among at least so many payments within the window, cards are being
 * tried out at the store.
 */
const STORE_DECLINE_SHARE = 0.6
const MIN_STORE_PAYMENTS = 50

/** How long the window is, in seconds. */
export const CAP_WINDOW_SECONDS = 600

/**
 * Seconds until a buyer may try again: a hold ends soon, declines count until their window is over.
 */
const HOLD_RETRY_SECONDS = 10
const DECLINE_RETRY_SECONDS = 60

type Capped = Pick<LockedSession, 'id' | 'storeId' | 'attempts'>

/**
 * Against card testing and stock denial: refuses a payment before it holds stock. @throws
 * {CheckoutError} payment_declined, rate_limited
 */
export function assertWithinCaps(
  session: Capped,
  { client, store }: RecentPayments,
  events: CheckoutEvents,
) {
  const refuse = (
    scope: 'session' | 'client' | 'store',
    reason: 'attempts' | 'holds' | 'declines',
  ) => events.paymentRefused({ sessionId: session.id, storeId: session.storeId, scope, reason })

  if (session.attempts >= MAX_ATTEMPTS) {
    refuse('session', 'attempts')
    throw new CheckoutError(
      'payment_declined',
      'Too many tries to pay. Nothing was charged; ask the store for a new link.',
    )
  }
  if (client.holds >= MAX_CLIENT_HOLDS) {
    refuse('client', 'holds')
    throw tooMany('Other payments from your network are under way.', HOLD_RETRY_SECONDS)
  }
  if (client.declines >= MAX_CLIENT_DECLINES) {
    refuse('client', 'declines')
    throw tooMany('Too many cards from your network were declined.', DECLINE_RETRY_SECONDS)
  }
  if (store.settled >= MIN_STORE_PAYMENTS && store.declines > store.settled * STORE_DECLINE_SHARE) {
    refuse('store', 'declines')
    throw tooMany('This store takes no payments for the moment.', DECLINE_RETRY_SECONDS)
  }
}

const tooMany = (why: string, retryAfterSeconds: number) =>
  new CheckoutError(
    'rate_limited',
    `${why} You were not charged. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
