import type { RefundOutcome, RefundPart } from '../../server/checkout/ports/refund-database.ts'
import type { ChargeReading } from '../../server/checkout/ports/provider.ts'
import { isInDispute, leftOf } from './bank-disputes.ts'
import type { LedgerPayment } from './bank-payment.ts'
import type { Faults } from './faults.ts'
import type { Random } from './seeded-random.ts'
import type { Scheduler } from './scheduler.ts'

/** A bank's refund. `isByHand`: made in its dashboard. `isFinal`: it never fails later. */
export type BankRefund = {
  amount: number
  state: 'pending' | 'succeeded' | 'failed'
  code: string
  isByHand: boolean
  isFinal: boolean
  /** It had succeeded, and later its money came back. */
  isTakenBack: boolean
  createdAt: number
}

/** Makes the bank's own id of a refund from ours, and the reverse. */
export const toProviderRefundId = (id: string) => `r_${id}`
export const fromProviderRefundId = (providerRefundId: string) => providerRefundId.slice(2)

export const UNKNOWN_REFUND: RefundOutcome = { type: 'unknown' }

/** The sum of partial refunds. */
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
  /** Called before money is given back. */
  onGiveBack(payment: LedgerPayment, part: RefundPart): void
  afterChange(): void
  notify(payment: LedgerPayment): void
}

/** A bank's refunds: each happens once, at once or later. */
export function createRefundDesk(options: Options) {
  const { random, scheduler, faults, onGiveBack, afterChange, notify } = options

  function fail(refund: BankRefund, code: string) {
    refund.state = 'failed'
    refund.code = code
  }

  function succeed(payment: LedgerPayment, refundId: string, refund: BankRefund) {
    refund.state = 'succeeded'
    payment.refunded += refund.amount
    // Stripe's payment then counts as refunded; the test bank keeps saying what it captured.
    if (payment.bank === 'stripe' && leftOf(payment) === 0) payment.status = 'refunded'
    if (refund.isFinal || random.chance(0.75)) return
    void scheduler.step(
      faults.world,
      ['fails late on', refundId],
      () => failLate(payment, refund),
      faults.late(),
    )
  }

  /** The buyer's bank returns the money, unless the payment was refunded as a whole since. */
  function failLate(payment: LedgerPayment, refund: BankRefund) {
    if (payment.refunded !== partsOf(payment)) return
    fail(refund, 'expired_or_canceled_card')
    refund.isTakenBack = true
    payment.refunded -= refund.amount
    payment.status = 'captured'
    notify(payment)
    afterChange()
  }

  function decide(payment: LedgerPayment, refundId: string, refund: BankRefund) {
    const { amount } = refund
    if (isInDispute(payment)) return fail(refund, 'charge_disputed')
    if (amount > leftOf(payment)) return fail(refund, 'amount_too_large')
    if (random.chance(0.15)) return fail(refund, 'declined')
    onGiveBack(payment, { refundId, amount })
    return succeed(payment, refundId, refund)
  }

  const toNew = (amount: number, by: Pick<BankRefund, 'isByHand' | 'isFinal'>): BankRefund => ({
    ...by,
    amount,
    state: 'pending',
    code: '',
    isTakenBack: false,
    createdAt: scheduler.now(),
  })

  function begin(payment: LedgerPayment, { refundId, amount }: RefundPart) {
    const refund: BankRefund = toNew(amount, { isByHand: false, isFinal: false })
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

  /** What a request does when it arrives; returns the answer. */
  function giveBack(payment: LedgerPayment | undefined, part: RefundPart): RefundOutcome {
    if (!payment) return UNKNOWN_REFUND
    const { refundId } = part
    const { state, code } = payment.refunds.get(refundId) ?? begin(payment, part)
    const providerRefundId = toProviderRefundId(refundId)
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

  return {
    giveBack,
    /** A refund in the bank's dashboard. `isFinal`: it never fails later. */
    giveBackByHand(payment: LedgerPayment, { isFinal = false } = {}) {
      const left = leftOf(payment)
      if (payment.status !== 'captured' || left <= 0 || isInDispute(payment)) return
      const id = `hand_${payment.paymentId}_${payment.refunds.size}`
      const refund = toNew(random.pick([left, 1 + random.below(left)]), { isByHand: true, isFinal })
      payment.refunds.set(id, refund)
      succeed(payment, id, refund)
      notify(payment)
      afterChange()
    },
  }
}

/** What the bank says of a payment's money. */
export const readRefunds = (payment: LedgerPayment | undefined): ChargeReading =>
  payment
    ? {
        type: 'read',
        captured: payment.captured,
        refunds: [...payment.refunds].map(([id, { amount, state, code, isByHand, createdAt }]) => ({
          providerRefundId: toProviderRefundId(id),
          refundId: isByHand ? null : id,
          amount,
          state,
          failureCode: state === 'failed' ? code : null,
          createdAt: new Date(createdAt),
        })),
        disputes: payment.disputes.map((dispute) => ({ ...dispute })),
      }
    : UNREAD

export const UNREAD: ChargeReading = { type: 'unknown' }
