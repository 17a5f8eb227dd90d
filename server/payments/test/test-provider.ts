import type { PaymentProvider } from '../../checkout/ports/provider.ts'
import type { TestBank } from './test-bank.ts'
import { findEntry, listPayments, returnPayment } from './test-books.ts'
import { findTestCard } from './test-cards.ts'
import {
  type BankDispute,
  dispute,
  listActivity,
  notificationOf,
  readCharge,
} from './test-charges.ts'
import { type ChallengeAnswer, answerChallenge, findChallenge } from './test-challenges.ts'
import { parseTestNotification } from './test-notifications.ts'
import { authorize, cancel, capture, refund, refundPart, retrieve } from './test-payments.ts'

/** A payment method for a listed test card; undefined for any other number, which goes nowhere. */
async function createPaymentMethod({ ledger, randomId }: TestBank, cardNumber: string) {
  const card = findTestCard(cardNumber)
  if (!card) return undefined
  const id = `pm_test_${randomId(24)}`
  await ledger.savePaymentMethod({ id, card })
  return id
}

/** What only a test bank has, beside the port. */
const bankActions = (bank: TestBank) => ({
  createPaymentMethod: (cardNumber: string) => createPaymentMethod(bank, cardNumber),
  findChallenge: (challengeId: string) => findChallenge(bank, challengeId),
  answerChallenge: (challengeId: string, answer: ChallengeAnswer) =>
    answerChallenge(bank, { challengeId, answer }),
  /** The bank gives money back on its own. False when less than that is left. */
  refundByBank: async (asked: { attemptId: string; amount: number }) =>
    (await bank.ledger.refundByBank(asked)) !== undefined,
  /** Makes the latest successful refund fail. False without such a refund. */
  failRefund: async (asked: { attemptId: string; code: string }) =>
    (await bank.ledger.takeBackRefund(asked)) !== undefined,
  dispute: (asked: BankDispute) => dispute(bank, asked),
  listDisputes: (attemptId: string) => bank.ledger.listDisputes(attemptId),
  findPaid: (sessionId: string) => bank.ledger.findPaid(sessionId),
  notificationOf: (payment: { attemptId: string }) => notificationOf(bank, payment),
})

export type TestBankActions = ReturnType<typeof bankActions>

/** A bank to try things out: real books, no real money. */
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
        now: bank.now(),
      }),
    findEntry: ({ attemptId }) => findEntry(bank.ledger, attemptId),
    returnPayment: ({ attemptId }) => returnPayment(bank.ledger, attemptId),
    readCharge: (attempt) => readCharge(bank, attempt),
    listPayments: (since) => listPayments(bank.ledger, since),
    listActivity: (since) => listActivity(bank, since),
    ...bankActions(bank),
  }
}
