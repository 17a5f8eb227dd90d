import type { PayRequest } from '../../contract/buyer.ts'
import { AUTHORISE_LEASE_MS, CHALLENGE_LEASE_MS, type PaymentAttempt } from './attempt.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { chosenDelivery } from '../sessions/chosen-delivery.ts'
import { chosenProvider } from './chosen-provider.ts'
import { CheckoutError, sessionNotFound, unsure } from '../errors.ts'
import type { ClientNetwork } from '../buyers/client-network.ts'
import { CAP_WINDOW_SECONDS, assertWithinCaps } from './payment-caps.ts'
import type { CheckoutTransaction, SharedWork } from '../ports/database.ts'
import {
  LOCKED_BY_ANOTHER,
  type LockedByAnother,
  type NewAttempt,
  type PayableSession,
} from '../ports/payment-transaction.ts'
import { amountsOf } from '../sessions/pricing.ts'
import { methodOf } from './redirect-methods.ts'
import type { SessionDetails } from '../sessions/session.ts'
import { quoteIn } from '../sessions/words-in.ts'
import { tooFewLeft } from '../sessions/stock.ts'
import { type Units, createUnits } from './units.ts'

/** Seconds until a client may try again while the provider does not answer. */
const PROVIDER_RETRY_SECONDS = 10

/** `networks`: of the buyer's address, narrowest first; none when the address identifies nobody. */
export type Payment = {
  sessionId: string
  networks: ClientNetwork[]
  request: PayRequest
  /** The answer to the challenge of an earlier refusal. */
  workAnswer?: string | undefined
  /** The digest of the key that will open the receipt. (Default: nobody can open it.) */
  receiptDigest?: string | undefined
  /** BCP 47, best first: of mails to the buyer. (Default: the store's.) */
  languages?: string[]
  /** The language of the page of a store whose own is this, BCP 47. (Default: the store's.) */
  pageLanguage?: ((ofStore: string) => string) | undefined
}

export type Beginning = { deps: CheckoutDeps; attemptId: string; payment: Payment }

/** `payable`: as it was before this payment. `sellsOut`: it holds the last unit for sale. */
export type BeginningResult =
  | { type: 'begun'; attempt: PaymentAttempt; payable: PayableSession; sellsOut: boolean }
  | { type: 'refused'; why: CheckoutError }

/**
 * payments T1, for many payments at once: holds the stock and records the attempts. Two payments of
 * one session or one client are never in the same batch, because the second one's caps count the
 * first.
 */
export const BEGINNING: SharedWork<Beginning, BeginningResult> = {
  run: beginPayments,
  keysOf({ payment: { sessionId, networks } }) {
    const widest = networks.at(-1)
    return widest ? [sessionId, widest.key] : [sessionId]
  },
}

async function beginPayments(tx: CheckoutTransaction, beginnings: Beginning[]) {
  const found = await tx.lockPayable(
    beginnings.map(({ payment }) => payment),
    CAP_WINDOW_SECONDS,
  )
  const units = createUnits()
  const attempts: NewAttempt[] = []
  const results = beginnings.map((beginning, index): BeginningResult | LockedByAnother => {
    const payable = found[index]
    if (payable === LOCKED_BY_ANOTHER) return LOCKED_BY_ANOTHER
    try {
      if (!payable) throw sessionNotFound()
      const { attempt, sellsOut } = begin(beginning, { payable, units })
      const { networks, receiptDigest = null, languages = [] } = beginning.payment
      attempts.push({
        attempt,
        hasKeptUnits: payable.recent.keptUnits > 0,
        clientKeys: networks.map(({ key }) => key),
        receiptDigest,
        // Where the store asks for agreement, no payment gets here without it.
        agreedToTerms: payable.session.seller?.mustAgree ?? false,
        languages,
        language: languageOf(beginning.payment, payable.session),
      })
      return { type: 'begun', attempt, payable, sellsOut }
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error
      return { type: 'refused', why: error }
    }
  })
  if (attempts.length > 0) await tx.insertAttempts(attempts)
  for (const [index, { deps }] of beginnings.entries()) {
    const result = results[index]
    if (result !== LOCKED_BY_ANOTHER && result?.type === 'begun') deps.reach('K1')
  }
  return results
}

const languageOf = (
  { pageLanguage = (ofStore) => ofStore }: Payment,
  { store }: Pick<SessionDetails, 'store'>,
) => pageLanguage(store.language)

/** Holds the units if nothing forbids it. @throws {CheckoutError} the payment is refused */
function begin(
  beginning: Beginning,
  { payable, units }: { payable: PayableSession; units: Units },
) {
  const { deps, payment } = beginning
  const { session, recent, now } = payable
  const { fulfillment, paymentMethod, agreedToTerms, payBefore } = payment.request
  assertPayable(payable)
  assertInTime(now, payBefore)
  const quote = quoteIn(session.quote, languageOf(payment, session))
  const { option, details, address } = chosenDelivery({ ...session, quote }, fulfillment)
  assertAgreed(session, agreedToTerms)
  const amount = amountsOf(session.quote, option).total
  const provider = chosenProvider(deps, { session, paymentMethod, amount })
  const { keptUnits } = recent
  const unitsLeft = units.leftOf(session.quote.variantId, recent.unitsLeft)
  assertMayTry(beginning, { session, recent: { ...recent, unitsLeft } })
  if (!provider.isAvailable()) throw unavailable(deps, session.id)
  hold(payable, { units, unitsLeft })
  const attempt = newAttempt(beginning, {
    session,
    now,
    provider: provider.name,
    amount,
    fulfillment: { option: option.id, details, fee: option.fee, address },
  })
  return { attempt, sellsOut: keptUnits === 0 && unitsLeft === session.quote.quantity }
}

function assertInTime(now: Date, payBefore?: string) {
  if (payBefore !== undefined && now >= new Date(payBefore))
    throw new CheckoutError(
      'invalid_request',
      'payBefore: has passed. Nothing was charged; the buyer may pay again.',
    )
}

function assertAgreed({ seller }: SessionDetails, agreedToTerms = false) {
  if (seller?.mustAgree && !agreedToTerms)
    throw new CheckoutError(
      'agreement_required',
      'agreedToTerms: must be true; this store asks buyers to agree to its terms.',
    )
}

function assertMayTry(
  { deps: { events, workProofs }, payment: { workAnswer: answer } }: Beginning,
  { session, recent }: Pick<PayableSession, 'session' | 'recent'>,
) {
  const challengeOf = () => workProofs.challengeOf(session)
  assertWithinCaps(session, {
    recent,
    quantity: session.quote.quantity,
    events,
    challengeOf,
    isProven: (bits) =>
      answer !== undefined && workProofs.isProven(challengeOf(), { bits, answer }),
  })
}

/** @throws {CheckoutError} sold_out, insufficient_stock */
function hold(
  { session, isRemoved, recent: { keptUnits } }: PayableSession,
  { units, unitsLeft }: { units: Units; unitsLeft: number },
) {
  const { variantId, quantity, productName } = session.quote
  const left = isRemoved ? 0 : unitsLeft
  if (left < quantity) throw tooFewLeft(productName, left)
  if (keptUnits === 0) units.take(variantId, quantity)
}

type AttemptTerms = Pick<PayableSession, 'session' | 'now'> &
  Pick<PaymentAttempt, 'provider' | 'amount' | 'fulfillment'>

function newAttempt(
  { deps, attemptId, payment }: Beginning,
  { session, now, ...decided }: AttemptTerms,
): PaymentAttempt {
  const { customer, paymentMethod } = payment.request
  const { variantId, quantity, currency } = session.quote
  return {
    ...decided,
    id: attemptId,
    sessionId: session.id,
    storeId: session.storeId,
    providerPaymentId: null,
    variantId,
    state: 'authorising',
    version: 1,
    quantity,
    holdActive: true,
    currency,
    paymentMethod,
    orderNumber: deps.ids.orderNumber(),
    customer: { ...customer, email: customer.email ?? null },
    receiptEmail: (session.store.providerReceipts && customer.email) || null,
    statementName: session.store.statementName,
    challengeUrl: null,
    declineCode: null,
    card: null,
    leaseUntil: new Date(now.getTime() + firstLeaseMs(paymentMethod)),
  }
}

/** A buyer who types a code confirms in an app: no page opens that would extend the lease later. */
const firstLeaseMs = (paymentMethod: string) =>
  methodOf(paymentMethod)?.code === undefined ? AUTHORISE_LEASE_MS : CHALLENGE_LEASE_MS

function assertPayable({ session: { state, expiresAt }, recent, now }: PayableSession) {
  switch (state) {
    case 'complete':
      throw new CheckoutError('session_complete', 'This checkout is paid already.')
    case 'paying':
      throw new CheckoutError(
        'payment_in_progress',
        'A payment is under way. Wait for its outcome; do not pay again.',
      )
    case 'expired':
      throw expired()
    case 'open':
      if (now >= expiresAt) throw expired()
  }
  if (recent.isPaidByOrphan)
    throw new CheckoutError(
      'payment_in_progress',
      'A payment for this was taken and is being looked into. Do not pay again.',
    )
  if (recent.isUnsure) throw unsure()
}

/** Refused before stock is held: while the provider times out, it would be held for nothing. */
function unavailable({ events }: CheckoutDeps, sessionId: string) {
  events.paymentsUnavailable({ sessionId })
  return new CheckoutError(
    'payments_unavailable',
    `Payments are not possible for the moment. You were not charged. Try again in ${PROVIDER_RETRY_SECONDS} s.`,
    { retryAfterSeconds: PROVIDER_RETRY_SECONDS },
  )
}

const expired = () =>
  new CheckoutError('session_expired', 'This payment link has expired. You were not charged.')
