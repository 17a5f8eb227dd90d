import { setTimeout as wait } from 'node:timers/promises'
import type { Buyers } from './buyers.ts'
import type { Pair, Strike } from './pair.ts'

/** So many payments by the new primary belong to a round, beside one that goes on after a standstill. */
const PAID_AFTERWARDS = 8

/** In milliseconds. */
export type Round = {
  how: Strike
  /** From the strike until the standby took writes. */
  promotion: number
  /** The longest time in which nobody heard of a payment. */
  gap: number
}

type Options = {
  buyers: Buyers
  how: Strike
  /** When the primary is lost, after a payment. */
  afterMs?: number
  /** How long the operator looks at it. */
  promoteAfterMs?: number
  /** The primary that stood still goes on beside the new one. */
  onPromoted?: () => Promise<void>
}

/**
 * The primary is lost while buyers pay, its standby is promoted, and the lost one becomes the standby.
 */
export async function runRound(
  pair: Pair,
  { buyers, how, afterMs = 0, promoteAfterMs = 0, onPromoted = async () => {} }: Options,
): Promise<Round> {
  await buyers.untilPaid(1)
  await wait(afterMs)
  const struckAt = performance.now()
  await pair.strike(how)
  await wait(promoteAfterMs)
  await pair.promote()
  const promotedAt = performance.now()
  await pair.wake()
  await onPromoted()
  await buyers.untilPaid(PAID_AFTERWARDS)
  const gap = longestGap(
    buyers.acknowledged.map(({ at }) => at),
    struckAt,
  )
  await pair.mend()
  return { how, promotion: promotedAt - struckAt, gap }
}

/** The longest time between two neighbours since `from`, and since the last one before it. */
export const longestGap = (times: number[], from: number) =>
  Math.max(0, ...times.map((at, index) => (at < from ? 0 : at - (times[index - 1] ?? at))))
