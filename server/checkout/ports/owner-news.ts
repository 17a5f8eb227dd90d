import type { Dispute } from '../refunds/dispute.ts'
import type { OrphanResolution } from './orphan-database.ts'
import type { Refund } from '../refunds/refund.ts'

/** What a provider has done to an order's money. */
export type OrderNews = { orderNumber: string } & (
  | { type: 'refund_failed'; refund: Refund }
  | { type: 'dispute_opened' | 'dispute_closed'; dispute: Dispute }
)

/** A buyer has withdrawn, so the money is to go back. `isLate`: only if the store accepts it. */
export type WithdrawalNews = { type: 'withdrawn'; orderNumber: string; isLate: boolean }

/** A payment that the record has lost, and what became of it. */
export type OrphanNews = { amount: number; currency: string } & (
  | { type: 'orphan_found'; isOpen: boolean }
  | { type: 'orphan_resolved'; resolution: OrphanResolution }
)

/** A webhook endpoint that takes nothing. */
export type WebhookNews = {
  type: 'webhooks_failing'
  endpointId: string
  url: string
  what: EndpointTrouble
}

/** `failing`: it has failed for a day. The others: nothing is sent to it any more. */
export type EndpointTrouble = 'failing' | 'disabled_as_gone' | 'disabled_as_failing'

/** What the owners of a store should soon hear. */
export type OwnerNews = { storeId: string; storeName: string } & (
  | OrderNews
  | WithdrawalNews
  | OrphanNews
  | WebhookNews
)

/** Returns at once. The log says what could not be sent. */
export type NotifyOwners = (news: OwnerNews) => void
