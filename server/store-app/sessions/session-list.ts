import type { SessionState } from '../../checkout/sessions/session.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { CustomerPrefill } from '../../contract/merchant.ts'
import type { Days, NarrowedList, PageQuery } from '../../checkout/ports/list-pages.ts'
import type { SessionEvent } from '../../checkout/sessions/session-history.ts'

/** A session in a list. Amounts are in the minor unit of `currency`. */
export type SessionSummary = {
  id: string
  state: SessionState
  createdAt: Date
  productName: string
  size: string | null
  color: string | null
  quantity: number
  /** What was paid, or the item's price without delivery. */
  amount: number
  currency: string
  /** The buyer's name when it is paid, otherwise the prefilled one. */
  customerName: string | null
}

/** Every field that is set narrows the list. */
export type SessionFilter = Days & {
  state?: SessionState | undefined
  product?: string | undefined
}

export type SessionQuery = PageQuery & { filter: SessionFilter; timeZone: string }

export type SessionList = NarrowedList<SessionSummary>

export type SessionDetails = SessionSummary & {
  expiresAt: Date
  unitPrice: number
  imageUrl: string | null
  deliveryOptions: DeliveryOption[]
  /** The fee of the chosen delivery; null until the session is paid. */
  deliveryFee: number | null
  customer: CustomerPrefill
  successUrl: string | null
  cancelUrl: string | null
  /** As the merchant sent it, in JSON. */
  metadata: string | null
  events: SessionEvent[]
}
