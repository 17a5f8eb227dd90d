import type { EntryOutcome, LedgerEntry } from '../../checkout/ports/provider.ts'
import type { LedgerPayment, TestLedger } from './test-ledger.ts'
import { capturedOf, paymentIdOf } from './test-payments.ts'

/** The books share a database with the record, so all payments in them are ours. */
const toEntry = ({ status, refunded, ...payment }: LedgerPayment): LedgerEntry => ({
  paymentId: paymentIdOf(payment),
  attemptId: payment.attemptId,
  sessionId: payment.sessionId,
  storeId: payment.storeId,
  namesUs: true,
  amount: payment.amount,
  currency: payment.currency,
  chargedBack: payment.chargedBack,
  createdAt: payment.createdAt,
  captured: capturedOf({ status, amount: payment.amount }),
  refunded: status === 'refunded' ? payment.amount : refunded,
  isOpen: status === 'authorized' || status === 'challenged',
})

export async function* listPayments(ledger: TestLedger, since: Date): AsyncIterable<LedgerEntry> {
  for await (const payment of ledger.listSince(since)) yield toEntry(payment)
}

/** This bank's notifications name the attempt, so nobody asks without one. */
export async function findEntry(
  ledger: TestLedger,
  attemptId: string | null,
): Promise<EntryOutcome> {
  const payment = attemptId === null ? undefined : await ledger.find(attemptId)
  return payment ? { type: 'found', entry: toEntry(payment) } : { type: 'none' }
}

/** Cancels what is reserved, or gives back what was taken. */
export async function returnPayment(ledger: TestLedger, attemptId: string): Promise<EntryOutcome> {
  await ledger.move({ attemptId, from: ['authorized', 'challenged'], to: 'cancelled' })
  const payment = await ledger.move({ attemptId, from: ['captured'], to: 'refunded' })
  const outcome = await findEntry(ledger, attemptId)
  return outcome.type === 'found' && payment?.isDisputed
    ? { ...outcome, refusal: 'charge_disputed' }
    : outcome
}
