import type { Pool } from '../postgres/database.ts'
import { openFinds } from './find-orders.ts'
import { openOrderExport } from './order-export.ts'
import { openOrderLists } from './order-list.ts'

/** Orders for all who read them. Every function reads orders of one store only. */
export const openOrders = (pool: Pool) => ({
  ...openFinds(pool),
  ...openOrderLists(pool),
  ...openOrderExport(pool),
})

export type Orders = ReturnType<typeof openOrders>
