import { openDisputes } from './double-disputes.ts'
import type { Dispute } from './stripe-disputes.ts'
import { type StripeCard, findCardOf } from './stripe-cards.ts'
import {
  type Charge,
  type Payment,
  type PaymentStatus,
  type Refund,
  type StripeObject,
  toCharge,
  toPaymentIntent,
  toRefund,
} from './stripe-objects.ts'
import { StripeRefusal, invalidRequest, missing } from './stripe-refusal.ts'

type BooksOptions = {
  now: () => Date
  /** Called for what Stripe would notify of. */
  announce: (type: string, object: StripeObject) => void
  /** Where buyers confirm what is not paid by card. (Default: an address without answer.) */
  elsewhereUrl?: string
}

export type NewPayment = Pick<Payment, 'amount' | 'currency' | 'metadata' | 'captureMethod'> &
  Partial<Pick<Payment, 'methodTypes'>>
/**
 * What a payment is paid by. `isToken`: a confirmation token. `excess`: how much more than asked
 * the bank reserves; negative for less.
 */
type Means = { reference: string; isToken: boolean; excess?: number }

/** The steps of amounts: https://docs.stripe.com/currencies */
const STEPS: Record<string, number> = {
  isk: 100,
  ugx: 100,
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
}
const CONFIRMABLE: PaymentStatus[] = ['requires_payment_method', 'requires_confirmation']
const CANCELLABLE: PaymentStatus[] = [...CONFIRMABLE, 'requires_action', 'requires_capture']
const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const

type NewRefund = Pick<Refund, 'metadata' | 'status'> & { amount: number | undefined }

export function pageOf<Item extends { id: string }>(
  all: Item[],
  { limit, after }: { limit: number; after: string | undefined },
) {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  return { page: all.slice(start, start + limit), hasMore: all.length > start + limit }
}

const newId = (prefix: string) =>
  `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`

const isWithdrawn = ({ status }: Dispute) =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'

const unexpectedState = (payment: Payment, act: string) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent could not be ${act} because it has a status of ${payment.status}.`,
    payment_intent: toPaymentIntent(payment),
  })

/** One account's payments: https://docs.stripe.com/payments/paymentintents/lifecycle */
export function openStripeBooks({
  now,
  announce,
  elsewhereUrl = 'https://elsewhere.example',
}: BooksOptions) {
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const usedTokens = new Set<string>()
  const seconds = () => Math.floor(now().getTime() / 1000)
  const announcePayment = (type: string, payment: Payment) =>
    announce(`payment_intent.${type}`, toPaymentIntent(payment))
  const announceCharge = (type: string, payment: Payment) => {
    if (payment.charge) announce(`charge.${type}`, toCharge(payment, payment.charge))
  }
  const newCharge = (authorized: number, failure: Charge['failure']): Charge => ({
    id: newId('ch'),
    status: failure ? 'failed' : 'succeeded',
    authorized,
    captured: 0,
    refunded: 0,
    disputed: false,
    failure,
    created: seconds(),
  })

  function find(id: string) {
    const payment = payments.get(id)
    if (!payment) throw missing('payment_intent', id, 'intent')
    return payment
  }

  const disputes = openDisputes({ seconds, find, newId, announce })

  function takeCard({ reference, isToken }: Omit<Means, 'excess'>): StripeCard {
    const card = findCardOf(reference)
    const param = isToken ? 'confirmation_token' : 'payment_method'
    if (!card) throw missing(isToken ? 'ConfirmationToken' : 'PaymentMethod', reference, param)
    if (usedTokens.has(reference))
      throw invalidRequest('This ConfirmationToken was used before.', { param })
    if (isToken) usedTokens.add(reference)
    return card
  }

  function authorizeOrDecline(payment: Payment, card: StripeCard | null, excess = 0) {
    const decline = card?.decline
    if (!decline) {
      const isManual = payment.captureMethod === 'manual'
      const status = isManual ? 'requires_capture' : 'succeeded'
      const charge = newCharge(payment.amount + excess, null)
      Object.assign(payment, { status, charge, lastError: null })
      if (!isManual) charge.captured = charge.authorized
      announceCharge('succeeded', payment)
      return announcePayment(isManual ? 'amount_capturable_updated' : 'succeeded', payment)
    }
    const error = {
      type: 'card_error',
      code: decline.code,
      message: decline.message,
      ...(decline.declineCode !== null && { decline_code: decline.declineCode }),
    } as const
    payment.charge = newCharge(0, error)
    const lastError = { ...error, charge: payment.charge.id }
    Object.assign(payment, { status: 'requires_payment_method', lastError, paymentMethod: null })
    announceCharge('failed', payment)
    return announcePayment('payment_failed', payment)
  }

  return {
    ...disputes,
    payments,
    refunds,
    usedTokens,
    find,

    findRefund(id: string) {
      const refund = refunds.get(id)
      if (!refund) throw missing('refund', id, 'refund')
      return refund
    },

    create({ amount, currency, metadata, captureMethod, methodTypes = ['card'] }: NewPayment) {
      if (amount % (STEPS[currency] ?? 1) !== 0)
        throw invalidRequest(`Invalid amount for ${currency}.`, { param: 'amount' })
      if (amount < 1)
        throw invalidRequest('Amount is below the minimum.', {
          param: 'amount',
          code: 'amount_too_small',
        })
      const id = newId('pi')
      const payment: Payment = {
        id,
        clientSecret: `${id}_secret_${newId('s')}`,
        amount,
        currency,
        metadata,
        captureMethod,
        methodTypes,
        created: seconds(),
        status: 'requires_payment_method',
        paymentMethod: null,
        card: null,
        elsewhere: null,
        lastError: null,
        charge: null,
        confirmations: 0,
        canceledAt: null,
        cancellationReason: null,
      }
      payments.set(id, payment)
      announcePayment('created', payment)
      return payment
    },

    confirm(id: string, { excess, ...means }: Means) {
      const payment = find(id)
      if (!CONFIRMABLE.includes(payment.status)) throw unexpectedState(payment, 'confirmed')
      const card = takeCard(means)
      payment.confirmations += 1
      Object.assign(payment, { paymentMethod: newId('pm'), card, lastError: null })
      if (card.asksBuyer) {
        payment.status = 'requires_action'
        announcePayment('requires_action', payment)
      } else {
        authorizeOrDecline(payment, card, excess)
      }
      const { lastError } = payment
      if (lastError)
        throw new StripeRefusal(402, { ...lastError, payment_intent: toPaymentIntent(payment) })
      return payment
    },

    /** The buyer confirms elsewhere, so nothing can be reserved. */
    confirmElsewhere(
      id: string,
      { type, returnUrl }: { type: string; returnUrl: string | undefined },
    ) {
      const payment = find(id)
      if (!CONFIRMABLE.includes(payment.status)) throw unexpectedState(payment, 'confirmed')
      if (!payment.methodTypes.includes(type))
        throw invalidRequest(`This PaymentIntent does not take ${type}.`)
      if (payment.captureMethod === 'manual')
        throw invalidRequest(`${type} cannot be captured later.`, { param: 'capture_method' })
      if (returnUrl === undefined)
        throw invalidRequest('A return_url is required.', { param: 'return_url' })
      const url = `${elsewhereUrl}/${payment.clientSecret}`
      payment.confirmations += 1
      Object.assign(payment, {
        paymentMethod: newId('pm'),
        elsewhere: { type, url, returnUrl },
        status: 'requires_action',
        lastError: null,
      })
      announcePayment('requires_action', payment)
      return payment
    },

    /** The buyer's answer to the bank, or elsewhere. */
    answerChallenge(id: string, answer: 'complete' | 'fail') {
      const payment = find(id)
      if (payment.status !== 'requires_action' || !(payment.card ?? payment.elsewhere))
        throw new Error(`${id} asks the buyer nothing`)
      if (answer === 'complete') return authorizeOrDecline(payment, payment.card)
      Object.assign(payment, {
        status: 'requires_payment_method',
        lastError: AUTHENTICATION_FAILED,
        paymentMethod: null,
      })
      return announcePayment('payment_failed', payment)
    },

    capture(id: string) {
      const payment = find(id)
      if (payment.status !== 'requires_capture' || !payment.charge)
        throw unexpectedState(payment, 'captured')
      payment.status = 'succeeded'
      payment.charge.captured = payment.charge.authorized
      announceCharge('captured', payment)
      announcePayment('succeeded', payment)
      return payment
    },

    cancel(id: string, cancellationReason: string | null) {
      const payment = find(id)
      if (!CANCELLABLE.includes(payment.status)) throw unexpectedState(payment, 'canceled')
      Object.assign(payment, { status: 'canceled', canceledAt: seconds(), cancellationReason })
      announcePayment('canceled', payment)
      return payment
    },

    /** `amount`: all that is left, unless it is given. `status`: what the bank makes of it. */
    refund(paymentId: string, { metadata, amount: asked, status }: NewRefund) {
      const payment = find(paymentId)
      const { charge } = payment
      if (!charge || charge.captured === 0) {
        const message = `PaymentIntent ${paymentId} has no captured charge to refund.`
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          message,
          param: 'payment_intent',
        })
      }
      const left = charge.captured - charge.refunded
      if (left === 0) {
        const message = `Charge ${charge.id} has already been refunded.`
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          code: 'charge_already_refunded',
          message,
        })
      }
      if (disputes.disputesOf(paymentId).some(isWithdrawn)) {
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          code: 'charge_disputed',
          message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
        })
      }
      const amount = asked ?? left
      if (amount > left) {
        throw invalidRequest(
          `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
          { param: 'amount' },
        )
      }
      const failureReason = status === 'failed' ? 'expired_or_canceled_card' : null
      const refund: Refund = {
        id: newId('re'),
        payment,
        amount,
        status,
        failureReason,
        metadata,
        created: seconds(),
      }
      refunds.set(refund.id, refund)
      if (status !== 'failed') charge.refunded += amount
      announce('refund.created', toRefund(refund))
      announceCharge('refunded', payment)
      return refund
    },

    /** Settles a pending refund. The money of a failed one is in the balance again. */
    settleRefund(id: string, status: 'succeeded' | 'failed') {
      const refund = refunds.get(id)
      if (refund?.status !== 'pending' || !refund.payment.charge)
        throw new Error(`${id} is no pending refund`)
      refund.status = status
      if (status === 'failed') {
        refund.failureReason = 'lost_or_stolen_card'
        refund.payment.charge.refunded -= refund.amount
      }
      announce(status === 'failed' ? 'refund.failed' : 'refund.updated', toRefund(refund))
    },

    /** A successful refund comes back from the card's bank, up to weeks later. */
    failRefund(id: string, failureReason: string) {
      const refund = refunds.get(id)
      if (refund?.status !== 'succeeded' || !refund.payment.charge)
        throw new Error(`${id} is no refund that succeeded`)
      Object.assign(refund, { status: 'failed', failureReason })
      refund.payment.charge.refunded -= refund.amount
      announce('refund.failed', toRefund(refund))
      announce('charge.refund.updated', toRefund(refund))
    },

    listRefunds(paymentId: string, { limit, after }: { limit: number; after: string | undefined }) {
      const all = [...refunds.values()].filter(({ payment }) => payment.id === paymentId).reverse()
      return pageOf(all, { limit, after })
    },

    /** Newest first, as at Stripe. */
    list({ since, limit, after }: { since: number; limit: number; after: string | undefined }) {
      const all = [...payments.values()].filter(({ created }) => created >= since).reverse()
      return pageOf(all, { limit, after })
    },
  }
}

export type StripeBooks = ReturnType<typeof openStripeBooks>
