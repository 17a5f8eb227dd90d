import type { Dispute } from '../dispute.ts'
import type { Refund } from '../refund.ts'

/** What a provider has done to an order's money, and its owners have to hear of soon. */
export type OwnerNews = { storeId: string; storeName: string; orderNumber: string } & (
  | { type: 'refund_failed'; refund: Refund }
  | { type: 'dispute_opened' | 'dispute_closed'; dispute: Dispute }
)

/** Goes behind whatever is being done; what cannot be told is in the log. */
export type TellOwners = (news: OwnerNews) => void
