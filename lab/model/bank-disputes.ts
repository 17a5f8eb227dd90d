import type { Dispute, DisputeState } from '../../server/checkout/dispute.ts'
import type { LedgerPayment } from './bank-payment.ts'
import type { Faults } from './faults.ts'
import type { Random } from './seeded-random.ts'
import type { Scheduler } from './scheduler.ts'

/** How long a bank may take that nobody waits for. */
const LONG_MS = 70 * 60_000

/** What lost disputes have given to the buyer. */
export const chargedBackOf = ({ disputes }: LedgerPayment) =>
  disputes.reduce((sum, { amount, state }) => (state === 'lost' ? sum + amount : sum), 0)

/** Nothing is given back while a bank decides. */
export const isInDispute = ({ disputes }: LedgerPayment) =>
  disputes.some(({ state }) => state === 'needs_response' || state === 'under_review')

/** What is with us of the money that was taken. */
export const leftOf = (payment: LedgerPayment) =>
  payment.captured - payment.refunded - chargedBackOf(payment)

type Options = {
  random: Random
  scheduler: Scheduler
  faults: Faults
  /** Whether it may take longer than any payment does. */
  mayTakeLong(): boolean
  afterChange(): void
  notify(payment: LedgerPayment): void
}

/** Where buyers ask their bank for money back, and it decides. */
export function createDisputeDesk(options: Options) {
  const { random, scheduler, faults, mayTakeLong, afterChange, notify } = options

  /** The merchant answers it there, or not; a won one may be lost again. */
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
        if (leftOf(payment) === 0) payment.status = 'refunded'
        notify(payment)
        afterChange()
      },
      faults.late() + wait,
    )
  }

  return {
    /** All of it or a part; nothing when there is none left, or one dispute is going on. */
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
