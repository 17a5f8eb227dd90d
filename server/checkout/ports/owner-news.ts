import type { Dispute } from '../dispute.ts'
import type { OrphanResolution } from './orphan-database.ts'
import type { Refund } from '../refund.ts'

/** What a provider has done to an order's money. */
export type OrderNews = { orderNumber: string } & (
  | { type: 'refund_failed'; refund: Refund }
  | { type: 'dispute_opened' | 'dispute_closed'; dispute: Dispute }
)

/** A payment that the record has lost, and what has become of it. */
export type OrphanNews = { amount: number; currency: string } & (
  | { type: 'orphan_found'; isOpen: boolean }
  | { type: 'orphan_resolved'; resolution: OrphanResolution }
)

/** What has become of a webhook endpoint that takes nothing any more. */
export type WebhookNews = { type: 'webhooks_failing'; url: string; what: EndpointTrouble }

/** `failing`: for a day now; otherwise nothing is sent to it from now on. */
export type EndpointTrouble = 'failing' | 'disabled_as_gone' | 'disabled_as_failing'

/** What the owners of a store have to hear of soon. */
export type OwnerNews = { storeId: string; storeName: string } & (
  | OrderNews
  | OrphanNews
  | WebhookNews
)

/** Goes behind whatever is being done; what cannot be told is in the log. */
export type TellOwners = (news: OwnerNews) => void
