import type { Unsaid } from '../../checkout/stores/seller.ts'
import type { ExampleItem } from '../frame/members/session-command.ts'

/** The number of orders, and the revenue after refunds in the currency's minor unit. */
type Sales = { orders: number; revenue: number }

/** A day in the store's time zone, `2026-11-21`. */
export type SalesDay = Sales & { day: string }

/**
 * What became of created sessions. `opened`: the buyer saw the page while it could be paid.
 * Sessions that are neither paid nor expired are open.
 */
export type Conversion = { created: number; opened: number; paid: number; expired: number }

export type LowStock = {
  slug: string
  productName: string
  size: string | null
  color: string | null
  stock: number
  /** Units that there have ever been. */
  supplied: number
}

/** What is to be sent, and what a provider did to orders' money and nobody has dealt with. */
export type Attention = {
  /** How many orders are to be fulfilled, as `countToFulfil`. */
  toFulfil: number
  /** How many disputes wait for evidence, and the one that is due first. */
  disputes: number
  dispute: { orderNumber: string; dueAt: Date | null } | null
  /** The latest orders with an unanswered refund that failed late, and how many there are. */
  failedRefunds: string[]
  failedRefundsCount: number
  /** The first orders that their buyers have withdrawn from and that wait for a refund. */
  withdrawn: string[]
  withdrawnCount: number
}

/** What buyers do not learn. `isRequired`: without it no live session can be created. */
export type LeftOut = { unsaid: Unsaid[]; isRequired: boolean }

export type StoreStatistics = {
  attention: Attention
  leftOut: LeftOut
  /** Today and the 29 days before, oldest first. */
  days: SalesDay[]
  /** The sum of the 30 days before `days`. */
  before: Sales
  /** How many of these orders are in another currency and not in the revenue. */
  foreignOrders: number
  /** Of the sessions created within `days`. */
  conversion: Conversion
  /** The ten lowest of those for sale, and how many there are. */
  lowStock: LowStock[]
  lowStockCount: number
  /** Which of the first steps the store has done. */
  steps: {
    hasProduct: boolean
    hasDelivery: boolean
    hasSession: boolean
    hasOrder: boolean
    /** Whether it has more orders than the one that its merchant tries out. */
    isShared: boolean
  }
  /** What the first steps try: something for sale. */
  itemToTry: ExampleItem | null
  /** Null when the key is older than the record of public keys' texts. */
  publicKey: string | null
}

/** Where a store's days begin, and the currency of its revenue. */
export type Calendar = { currency: string; timeZone: string }

/** How many days Home shows, and compares with as many before. */
export const DAYS_SHOWN = 30

export const addUp = (days: Sales[]): Sales =>
  days.reduce<Sales>(
    (sum, { orders, revenue }) => ({ orders: sum.orders + orders, revenue: sum.revenue + revenue }),
    { orders: 0, revenue: 0 },
  )
