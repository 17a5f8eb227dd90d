import type { PayRequest, PayResponse } from '../contract/buyer.ts'
import { amountReason, findAmountProblem } from './amounts.ts'
import { announceSession } from './announce-session.ts'
import { AUTHORISE_LEASE_MS, type PaymentAttempt, declineMessage } from './attempt.ts'
import { CheckoutError, isBusy } from './errors.ts'
import { CAP_WINDOW_SECONDS, type ClientNetwork, assertWithinCaps } from './payment-caps.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { CheckoutTransaction, LockedSession } from './ports/database.ts'
import { amountsOf } from './pricing.ts'
import { advance } from './settle-payment.ts'
import { tooFewLeft } from './stock.ts'

/** Seconds until a provider that does not answer is tried again. */
const PROVIDER_RETRY_SECONDS = 10

/** `networks`: the buyer's, the narrowest first; none when the address says nothing about the buyer. */
type Payment = {
  sessionId: string
  networks: ClientNetwork[]
  request: PayRequest
  /** The answer to the challenge that an earlier refusal came with. */
  workAnswer?: string | undefined
  /** Of the key that will open the receipt. (Default: nobody can.) */
  receiptDigest?: string | undefined
}

/**
 * spec §3: the buyer pays. Stock is held first, then the provider is asked, then the money is taken
 * and the order written.
 */
export async function paySession(deps: CheckoutDeps, payment: Payment): Promise<PayResponse> {
  const { sessionId } = payment
  const attemptId = deps.ids.attempt()
  await deps.db.transaction((tx) => beginAttempt(tx, { ...payment, deps, attemptId }))
  deps.reach('K2')
  try {
    await announceSession(deps, sessionId)
    return await answerOf(deps, await advance(deps, attemptId))
  } catch (error) {
    if (!isBusy(error)) throw error
    // The payment has begun, and recovery finishes it: that is the answer, not that we were late.
    return { status: 'processing' }
  }
}

async function beginAttempt(
  tx: CheckoutTransaction,
  input: Payment & { deps: CheckoutDeps; attemptId: string },
) {
  const {
    deps,
    sessionId,
    networks,
    workAnswer,
    attemptId,
    receiptDigest = null,
    request: { customer, fulfillment, paymentMethod },
  } = input
  const session = await tx.lockSession(sessionId)
  if (!session) throw new CheckoutError('session_not_found', 'There is no such checkout session.')
  assertPayable(session)

  const { quote } = session
  const option = quote.deliveryOptions.find(({ id }) => id === fulfillment.option)
  if (!option) {
    const known = quote.deliveryOptions.map(({ id }) => id).join(', ')
    throw new CheckoutError('invalid_request', `fulfillment.option: must be one of ${known}`)
  }
  const amount = amountsOf(quote, option).total
  const problem = findAmountProblem(amount, deps.provider.amountRule(quote.currency))
  if (problem) {
    const reason = amountReason(problem, quote.currency)
    throw new CheckoutError('invalid_request', `fulfillment.option: the total with it ${reason}`)
  }
  const { storeId, attempts } = session
  const recent = await tx.countRecentPayments({
    networks,
    variantId: quote.variantId,
    sessionId,
    storeId,
    windowSeconds: CAP_WINDOW_SECONDS,
  })
  if (recent.isPaidByOrphan)
    throw new CheckoutError(
      'payment_in_progress',
      'A payment for this was taken and is being looked into. Do not pay again.',
    )
  const challenge = deps.workProofs.challengeOf(session)
  assertWithinCaps(session, {
    recent,
    quantity: quote.quantity,
    events: deps.events,
    challenge,
    isProven: (bits) =>
      workAnswer !== undefined && deps.workProofs.isProven(challenge, { bits, answer: workAnswer }),
  })
  if (!deps.provider.isAvailable()) throw unavailable(deps, sessionId)
  const taking = await tx.takeStock(quote.variantId, quote.quantity)
  if (taking.type === 'too_few') throw tooFewLeft(quote.productName, taking.left)

  await tx.insertAttempt({
    id: attemptId,
    sessionId,
    storeId,
    provider: deps.provider.name,
    clientKeys: networks.map(({ key }) => key),
    receiptDigest,
    variantId: quote.variantId,
    quantity: quote.quantity,
    amount,
    currency: quote.currency,
    paymentMethod,
    orderNumber: deps.ids.orderNumber(),
    customer: { ...customer, email: customer.email ?? null },
    fulfillment: { details: `${option.name}, ${fulfillment.details}`, fee: option.fee },
    leaseUntil: new Date(session.now.getTime() + AUTHORISE_LEASE_MS),
  })
  await tx.updateSession(sessionId, { state: 'paying', attempts: attempts + 1 })
  deps.reach('K1')
}

function assertPayable({ state, now, expiresAt }: LockedSession) {
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

async function answerOf({ db }: CheckoutDeps, attempt: PaymentAttempt): Promise<PayResponse> {
  switch (attempt.state) {
    case 'captured': {
      const session = await db.findSession(attempt.sessionId)
      if (session?.state !== 'complete')
        throw new Error(`attempt ${attempt.id} is captured, its session is not complete`)
      return { status: 'complete', order: session.order }
    }
    case 'declined':
    case 'voided':
    case 'refunded':
      throw new CheckoutError('payment_declined', declineMessage(attempt.declineCode ?? ''))
    case 'requires_action':
      if (attempt.challengeUrl === null)
        throw new Error(`attempt ${attempt.id} requires an action but has no address for it`)
      return { status: 'processing', action: { type: 'challenge', url: attempt.challengeUrl } }
    case 'authorising':
    case 'capturing':
    case 'voiding':
    case 'refunding':
      return { status: 'processing' }
  }
}
