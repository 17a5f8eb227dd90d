import type { LedgerEntry } from '../../checkout/ports/provider.ts'
import type { TestLedger } from './test-ledger.ts'
import { paymentIdOf } from './test-payments.ts'

/** Every payment that was begun since then. */
export async function* listPayments(ledger: TestLedger, since: Date): AsyncIterable<LedgerEntry> {
  for await (const payment of ledger.listSince(since)) {
    const { attemptId, amount, currency, status, refunded, createdAt } = payment
    yield {
      paymentId: paymentIdOf(payment),
      attemptId,
      amount,
      currency,
      createdAt,
      captured: status === 'captured' || status === 'refunded' ? amount : 0,
      refunded: status === 'refunded' ? amount : refunded,
      isOpen: status === 'authorized' || status === 'challenged',
    }
  }
}
