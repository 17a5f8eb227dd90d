import type { PayRequest } from '../contract/buyer.ts'
import { writtenAddress } from './address.ts'
import { amountReason, findAmountProblem } from './amounts.ts'
import { AUTHORISE_LEASE_MS, CHALLENGE_LEASE_MS, type PaymentAttempt } from './attempt.ts'
import { type CheckoutDeps, takingProvider } from './checkout-deps.ts'
import { detailsOf } from './collection.ts'
import { CheckoutError } from './errors.ts'
import { CAP_WINDOW_SECONDS, type ClientNetwork, assertWithinCaps } from './payment-caps.ts'
import type { CheckoutTransaction, SharedWork } from './ports/database.ts'
import {
  ELSEWHERE,
  type Elsewhere,
  type NewAttempt,
  type PayableSession,
} from './ports/payment-transaction.ts'
import { amountsOf } from './pricing.ts'
import { methodOf, methodsFor } from './redirect-methods.ts'
import type { SessionDetails } from './session.ts'
import { tooFewLeft } from './stock.ts'

/** Seconds until a provider that does not answer is tried again. */
const PROVIDER_RETRY_SECONDS = 10

/** `networks`: the buyer's, the narrowest first; none when the address says nothing about the buyer. */
export type Payment = {
  sessionId: string
  networks: ClientNetwork[]
  request: PayRequest
  /** The answer to the challenge that an earlier refusal came with. */
  workAnswer?: string | undefined
  /** Of the key that will open the receipt. (Default: nobody can.) */
  receiptDigest?: string | undefined
}

export type Beginning = { deps: CheckoutDeps; attemptId: string; payment: Payment }

/** `payable`: as it was before. */
export type Begun =
  | { type: 'begun'; attempt: PaymentAttempt; payable: PayableSession }
  | { type: 'refused'; why: CheckoutError }

/**
 * payments T1, of many at once: the stock is held and the attempt written down. Two payments of a
 * session or of a client never go together: what is counted for one has to be on record for the
 * next.
 */
export const BEGINNING: SharedWork<Beginning, Begun> = {
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
  const results = beginnings.map((beginning, place): Begun | Elsewhere => {
    const payable = found[place]
    if (payable === ELSEWHERE) return ELSEWHERE
    try {
      if (!payable) throw sessionNotFound()
      const attempt = begin(beginning, { payable, units })
      const { networks, receiptDigest = null } = beginning.payment
      attempts.push({
        attempt,
        clientKeys: networks.map(({ key }) => key),
        receiptDigest,
        // Where it is asked, nothing has begun without it; elsewhere it says nothing.
        agreedToTerms: payable.session.seller?.mustAgree ?? false,
      })
      return { type: 'begun', attempt, payable }
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error
      return { type: 'refused', why: error }
    }
  })
  if (attempts.length > 0) await tx.insertAttempts(attempts)
  for (const [place, { deps }] of beginnings.entries()) {
    const result = results[place]
    if (result !== ELSEWHERE && result?.type === 'begun') deps.reach('K1')
  }
  return results
}

type Units = ReturnType<typeof createUnits>

/** A shortage goes by the order of arrival: whoever comes later finds what those before have left. */
function createUnits() {
  const taken = new Map<string, number>()
  return {
    leftOf: (variantId: string, before: number) => before - (taken.get(variantId) ?? 0),
    take(variantId: string, quantity: number) {
      taken.set(variantId, (taken.get(variantId) ?? 0) + quantity)
    },
  }
}

/** @throws {CheckoutError} when the session cannot be paid this way now */
function begin(
  {
    deps,
    attemptId,
    payment: {
      workAnswer,
      request: { customer, fulfillment, paymentMethod, agreedToTerms, payBefore },
    },
  }: Beginning,
  { payable, units }: { payable: PayableSession; units: Units },
): PaymentAttempt {
  const { session, recent, isRemoved, now } = payable
  const { quote, id: sessionId, storeId } = session
  assertPayable(session, now)
  if (payBefore !== undefined && now >= new Date(payBefore))
    throw new CheckoutError(
      'invalid_request',
      'payBefore: has passed. Nothing was charged; the buyer may pay again.',
    )

  const option = quote.deliveryOptions.find(({ id }) => id === fulfillment.option)
  if (!option) {
    const known = quote.deliveryOptions.map(({ id }) => id).join(', ')
    throw new CheckoutError('invalid_request', `fulfillment.option: must be one of ${known}`)
  }
  const details = detailsOf(option, option.place ? undefined : enteredPlace(session, fulfillment))
  if (details === undefined) {
    const reason = fulfillment.details === undefined ? 'is required' : 'must not be empty'
    throw new CheckoutError('invalid_request', `fulfillment.details: ${reason}`)
  }
  if (session.seller?.mustAgree && !agreedToTerms)
    throw new CheckoutError(
      'agreement_required',
      'agreedToTerms: must be true; this store asks buyers to agree to its terms.',
    )
  const amount = amountsOf(quote, option).total
  const provider = takingProvider(deps, session)
  const method = methodOf(paymentMethod)
  const isTaken =
    provider.takesRedirects && method
      ? methodsFor(session.paymentMethods, quote.currency).includes(method.name)
      : !method
  if (!isTaken)
    throw new CheckoutError('invalid_request', 'paymentMethod: is not one that this store takes')
  const problem = findAmountProblem(amount, provider.amountRule(quote.currency))
  if (problem) {
    const reason = amountReason(problem, quote.currency)
    throw new CheckoutError('invalid_request', `fulfillment.option: the total with it ${reason}`)
  }
  if (recent.isPaidByOrphan)
    throw new CheckoutError(
      'payment_in_progress',
      'A payment for this was taken and is being looked into. Do not pay again.',
    )
  const { variantId, quantity } = quote
  const unitsLeft = units.leftOf(variantId, recent.unitsLeft)
  const challengeOf = () => deps.workProofs.challengeOf(session)
  assertWithinCaps(session, {
    recent: { ...recent, unitsLeft },
    quantity,
    events: deps.events,
    challengeOf,
    isProven: (bits) =>
      workAnswer !== undefined &&
      deps.workProofs.isProven(challengeOf(), { bits, answer: workAnswer }),
  })
  if (!provider.isAvailable()) throw unavailable(deps, sessionId)
  const left = isRemoved ? 0 : unitsLeft
  if (left < quantity) throw tooFewLeft(quote.productName, left)
  units.take(variantId, quantity)

  return {
    id: attemptId,
    sessionId,
    storeId,
    provider: provider.name,
    providerPaymentId: null,
    variantId,
    state: 'authorising',
    version: 1,
    quantity,
    holdActive: true,
    amount,
    currency: quote.currency,
    paymentMethod,
    orderNumber: deps.ids.orderNumber(),
    customer: { ...customer, email: customer.email ?? null },
    fulfillment: { details, fee: option.fee },
    challengeUrl: null,
    declineCode: null,
    card: null,
    leaseUntil: new Date(now.getTime() + firstLeaseMs(paymentMethod)),
  }
}

/** BLIK's buyers confirm in their app, with no page that would give them more time later. */
const firstLeaseMs = (paymentMethod: string) =>
  methodOf(paymentMethod)?.name === 'blik' ? CHALLENGE_LEASE_MS : AUTHORISE_LEASE_MS

/** @throws {CheckoutError} invalid_request: the store does not deliver there */
function enteredPlace(
  { deliveryCountries: countries }: SessionDetails,
  { address, details }: PayRequest['fulfillment'],
) {
  if (!address) return details
  // What the store has set meanwhile counts; where it asks for none any more, any will do.
  if (countries.length > 0 && !countries.includes(address.country))
    throw new CheckoutError(
      'invalid_request',
      `fulfillment.address.country: must be one of ${countries.join(', ')}`,
    )
  return writtenAddress(address, { withCountry: countries.length !== 1 })
}

const sessionNotFound = () =>
  new CheckoutError('session_not_found', 'There is no such checkout session.')

function assertPayable({ state, expiresAt }: SessionDetails, now: Date) {
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
}

/**
 * We refuse before we hold stock: while the provider keeps timing out, we would hold it for nothing.
 */
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
