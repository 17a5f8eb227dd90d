import type { Unsaid } from '../../checkout/seller.ts'
import type { ExampleItem } from '../frame/session-command.ts'

/**
 * What was sold: the number of orders, and the revenue after refunds, in the minor unit of the
 * store's currency.
 */
type Sales = { orders: number; revenue: number }

/** A day of the store's calendar, `2026-11-21`. */
export type SalesDay = Sales & { day: string }

/**
 * What became of the sessions that were created. `opened`: the buyer has seen the page while it
 * could be paid. Those that are neither paid nor expired are open still.
 */
export type Conversion = { created: number; opened: number; paid: number; expired: number }

export type LowStock = {
  slug: string
  productName: string
  size: string | null
  color: string | null
  stock: number
}

/** What a provider has done to orders' money that waits for the merchant. */
export type Attention = {
  /** How many disputes wait for evidence, and the one whose time is over first. */
  disputes: number
  dispute: { orderNumber: string; dueAt: string | null } | null
  /** The latest orders with a refund that failed late and that nobody has answered for, and all. */
  failedRefunds: string[]
  failedRefundsCount: number
}

/** What buyers do not learn; `isRequired`: where real money moves, no session is created before. */
export type LeftOut = { unsaid: Unsaid[]; isRequired: boolean }

export type StoreStatistics = {
  attention: Attention
  leftOut: LeftOut
  /** Today and the 29 days before, the oldest first. */
  days: SalesDay[]
  /** What was sold in the 30 days before `days`, added up. */
  before: Sales
  /** Orders among all these in another currency than the store's: they are no revenue. */
  foreignOrders: number
  /** Of the sessions created in the same 30 days as `days`. */
  conversion: Conversion
  /** The lowest ten of those that are for sale, and how many there are in all. */
  lowStock: LowStock[]
  lowStockCount: number
  /** What the store has done already, ever. */
  steps: { hasProduct: boolean; hasUsedKey: boolean; hasSession: boolean; hasOrder: boolean }
  /**
   * An item that can be bought now: the checklist shows a command that tries a checkout with it.
   */
  itemToTry: ExampleItem | null
  /** Null when the key was made before the texts of public keys were kept. */
  publicKey: string | null
}

export type StatisticsRecords = {
  getStatistics(
    storeId: string,
    store: { currency: string; timeZone: string },
  ): Promise<StoreStatistics>
}

/** How many days Home shows; it compares them with as many days before. */
export const DAYS_SHOWN = 30

export const addUp = (days: Sales[]): Sales =>
  days.reduce<Sales>(
    (sum, { orders, revenue }) => ({ orders: sum.orders + orders, revenue: sum.revenue + revenue }),
    { orders: 0, revenue: 0 },
  )
