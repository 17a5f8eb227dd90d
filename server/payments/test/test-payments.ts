import { setTimeout as wait } from 'node:timers/promises'
import { type PaymentAttempt, shippingOf } from '../../checkout/payments/attempt.ts'
import type { PaymentOutcome } from '../../checkout/ports/provider.ts'
import type { RefundOutcome, RefundPart } from '../../checkout/ports/refund-database.ts'
import type { TestBank } from './test-bank.ts'
import { type TestCard, isTestCard, receiptCardOf } from './test-cards.ts'
import type { LedgerPayment, NewLedgerPayment } from './test-ledger.ts'

/** How long the slow card's bank takes to answer. */
const SLOW_BANK_MS = 20_000

const DECLINES: Partial<Record<TestCard, string>> = {
  declined: 'card_declined',
  insufficient_funds: 'insufficient_funds',
}

export const paymentIdOf = ({ id }: { id: number }) => `pay_test_${id}`
/** What was taken, even if it was given back. */
export const capturedOf = (payment: Pick<LedgerPayment, 'status' | 'amount'> | undefined) =>
  payment?.status === 'captured' || payment?.status === 'refunded' ? payment.amount : 0

export const refundIdOf = ({ id }: { id: number }) => `re_test_${id}`

const cardOf = ({ card }: LedgerPayment) =>
  card !== null && isTestCard(card) ? receiptCardOf(card) : undefined

/** What was not given back, the buyer has got from the bank. */
const isChargedBack = ({ amount, refunded, chargedBack }: LedgerPayment) =>
  chargedBack > 0 && refunded + chargedBack === amount

function toOutcome(payment: LedgerPayment | undefined, { challengeUrl }: TestBank): PaymentOutcome {
  if (!payment || payment.visibleInMs > 0) return { type: 'unknown' }
  if (isChargedBack(payment)) return { type: 'refunded', paymentId: paymentIdOf(payment) }
  const { status, declineCode, challengeId, attemptId, amount, currency } = payment
  const paymentId = paymentIdOf(payment)
  switch (status) {
    case 'authorized':
    case 'captured':
      return {
        type: status,
        paymentId,
        payment: { attemptId, amount, currency, card: cardOf(payment) },
      }
    case 'declined':
      return { type: 'declined', paymentId, code: declineCode ?? 'card_declined' }
    case 'challenged':
      return challengeId === null
        ? { type: 'unknown' }
        : { type: 'action_required', paymentId, url: challengeUrl(challengeId) }
    case 'cancelled':
    case 'refunded':
      return { type: status, paymentId }
  }
}

/** As the networks ask of every payment by card. The books keep nothing of it. */
function namesBuyer(attempt: PaymentAttempt) {
  const { name, phone, address } = shippingOf(attempt)
  return [name, phone, address.street].every((part) => part.trim() !== '')
}

function declineCodeOf(attempt: PaymentAttempt, card: TestCard | undefined) {
  if (!namesBuyer(attempt)) return 'buyer_not_named'
  return card === undefined ? 'invalid_payment_method' : (DECLINES[card] ?? null)
}

/** What becomes of an attempt with this card; without a card it is declined. */
function toPayment(
  attempt: PaymentAttempt,
  { card, randomId }: { card: TestCard | undefined; randomId: TestBank['randomId'] },
): NewLedgerPayment {
  const { id, sessionId, storeId, amount, currency } = attempt
  const declineCode = declineCodeOf(attempt, card)
  const isChallenged = card === 'challenge_succeeds' || card === 'challenge_declined'
  const accepted = isChallenged ? 'challenged' : 'authorized'
  return {
    attemptId: id,
    sessionId,
    storeId,
    amount,
    currency,
    card: card ?? null,
    declineCode,
    status: declineCode === null ? accepted : 'declined',
    challengeId: isChallenged ? randomId(32) : null,
    visibleAfterMs: card === 'slow' ? SLOW_BANK_MS : 0,
  }
}

export async function authorize(bank: TestBank, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const { ledger, randomId } = bank
  const name = await ledger.findCard(attempt.paymentMethod)
  const card = name !== undefined && isTestCard(name) ? name : undefined
  const payment = await ledger.insertOnce(toPayment(attempt, { card, randomId }))
  if (payment.visibleInMs === 0) return toOutcome(payment, bank)
  await wait(payment.visibleInMs, undefined, { ref: false })
  return retrieve(bank, attempt)
}

/** The answer is lost for the card `captured_then_lost`, although its money is taken. */
export async function capture(bank: TestBank, { id }: PaymentAttempt): Promise<PaymentOutcome> {
  const payment = await bank.ledger.move({ attemptId: id, from: ['authorized'], to: 'captured' })
  const isAnswerLost = payment?.isMoved === true && payment.card === 'captured_then_lost'
  return isAnswerLost ? { type: 'unknown' } : toOutcome(payment, bank)
}

/**
 * Cancels the reservation. A payment that was never authorised is recorded as cancelled, so that a
 * late authorisation finds it so.
 */
export async function cancel(bank: TestBank, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const { ledger, randomId } = bank
  await ledger.insertOnce({
    ...toPayment(attempt, { card: undefined, randomId }),
    status: 'cancelled',
    declineCode: null,
  })
  const from: LedgerPayment['status'][] = ['authorized', 'challenged']
  return toOutcome(await ledger.move({ attemptId: attempt.id, from, to: 'cancelled' }), bank)
}

/** A disputed payment stays as it is. */
export const refund = async (bank: TestBank, { id }: PaymentAttempt): Promise<PaymentOutcome> =>
  toOutcome(await bank.ledger.move({ attemptId: id, from: ['captured'], to: 'refunded' }), bank)

export async function refundPart(
  { ledger }: TestBank,
  { attempt, part: { refundId, amount } }: { attempt: PaymentAttempt; part: RefundPart },
): Promise<RefundOutcome> {
  const { id, failureCode } = await ledger.refundOnce({ refundId, attemptId: attempt.id, amount })
  const providerRefundId = refundIdOf({ id })
  return failureCode === null
    ? { type: 'refunded', providerRefundId }
    : { type: 'failed', providerRefundId, code: failureCode }
}

export const retrieve = async (bank: TestBank, { id }: PaymentAttempt): Promise<PaymentOutcome> =>
  toOutcome(await bank.ledger.find(id), bank)
