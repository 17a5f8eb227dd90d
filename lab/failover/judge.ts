import { setTimeout as wait } from 'node:timers/promises'
import { ALWAYS } from '../../server/postgres/upkeep/invariants.ts'
import { AT_REST, findBroken } from '../../server/testing/invariants.ts'
import type { Sql } from '../../server/testing/sql.ts'
import type { Acknowledgement } from './buyers.ts'
import { type Shop, listOrders, listPayments } from '../buyer/shop.ts'

/** What the service says in the end, beside what it has said and what the provider's books say. */
export async function judgeShop(shop: Shop, acknowledged: Acknowledgement[]) {
  const orders = new Map(
    (await listOrders(shop)).map((order) => [order.sessionId, order.orderNumber]),
  )
  const payments = (await listPayments(shop)).filter(({ status }) => status === 'captured')
  const charged = Map.groupBy(payments, ({ sessionId }) => sessionId)
  return {
    /** Acknowledged payments that are not there. */
    lost: acknowledged.filter(({ session, orderNumber }) => orders.get(session) !== orderNumber),
    chargedTwice: [...charged].filter(([, of]) => of.length > 1).map(([session]) => session),
    chargedInVain: [...charged.keys()].filter((session) => !orders.has(session)),
    unpaid: [...orders.keys()].filter((session) => !charged.has(session)),
  }
}

/** Waits until no payment is under way. @returns the broken invariants, when that takes too long */
export async function comeToRest(sql: Pick<Sql, 'rows'>, patienceMs: number) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const broken = await findBroken(sql, { ...ALWAYS, ...AT_REST })
    const [underway] = await sql.rows('select 1 from payment_attempts where settled_at is null')
    if (!underway && Object.keys(broken).length === 0) return {}
    if (performance.now() > deadline) return { ...broken, ...(underway && { 'at rest': underway }) }
    await wait(250)
  }
}
