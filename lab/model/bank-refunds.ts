import type { RefundOutcome, RefundPart } from '../../server/checkout/ports/refund-database.ts'
import type { LedgerPayment } from './bank-payment.ts'
import type { Faults } from './faults.ts'
import type { Random } from './seeded-random.ts'
import type { Scheduler } from './scheduler.ts'

/** What a bank has made of one request to give money back; what it has decided stays so. */
export type BankRefund = { amount: number; state: 'pending' | 'succeeded' | 'failed'; code: string }

export const UNKNOWN_REFUND: RefundOutcome = { type: 'unknown' }

/** What was given back in parts. */
export function partsOf(
  { refunds }: LedgerPayment,
  isCounted: (refundId: string) => boolean = () => true,
) {
  let sum = 0
  for (const [id, { state, amount }] of refunds)
    if (state === 'succeeded' && isCounted(id)) sum += amount
  return sum
}

type Options = {
  random: Random
  scheduler: Scheduler
  faults: Faults
  /** Hears of money before it is given back. */
  onGiveBack(payment: LedgerPayment, part: RefundPart): void
  afterChange(): void
  notify(payment: LedgerPayment): void
}

/** Where a bank gives parts of payments back, each once, at once or a while later. */
export function createRefundDesk(options: Options) {
  const { random, scheduler, faults, onGiveBack, afterChange, notify } = options

  function fail(refund: BankRefund, code: string) {
    refund.state = 'failed'
    refund.code = code
  }

  function decide(payment: LedgerPayment, refundId: string, refund: BankRefund) {
    const { amount } = refund
    if (amount > payment.captured - payment.refunded) return fail(refund, 'amount_too_large')
    if (random.chance(0.15)) return fail(refund, 'declined')
    onGiveBack(payment, { refundId, amount })
    refund.state = 'succeeded'
    payment.refunded += amount
    // The one bank says then that the payment is refunded, the other one says what it took.
    if (payment.bank === 'stripe' && payment.refunded === payment.captured)
      payment.status = 'refunded'
    return undefined
  }

  function begin(payment: LedgerPayment, { refundId, amount }: RefundPart) {
    const refund: BankRefund = { amount, state: 'pending', code: '' }
    payment.refunds.set(refundId, refund)
    if (random.chance(0.75)) decide(payment, refundId, refund)
    else
      void scheduler.step(
        faults.world,
        ['decides on', refundId],
        () => {
          decide(payment, refundId, refund)
          notify(payment)
          afterChange()
        },
        faults.late(),
      )
    return refund
  }

  /** What a request does when it arrives, and what the answer to it is. */
  return (payment: LedgerPayment | undefined, part: RefundPart): RefundOutcome => {
    if (!payment) return UNKNOWN_REFUND
    const { refundId } = part
    const { state, code } = payment.refunds.get(refundId) ?? begin(payment, part)
    const providerRefundId = `${payment.paymentId}_${refundId}`
    afterChange()
    switch (state) {
      case 'succeeded':
        return { type: 'refunded', providerRefundId }
      case 'failed':
        return { type: 'failed', providerRefundId, code }
      case 'pending':
        return { type: 'unknown', providerRefundId }
    }
  }
}
