import type { BankPayment, AttemptRecord } from './bank.ts'
import type { Violation } from './history.ts'

export const IN_TIME =
  'I12 money that was confirmed elsewhere is an order if it came in time, else it goes back once'

/**
 * What always holds for a payment that took the money when its buyer confirmed it off the page.
 * Another check sees that no bank keeps money without an order. A record that has forgotten may
 * call a returned payment one that was still in time.
 */
export function* judgeOffPage(
  { attempt, state, amount, total, leaseUntil }: AttemptRecord,
  payments: BankPayment[],
  { hasForgotten }: { hasForgotten: boolean },
): Generator<Violation> {
  for (const { takenAt, captured, isConfirmedAgain, refunds } of payments) {
    if (takenAt === null) continue
    const violation = (detail: string) => ({ invariant: IN_TIME, subject: attempt, detail })
    const whole = refunds.filter(({ isWhole }) => isWhole)
    const isLate = takenAt > leaseUntil.getTime()
    if (total !== null && isLate) yield violation('came late and is an order')
    if (total !== null && whole.length > 0) yield violation('is an order and was given back')
    if (whole.filter((refund) => refund.state !== 'failed').length > 1)
      yield violation('was given back twice')
    const isOurs = captured === amount && !isConfirmedAgain
    if (state === 'refunded' && isOurs && !isLate && !hasForgotten)
      yield violation('came in time and was given back')
  }
}
