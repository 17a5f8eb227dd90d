import type { SessionState } from '../../checkout/session.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { CustomerPrefill } from '../../contract/merchant.ts'
import type { PageQuery } from '../../checkout/ports/list-pages.ts'
import type { Days, NarrowedList } from '../frame/list-filter.ts'
import type { SessionEvent } from '../frame/session-history.ts'

/**
 * A checkout session as the store application lists it. Amounts are in the minor unit of
 * `currency`.
 */
export type SessionSummary = {
  id: string
  state: SessionState
  createdAt: Date
  productName: string
  size: string | null
  color: string | null
  quantity: number
  /** What was paid, or what the item costs without delivery. */
  amount: number
  currency: string
  /** The buyer's when it is paid, else the one that the form was prefilled with. */
  customerName: string | null
}

/** What a list of sessions is narrowed to; each that is there narrows it further. */
export type SessionFilter = Days & {
  state?: SessionState | undefined
  /** A product's slug. */
  product?: string | undefined
}

export type SessionQuery = PageQuery & { filter: SessionFilter; timeZone: string }

export type SessionList = NarrowedList<SessionSummary>

/** All that the merchant may know of a session. */
export type SessionDetails = SessionSummary & {
  expiresAt: Date
  unitPrice: number
  imageUrl: string | null
  deliveryOptions: DeliveryOption[]
  /** What the buyer chose and pays for it, once the session is paid. */
  deliveryFee: number | null
  customer: CustomerPrefill
  successUrl: string | null
  cancelUrl: string | null
  /** The merchant's JSON text, untouched. */
  metadata: string | null
  events: SessionEvent[]
}

export type SessionRecords = {
  /** Newest first; undefined when no list has handed out that cursor. */
  list(storeId: string, query: SessionQuery): Promise<SessionList | undefined>
  find(storeId: string, sessionId: string): Promise<SessionDetails | undefined>
}
