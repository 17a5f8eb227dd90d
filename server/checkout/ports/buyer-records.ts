import type { BuyerSession } from '../../contract/platform/platform-buyers.ts'
import type { Page } from './list-pages.ts'

/** A buyer of a store, by email or by phone. Phone numbers are compared by their digits. */
export type Buyer = { storeId: string } & ({ email: string } | { phone: string })

/**
 * The result of one batch. `sessionIds`: what was erased; empty when nothing is left. `under_way`:
 * a payment of the buyer is under way. `disputed`: a dispute of one is open, to be answered until
 * `dueAt`. In both cases nothing was erased.
 */
export type BuyerErasure =
  | { type: 'erased'; sessionIds: string[]; orders: number }
  | { type: 'under_way' }
  | { type: 'disputed'; dueAt: Date | null }

export type ExportQuery = { cursor: string | undefined; address: string | null }

/** What is kept of one buyer. `address`: the caller's, for the store's audit log. */
export type BuyerRecords = {
  /** In order of the sessions' ids, 100 sessions a page. */
  exportBuyer(buyer: Buyer, query: ExportQuery): Promise<Page<BuyerSession>>
  /** Erases at most 100 sessions, with their attempts and orders. */
  eraseBuyer(buyer: Buyer, address: string | null): Promise<BuyerErasure>
}
