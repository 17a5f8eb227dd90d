import type { PaymentProvider } from '../../checkout/ports/provider.ts'
import type { TestBank } from './test-bank.ts'
import { findEntry, listPayments, returnPayment } from './test-books.ts'
import { findTestCard } from './test-cards.ts'
import {
  type BankDispute,
  type BankRefund,
  type RefundFailure,
  dispute,
  failRefund,
  listActivity,
  notificationOf,
  readCharge,
  refundByBank,
} from './test-charges.ts'
import { type ChallengeAnswer, answerChallenge, findChallenge } from './test-challenges.ts'
import { parseTestNotification } from './test-notifications.ts'
import { authorize, cancel, capture, refund, refundPart, retrieve } from './test-payments.ts'

/** A payment method for a listed test card; undefined for every other number, which goes nowhere. */
async function createPaymentMethod({ ledger, randomId }: TestBank, cardNumber: string) {
  const card = findTestCard(cardNumber)
  if (!card) return undefined
  const id = `pm_test_${randomId(24)}`
  await ledger.savePaymentMethod({ id, card })
  return id
}

/** Beside the port: what only a bank for trying things out has. */
const bankActions = (bank: TestBank) => ({
  createPaymentMethod: (cardNumber: string) => createPaymentMethod(bank, cardNumber),
  findChallenge: (challengeId: string) => findChallenge(bank, challengeId),
  answerChallenge: (challengeId: string, answer: ChallengeAnswer) =>
    answerChallenge(bank, { challengeId, answer }),
  refundByBank: (asked: BankRefund) => refundByBank(bank, asked),
  failRefund: (asked: RefundFailure) => failRefund(bank, asked),
  dispute: (asked: BankDispute) => dispute(bank, asked),
  findPaid: (sessionId: string) => bank.ledger.findPaid(sessionId),
  notificationOf: (payment: { attemptId: string }) => notificationOf(bank, payment),
})

export type TestBankActions = ReturnType<typeof bankActions>

/** A bank for trying things out: real books, no real money. */
export function createTestProvider(bank: TestBank): PaymentProvider & TestBankActions {
  return {
    name: 'test',
    isAvailable: () => true,
    amountRule: () => ({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, step: 1 }),
    authorize: (attempt) => authorize(bank, attempt),
    capture: (attempt) => capture(bank, attempt),
    cancel: (attempt) => cancel(bank, attempt),
    refund: (attempt) => refund(bank, attempt),
    refundPart: (attempt, part) => refundPart(bank, { attempt, part }),
    retrieve: (attempt) => retrieve(bank, attempt),
    parseNotification: async (rawBody, headers) =>
      parseTestNotification({
        rawBody,
        headers,
        secret: bank.notificationSecret,
        now: new Date(),
      }),
    findEntry: ({ attemptId }) => findEntry(bank.ledger, attemptId),
    returnPayment: ({ attemptId }) => returnPayment(bank.ledger, attemptId),
    readCharge: (attempt) => readCharge(bank, attempt),
    listPayments: (since) => listPayments(bank.ledger, since),
    listActivity: (since) => listActivity(bank, since),
    ...bankActions(bank),
  }
}
