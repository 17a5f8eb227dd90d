import { isDecided } from '../../checkout/dispute.ts'
import type { ChargeReading } from '../../checkout/ports/provider.ts'
import type { PaymentAttempt } from '../../checkout/attempt.ts'
import type { TestBank } from './test-bank.ts'
import type { LedgerDispute } from './test-ledger.ts'
import { signTestNotification } from './test-notifications.ts'
import { capturedOf, paymentIdOf, refundIdOf } from './test-payments.ts'

/** What has become of the money of a captured payment. */
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
    })),
  }
}

export async function* listActivity({ ledger }: TestBank, since: Date): AsyncIterable<string> {
  for await (const id of ledger.listChanged(since)) yield paymentIdOf({ id })
}

/** Whose payment; the amount in its minor unit. */
export type BankRefund = { attemptId: string; amount: number }
export type RefundFailure = { attemptId: string; code: string }
export type BankDispute = { attemptId: string } & Pick<LedgerDispute, 'amount' | 'reason' | 'state'>

/** How long the merchant may answer a dispute. */
const EVIDENCE_DAYS = 7

/** What the bank says of that payment, as it posts it. */
export const notificationOf = (
  { randomId, notificationSecret }: TestBank,
  { attemptId }: { attemptId: string },
) =>
  signTestNotification(
    { id: `evt_test_${randomId(24)}`, attempt: attemptId },
    { secret: notificationSecret, now: new Date() },
  )

/** The bank gives money back by itself. False when that much is not left. */
export const refundByBank = async ({ ledger }: TestBank, asked: BankRefund) =>
  (await ledger.refundByBank(asked)) !== undefined

/** The youngest refund that succeeded fails after all. False when there is none. */
export const failRefund = async ({ ledger }: TestBank, asked: RefundFailure) =>
  (await ledger.takeBackRefund(asked)) !== undefined

/** The buyer’s bank asks for the money back, or goes on with that. */
export const dispute = ({ ledger }: TestBank, asked: BankDispute) =>
  ledger.dispute({
    ...asked,
    dueAt: isDecided(asked) ? null : new Date(Date.now() + EVIDENCE_DAYS * 86_400_000),
  })
