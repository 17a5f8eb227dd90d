import { QUIET_LOAD } from '../measure/foreign-load.ts'
import { percentile } from '../measure/percentile.ts'
import { summaryOf } from '../measure/summary.ts'
import { type Experience, isFailure } from './buyers.ts'

/** The result of one attack. */
export type Row = {
  attack: string
  /** How often the attacker got each status; 0: no answer. */
  answers: Map<number, number>
  /** Undefined in a run without measurements. */
  quiet: Experience | undefined
  attacked: Experience
  /** The longest that the event loop stood still in a second of the attack, in milliseconds. */
  lagMs: number
  /** The least that was for sale of what takers want; undefined without takers. */
  leastForSale: number | undefined
  /** The share of the machine that others used, 0 to 1; undefined when unknown. */
  foreignLoad: number | undefined
  isUp: boolean
}

export const TARGETS = { paidShare: 0.99, p99Ratio: 3, lagMs: 50 }

export const isMeasured = ({ quiet, foreignLoad }: Row) =>
  quiet !== undefined && foreignLoad !== undefined && foreignLoad <= QUIET_LOAD

export const p99Ratio = ({ quiet, attacked }: Row) =>
  percentile(attacked.times, 0.99) / percentile(quiet?.times ?? [], 0.99)

export function failuresOf({ answers, quiet, attacked }: Row) {
  const met = [...answers].map(([status, times]) => (isFailure(status) ? times : 0))
  return met.reduce((sum, times) => sum + times, 0) + attacked.failures + (quiet?.failures ?? 0)
}

const isPaid = ({ begun, paid }: Experience) => paid >= begun * TARGETS.paidShare

/** Why the attack got through; empty when it did not. Times count only on a quiet machine. */
export function reasonsAgainst(row: Row): string[] {
  const { attacked, lagMs, leastForSale, isUp } = row
  const failures = failuresOf(row)
  const hasAnswers = row.answers.size > 0
  return [
    ...(isUp ? [] : ['the service ended']),
    ...(hasAnswers ? [] : ['nobody attacked']),
    ...(failures > 0 ? [`${failures} answers of 5xx other than 503`] : []),
    ...(attacked.begun > 0 && isPaid(attacked)
      ? []
      : [`${attacked.paid} of ${attacked.begun} buyers paid (${summaryOf(attacked.lost)})`]),
    ...(leastForSale === 0 ? ['every unit was held'] : []),
    ...(isMeasured(row) && p99Ratio(row) > TARGETS.p99Ratio ? ['p99 is too far from quiet'] : []),
    ...(isMeasured(row) && lagMs > TARGETS.lagMs ? ['the event loop stood too long'] : []),
  ]
}
