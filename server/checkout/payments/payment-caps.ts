import { type AskedWork, CheckoutError } from '../errors.ts'
import type { CheckoutEvents } from '../ports/checkout-events.ts'
import type { RecentPayments } from '../ports/payment-transaction.ts'
import type { SessionDetails } from '../sessions/session.ts'

/** How many attempts a session may begin, whatever their outcome. */
export const MAX_ATTEMPTS = 5

/**
 * How many units of a variant the payments of one customer may hold together: this share of what
 * would be for sale without them, or MIN_HELD_UNITS if that is more. A single payment may hold any
 * quantity.
 */
const HELD_SHARE = 0.2
const MIN_HELD_UNITS = 3

/**
 * How many payments of one customer may be declined within the window. Those under way count as
 * declined. A person who tries all cards of a wallet stays below.
 */
const MAX_DECLINES = 10

/**
 * Above this share of declines, among at least MIN_STORE_PAYMENTS within the window, somebody tries
 * out cards at the store. Each payment then costs its page some work.
 */
const STORE_DECLINE_SHARE = 0.6
const MIN_STORE_PAYMENTS = 50

/**
 * The work in bits: a third of a second on a computer, one or two seconds on a phone. Each declined
 * payment of the buyer's network doubles the work.
 */
const WORK_BITS = 17

/** The length of the window, in seconds. */
export const CAP_WINDOW_SECONDS = 600

/** Seconds until a buyer may try again. Holds end soon; declines count for the whole window. */
const HOLD_RETRY_SECONDS = 10
const DECLINE_RETRY_SECONDS = 60

type CapSubject = Pick<SessionDetails, 'id' | 'storeId' | 'attempts'>

type Payment = {
  recent: RecentPayments
  quantity: number
  events: CheckoutEvents
  /** The challenge, and whether its work was done. Functions, because few payments need them. */
  challengeOf: () => string
  isProven: (bits: number) => boolean
}

/** Against card testing and stock denial. @throws {CheckoutError} payment_declined, rate_limited */
export function assertWithinCaps(
  session: CapSubject,
  { recent, quantity, events, challengeOf, isProven }: Payment,
) {
  const { networks, store, unitsLeft } = recent
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
  if (networks.some((network) => holdsTooMuch(network, { quantity, unitsLeft }))) {
    refuse('client', 'holds')
    throw tooMany('Other payments from your network are under way.', HOLD_RETRY_SECONDS)
  }
  if (
    networks.some(
      ({ declines, underWay, allowance }) => declines + underWay >= MAX_DECLINES * allowance,
    )
  ) {
    refuse('client', 'declines')
    throw tooMany('Too many cards from your network were declined.', DECLINE_RETRY_SECONDS)
  }
  const isTested =
    store.settled >= MIN_STORE_PAYMENTS && store.declines > store.settled * STORE_DECLINE_SHARE
  const bits = WORK_BITS + (networks[0]?.declines ?? 0)
  if (isTested && !isProven(bits)) {
    refuse('store', 'declines')
    throw tooMany('This store takes no payments for the moment.', DECLINE_RETRY_SECONDS, {
      challenge: challengeOf(),
      bits,
    })
  }
}

function holdsTooMuch(
  { heldUnits, allowance }: RecentPayments['networks'][number],
  { quantity, unitsLeft }: { quantity: number; unitsLeft: number },
) {
  const share = Math.max(MIN_HELD_UNITS, Math.floor((unitsLeft + heldUnits) * HELD_SHARE))
  return heldUnits > 0 && heldUnits + quantity > share * allowance
}

const tooMany = (why: string, retryAfterSeconds: number, work?: AskedWork) =>
  new CheckoutError(
    'rate_limited',
    `${why} You were not charged. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds, work },
  )
