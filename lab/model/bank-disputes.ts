import type { Dispute, DisputeState } from '../../server/checkout/refunds/dispute.ts'
import type { LedgerPayment } from './bank-payment.ts'
import type { Faults } from './faults.ts'
import type { Random } from './seeded-random.ts'
import type { Scheduler } from './scheduler.ts'

/** How long a bank may take when nobody waits. */
const LONG_MS = 70 * 60_000

/** What lost disputes have returned to the buyer. */
export const chargedBackOf = ({ disputes }: LedgerPayment) =>
  disputes.reduce((sum, { amount, state }) => (state === 'lost' ? sum + amount : sum), 0)

/** What buyers' banks have of the money, or may have. */
export const takenOf = (disputes: Dispute[]) =>
  disputes.reduce((sum, { amount, state }) => (state === 'won' ? sum : sum + amount), 0)

/** No refunds are possible while the bank decides. */
export const isInDispute = ({ disputes }: LedgerPayment) =>
  disputes.some(({ state }) => state === 'needs_response' || state === 'under_review')

/** The captured money that is still ours. */
export const leftOf = (payment: LedgerPayment) =>
  payment.captured - payment.refunded - chargedBackOf(payment)

type Options = {
  random: Random
  scheduler: Scheduler
  faults: Faults
  /** Whether it may take longer than any payment. */
  mayTakeLong(): boolean
  afterChange(): void
  notify(payment: LedgerPayment): void
}

/** Buyers ask their bank for money back, and it decides. */
export function createDisputeDesk(options: Options) {
  const { random, scheduler, faults, mayTakeLong, afterChange, notify } = options

  /** The merchant answers the dispute or not. A dispute that was won may be lost later. */
  function goOn(payment: LedgerPayment, dispute: Dispute) {
    const state: DisputeState =
      dispute.state === 'needs_response' && random.chance(0.5)
        ? 'under_review'
        : random.pick(['won', 'lost'])
    const wait = mayTakeLong() && random.chance(0.7) ? LONG_MS : 0
    void scheduler.step(
      faults.world,
      [`${state} is the dispute of`, payment.attemptId],
      () => {
        dispute.state = state
        if (state === 'under_review') goOn(payment, dispute)
        else dispute.dueAt = null
        if (state === 'won' && random.chance(0.3)) openAgain(payment, dispute)
        if (leftOf(payment) === 0) payment.status = 'refunded'
        notify(payment)
        afterChange()
      },
      faults.late() + wait,
    )
  }

  /** As when a bank appeals. */
  function openAgain(payment: LedgerPayment, dispute: Dispute) {
    void scheduler.step(
      faults.world,
      ['opens again the dispute of', payment.attemptId],
      () => {
        if (leftOf(payment) < dispute.amount || isInDispute(payment)) return
        dispute.state = 'needs_response'
        dispute.dueAt = new Date(scheduler.now())
        goOn(payment, dispute)
        notify(payment)
        afterChange()
      },
      faults.late(),
    )
  }

  return {
    /** Disputes all money or a part; does nothing when none is left or a dispute is open. */
    open(payment: LedgerPayment) {
      const left = leftOf(payment)
      if (payment.status !== 'captured' || left <= 0 || isInDispute(payment)) return
      const openedAt = new Date(scheduler.now())
      const dispute: Dispute = {
        providerDisputeId: `dp_${payment.paymentId}_${payment.disputes.length}`,
        amount: random.pick([left, left, 1 + random.below(left)]),
        currency: payment.currency,
        reason: 'fraudulent',
        state: 'needs_response',
        isInquiry: false,
        dueAt: openedAt,
        openedAt,
      }
      payment.disputes.push(dispute)
      goOn(payment, dispute)
      notify(payment)
      afterChange()
    },
  }
}
