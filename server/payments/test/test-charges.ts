import { isDecided } from '../../checkout/refunds/dispute.ts'
import type { ChargeReading } from '../../checkout/ports/provider.ts'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { TestBank } from './test-bank.ts'
import type { LedgerDispute } from './ledger-charges.ts'
import { signTestNotification } from './test-notifications.ts'
import { capturedOf, paymentIdOf, refundIdOf } from './test-payments.ts'

export async function readCharge(
  { ledger }: TestBank,
  { id }: PaymentAttempt,
): Promise<ChargeReading> {
  const [payment, refunds, disputes] = await Promise.all([
    ledger.find(id),
    ledger.listRefunds(id),
    ledger.listDisputes(id),
  ])
  return {
    type: 'read',
    captured: capturedOf(payment),
    refunds: refunds.map(({ id: refund, ...booked }) => ({
      ...booked,
      providerRefundId: refundIdOf({ id: refund }),
      state: booked.failureCode === null ? 'succeeded' : 'failed',
    })),
    disputes: disputes.map(({ id: dispute, ...opened }) => ({
      ...opened,
      providerDisputeId: `dp_test_${dispute}`,
      isInquiry: false,
    })),
  }
}

export async function* listActivity({ ledger }: TestBank, since: Date): AsyncIterable<string> {
  for await (const id of ledger.listChanged(since)) yield paymentIdOf({ id })
}

export type BankDispute = { attemptId: string } & Pick<LedgerDispute, 'amount' | 'reason' | 'state'>

/** How long the merchant may answer a dispute. */
const EVIDENCE_DAYS = 7

/** The bank's notification about this payment, as it is posted. */
export const notificationOf = (
  { randomId, notificationSecret, now }: TestBank,
  { attemptId }: { attemptId: string },
) =>
  signTestNotification(
    { id: `evt_test_${randomId(24)}`, attempt: attemptId },
    { secret: notificationSecret, now: now() },
  )

/** The buyer's bank opens a dispute, or moves it on. False when nothing is left. */
export const dispute = ({ ledger, now }: TestBank, asked: BankDispute) =>
  ledger.dispute({
    ...asked,
    dueAt: isDecided(asked) ? null : new Date(now().getTime() + EVIDENCE_DAYS * 86_400_000),
  })
