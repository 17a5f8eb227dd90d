import { exchange } from '../buyer/exchange.ts'
import type { Shop } from '../buyer/shop.ts'
import type { Pair } from './shoppers.ts'

export type Limit = { perSecond: number; burst: number }

/** Requests at once that want more than the limit allows. */
const AT_ONCE = 4

const STEP_MS = 20

/** A request was decided at some moment between these. In milliseconds of one clock. */
export type Decided = { after: number; before: number }

/** Asks with one key as fast as both processes answer, and notes when a request was allowed. */
export function beginAsking({ ports }: Pair, { secretKey }: Shop) {
  const allowed: Decided[] = []
  let refused = 0
  let isOver = false
  const all = Array.from({ length: AT_ONCE }, async (_, index) => {
    while (!isOver) {
      const after = performance.now()
      const { status } = await exchange({
        port: ports[index % 2] ?? ports[0],
        method: 'GET',
        path: '/v1/products',
        headers: { host: `localhost:${ports[0]}`, authorization: `Bearer ${secretKey}` },
      })
      if (status === 200) allowed.push({ after, before: performance.now() })
      if (status === 429) refused += 1
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  })
  return async (limit: Limit) => {
    isOver = true
    await Promise.all(all)
    return { allowed: allowed.length, refused, ofLimit: mostOfLimit(allowed, limit) }
  }
}

/**
 * The most that was surely decided within any span of time, as a part of what the limit gives to
 * that span: its burst and its rate. Answers that come late and together prove no crowd.
 */
export function mostOfLimit(all: Decided[], { perSecond, burst }: Limit) {
  const byEnd = all.toSorted((one, other) => one.before - other.before)
  let most = 0
  for (const { after: from } of all) {
    let within = 0
    for (const { after, before } of byEnd) {
      if (after < from) continue
      within += 1
      most = Math.max(most, within / (burst + (perSecond * (before - from)) / 1000))
    }
  }
  return most
}
