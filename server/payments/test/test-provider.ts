import { setTimeout as wait } from 'node:timers/promises'
import type { PaymentAttempt } from '../../checkout/attempt.ts'
import type { PaymentOutcome, PaymentProvider } from '../../checkout/ports/provider.ts'
import {
  type TestNotification,
  parseTestNotification,
  signTestNotification,
} from './test-notifications.ts'
import { type TestCard, findTestCard, isTestCard } from './test-cards.ts'
import type { LedgerPayment, NewLedgerPayment, TestLedger } from './test-ledger.ts'

/** How long the bank of the slow card takes to answer. */
const SLOW_BANK_MS = 20_000

export type TestProviderOptions = {
  ledger: TestLedger
  /** Base62 text of that length, unpredictable. */
  randomId: (length: number) => string
  /** Where the bank's page for a challenge is. */
  challengeUrl: (challengeId: string) => string
  /** Signs its notifications. */
  notificationSecret: Uint8Array
}

/** A bank for trying things out: real books, no real money. */
export type TestProvider = PaymentProvider & {
  /**
   * A payment method for a listed test card; undefined for every other number, which goes nowhere.
   */
  createPaymentMethod(cardNumber: string): Promise<string | undefined>
  /** What the bank's page shows. */
  findChallenge(
    challengeId: string,
  ): Promise<
    { sessionId: string; amount: number; currency: string; isSettled: boolean } | undefined
  >
  /**
   * The buyer's answer on the bank's page. Returns what the bank notifies of; later answers change
   * nothing.
   */
  answerChallenge(
    challengeId: string,
    answer: 'complete' | 'fail',
  ): Promise<TestNotification | undefined>
}

const DECLINES: Partial<Record<TestCard, string>> = {
  declined: 'card_declined',
  insufficient_funds: 'insufficient_funds',
}

const paymentIdOf = ({ id }: { id: number }) => `pay_test_${id}`

function toOutcome(
  payment: LedgerPayment | undefined,
  challengeUrl: TestProviderOptions['challengeUrl'],
): PaymentOutcome {
  if (!payment || payment.visibleInMs > 0) return { type: 'unknown' }
  const { status, declineCode, challengeId, attemptId, amount, currency } = payment
  const paymentId = paymentIdOf(payment)
  switch (status) {
    case 'authorized':
    case 'captured':
      return { type: status, paymentId, payment: { attemptId, amount, currency } }
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

export function createTestProvider({
  ledger,
  randomId,
  challengeUrl,
  notificationSecret,
}: TestProviderOptions): TestProvider {
  const answer = (payment: LedgerPayment | undefined) => toOutcome(payment, challengeUrl)

  const toPayment = (
    { id, sessionId, storeId, amount, currency }: PaymentAttempt,
    card: TestCard | undefined,
  ): NewLedgerPayment => {
    const declineCode = card === undefined ? 'invalid_payment_method' : (DECLINES[card] ?? null)
    const isChallenged = card === 'challenge_succeeds' || card === 'challenge_declined'
    return {
      attemptId: id,
      sessionId,
      storeId,
      amount,
      currency,
      card: card ?? null,
      declineCode,
      status: declineCode !== null ? 'declined' : isChallenged ? 'challenged' : 'authorized',
      challengeId: isChallenged ? randomId(32) : null,
      visibleAfterMs: card === 'slow' ? SLOW_BANK_MS : 0,
    }
  }

  return {
    name: 'test',
    isAvailable: () => true,

    async createPaymentMethod(cardNumber) {
      const card = findTestCard(cardNumber)
      if (!card) return undefined
      const id = `pm_test_${randomId(24)}`
      await ledger.savePaymentMethod({ id, card })
      return id
    },

    async authorize(attempt) {
      const name = await ledger.findCard(attempt.paymentMethod)
      const card = name !== undefined && isTestCard(name) ? name : undefined
      const payment = await ledger.insertOnce(toPayment(attempt, card))
      if (payment.visibleInMs === 0) return answer(payment)
      await wait(payment.visibleInMs, undefined, { ref: false })
      return answer(await ledger.find(attempt.id))
    },

    async capture(attempt) {
      const before = await ledger.find(attempt.id)
      const after = await ledger.move(attempt.id, { from: ['authorized'], to: 'captured' })
      const isAnswerLost = before?.status === 'authorized' && before.card === 'captured_then_lost'
      return isAnswerLost ? { type: 'unknown' } : answer(after)
    },

    async cancel(attempt) {
      // A payment that was never authorised is written down as cancelled, so that a late
      // authorisation finds it so.
      await ledger.insertOnce({
        ...toPayment(attempt, undefined),
        status: 'cancelled',
        declineCode: null,
      })
      return answer(
        await ledger.move(attempt.id, { from: ['authorized', 'challenged'], to: 'cancelled' }),
      )
    },

    refund: async (attempt) =>
      answer(await ledger.move(attempt.id, { from: ['captured'], to: 'refunded' })),

    async refundPart({ id: attemptId }, { refundId, amount }) {
      const { id, failureCode } = await ledger.refundOnce({ refundId, attemptId, amount })
      const providerRefundId = `re_test_${id}`
      return failureCode === null
        ? { type: 'refunded', providerRefundId }
        : { type: 'failed', providerRefundId, code: failureCode }
    },

    retrieve: async (attempt) => answer(await ledger.find(attempt.id)),

    parseNotification: async (rawBody, headers) =>
      parseTestNotification({ rawBody, headers, secret: notificationSecret, now: new Date() }),

    async *listPayments(since) {
      for await (const {
        id,
        attemptId,
        amount,
        currency,
        status,
        refunded,
        createdAt,
      } of ledger.listSince(since)) {
        yield {
          paymentId: paymentIdOf({ id }),
          attemptId,
          amount,
          currency,
          createdAt,
          captured: status === 'captured' || status === 'refunded' ? amount : 0,
          refunded: status === 'refunded' ? amount : refunded,
          isOpen: status === 'authorized' || status === 'challenged',
        }
      }
    },

    async findChallenge(challengeId) {
      const challenge = await ledger.findChallenge(challengeId)
      if (!challenge) return undefined
      const { sessionId, amount, currency, status } = challenge
      return { sessionId, amount, currency, isSettled: status !== 'challenged' }
    },

    async answerChallenge(challengeId, buyersAnswer) {
      const challenge = await ledger.findChallenge(challengeId)
      if (!challenge) return undefined
      const change =
        buyersAnswer === 'fail'
          ? ({ to: 'declined', declineCode: 'authentication_failed' } as const)
          : challenge.card === 'challenge_declined'
            ? ({ to: 'declined', declineCode: 'card_declined' } as const)
            : ({ to: 'authorized' } as const)
      await ledger.move(challenge.attemptId, { from: ['challenged'], ...change })
      return signTestNotification(
        { id: `evt_test_${randomId(24)}`, attempt: challenge.attemptId },
        { secret: notificationSecret, now: new Date() },
      )
    },
  }
}
