import { summaryOf } from '../measure/summary.ts'
import type { Buyers } from './buyers.ts'
import { judgeShop } from './judge.ts'
import { longestGap } from './round.ts'
import type { Shop } from '../buyer/shop.ts'

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

type ShopReport = {
  buyers: Pick<Buyers, 'acknowledged' | 'failures' | 'contradictions'>
  /** Broken invariants, where the database could be looked at. */
  broken?: Record<string, unknown>
}

/** Compares what was acknowledged with what there is, and prints both. @returns whether all is well */
export async function printEnd(shop: Shop, { buyers, broken = {} }: ShopReport) {
  const { lost, chargedTwice, chargedInVain, unpaid } = await judgeShop(shop, buyers.acknowledged)
  const wrong = [
    ...buyers.contradictions,
    ...chargedInVain.map((session) => `${session} was charged and has no order`),
    ...unpaid.map((session) => `${session} has an order and was not charged`),
    ...Object.entries(broken).map(([invariant, rows]) => `${invariant}: ${JSON.stringify(rows)}`),
  ]
  console.log(`acknowledged     ${buyers.acknowledged.length}`)
  console.log(`lost             ${lost.length}`)
  console.log(`charged twice    ${chargedTwice.length}`)
  console.log(`wrong            ${wrong.length}`)
  console.log(
    `failed requests  ${buyers.failures.length}: ${summaryOf(buyers.failures.toSorted())}`,
  )
  for (const { session, orderNumber } of lost) console.log(`lost: ${session}, order ${orderNumber}`)
  for (const session of chargedTwice) console.log(`charged twice: ${session}`)
  for (const sentence of wrong) console.log(`wrong: ${sentence}`)
  return lost.length + chargedTwice.length + wrong.length === 0
}

export const sayGap = ({ gap, promotion }: { gap: number; promotion: number }) =>
  `${inSeconds(gap)} without a payment, ${inSeconds(promotion)} of them until the standby took writes`

/** Since `from`, with the one before it. */
export const gapOf = ({ acknowledged }: Pick<Buyers, 'acknowledged'>, from: number) =>
  longestGap(
    acknowledged.map(({ at }) => at),
    from,
  )
