import type { BuyerSession } from '../../contract/platform-buyers.ts'
import type { Page } from './list-pages.ts'

/** A buyer of a store, by one of the two; phone numbers are compared by their digits. */
export type Buyer = { storeId: string } & ({ email: string } | { phone: string })

/**
 * What has become of one batch: the sessions that were erased, none when there are no more.
 * `under_way`: a payment of the buyer's is, and nothing was erased.
 */
export type BuyerErasure =
  | { type: 'erased'; sessionIds: string[]; orders: number }
  | { type: 'under_way' }

export type ExportQuery = { cursor: string | undefined; address: string | null }

/** What is kept of one buyer. `address`: of whoever asks, for the store's audit log. */
export type BuyerRecords = {
  /** By the sessions' ids, 100 at once. */
  exportBuyer(buyer: Buyer, query: ExportQuery): Promise<Page<BuyerSession>>
  /** At most 100 sessions, with their attempts and orders. */
  eraseBuyer(buyer: Buyer, address: string | null): Promise<BuyerErasure>
}
