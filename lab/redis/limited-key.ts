import { exchange } from '../buyer/exchange.ts'
import type { Shop } from '../buyer/shop.ts'
import type { Pair } from './shoppers.ts'

export type Limit = { perSecond: number; burst: number }

/** Requests at once that want more than the limit allows. */
const AT_ONCE = 4

const STEP_MS = 20

/** Asks with one key as fast as both processes answer, and notes when a request was allowed. */
export function beginAsking({ ports }: Pair, { secretKey }: Shop) {
  const allowedAt: number[] = []
  let refused = 0
  let isOver = false
  const all = Array.from({ length: AT_ONCE }, async (_, index) => {
    while (!isOver) {
      const { status } = await exchange({
        port: ports[index % 2] ?? ports[0],
        method: 'GET',
        path: '/v1/products',
        headers: { host: `localhost:${ports[0]}`, authorization: `Bearer ${secretKey}` },
      })
      if (status === 200) allowedAt.push(performance.now())
      if (status === 429) refused += 1
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  })
  return async (limit: Limit) => {
    isOver = true
    await Promise.all(all)
    return { allowed: allowedAt.length, refused, ofLimit: mostOfLimit(allowedAt, limit) }
  }
}

/**
 * The most that any span of time got, as a part of what the limit gives to a span: its burst and
 * its rate. The times are sorted.
 */
export function mostOfLimit(times: number[], { perSecond, burst }: Limit) {
  let most = 0
  for (const [first, from] of times.entries())
    for (let last = first; last < times.length; last += 1) {
      const seconds = ((times[last] ?? from) - from) / 1000
      most = Math.max(most, (last - first + 1) / (burst + perSecond * seconds))
    }
  return most
}
