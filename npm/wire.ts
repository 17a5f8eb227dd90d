// Written by `npm run docs` from the schemas in server/contract.

export type CreateSessionRequest = {
  /** Exactly one product. */
  items: [CheckoutItem]
  /** Where the buyer goes after paying; `session_id` is added. Arriving there proves no payment. */
  successUrl?: string | undefined
  /** Where a buyer goes who leaves without paying. The session stays open. */
  cancelUrl?: string | undefined
  customer?: CustomerPrefill | undefined
  /** Any JSON object, returned untouched: at most 50 keys, 8 KiB, 5 levels deep. */
  metadata?: Record<string, unknown> | undefined
}

export type CheckoutItem = {
  /** The product’s `slug`. */
  product: string
  /** The variant’s `size`, exactly as the product read returns it. Leave it out when the product has no sizes. */
  size?: string | undefined
  /** The variant’s `colorName`, exactly as the product read returns it. Leave it out when the product has no colors. */
  color?: string | undefined
  /** How many to buy. Default: `1`. */
  quantity?: number | undefined
}

/** Prefills the buyer’s form; the buyer may change it. */
export type CustomerPrefill = {
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  /** Where to deliver. */
  details?: string | undefined
}

export type CreateSessionResponse = {
  /** The hosted checkout page: send the buyer there. Its last path segment is the session id. */
  url: string
}

export type CheckoutSession =
  | {
      /** Paid; final. */
      status: 'complete'
      order: Order
      /** What was sent at creation, byte for byte; absent when nothing was. */
      metadata?: Record<string, unknown> | undefined
    }
  | {
      /** `open` waits for the buyer; `expired` (not paid in time) is final. */
      status: 'open' | 'expired'
      order: null
      /** What was sent at creation, byte for byte; absent when nothing was. */
      metadata?: Record<string, unknown> | undefined
    }

/** What was bought, by whom, and where it goes. */
export type Order = {
  /** Identifies the order to the merchant and the buyer. */
  orderNumber: string
  /** What the buyer paid, delivery included, in the minor unit of the store’s currency. */
  amountTotal: number
  quantity: number
  customer: {
    name: string
    phone: string
  }
  fulfillment: {
    method: 'DELIVERY'
    /** The name of the delivery option, then what the buyer entered, or the place where the buyer collects. */
    details: string
    /** The delivery fee, in the same unit as `amountTotal`. */
    fee: number
  }
  /** ISO 8601 UTC with milliseconds. */
  paidAt: string
}

export type SessionList = {
  data: ListedSession[]
  /** Send it as `cursor` to read on; null at the end of the list. */
  nextCursor: string | null
}

export type ListedSession =
  | {
      /** Starts with `cs_`. */
      id: string
      /** Paid; final. */
      status: 'complete'
      order: Order
      /** What was sent at creation, byte for byte; absent when nothing was. */
      metadata?: Record<string, unknown> | undefined
      /** ISO 8601 UTC with milliseconds. */
      createdAt: string
      /** Until when the buyer may begin to pay. */
      expiresAt: string
    }
  | {
      /** Starts with `cs_`. */
      id: string
      /** `open` waits for the buyer; `expired` (not paid in time) is final. */
      status: 'open' | 'expired'
      order: null
      /** What was sent at creation, byte for byte; absent when nothing was. */
      metadata?: Record<string, unknown> | undefined
      /** ISO 8601 UTC with milliseconds. */
      createdAt: string
      /** Until when the buyer may begin to pay. */
      expiresAt: string
    }

export type StoreEventList = {
  /** The oldest first. */
  data: StoreEvent[]
  /** Send it as `after` to read on. It is always there, even when `data` is empty. */
  nextCursor: string
}

export type StoreEvent = {
  /** `evt_…`; the same in a webhook, and when the event comes again. */
  id: string
  type: EventType
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string
  data: {
    /** Read the session to see what it is now. */
    sessionId: string
    /** Of orders, and of `checkout.session.completed`. */
    orderNumber?: string | undefined
    /** In `checkout.session.restarted`: the earlier session, whose item, `metadata` and addresses this one has. */
    restartedFrom?: string | undefined
  }
}

/** `checkout.session.completed`: paid; `checkout.session.expired`: not paid in time, or ended by the store; `checkout.session.restarted`: a buyer has opened this session in place of an expired one, if the store allows it; `order.refunded`: all or a part of the money went back; `order.fulfilled`: the store has marked the order, which is told once; `order.withdrawn`: the buyer has withdrawn from the contract, which is told once. */
export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.restarted'
  | 'order.refunded'
  | 'order.fulfilled'
  | 'order.withdrawn'

export type WebhookEvent = {
  /** `endpoint.test` was asked for; nothing has happened. */
  type: EventType | 'endpoint.test'
  /** When it happened. */
  timestamp: string
  /** As in the event log; for `endpoint.test` the endpoint’s id. */
  data:
    | {
        /** Read the session to see what it is now. */
        sessionId: string
        /** Of orders, and of `checkout.session.completed`. */
        orderNumber?: string | undefined
        /** In `checkout.session.restarted`: the earlier session, whose item, `metadata` and addresses this one has. */
        restartedFrom?: string | undefined
      }
    | {
        endpoint: string
      }
}

/** An order with its buyer, its refunds and its session. */
export type MerchantOrder = {
  /** Identifies the order to the merchant and the buyer. */
  orderNumber: string
  /** What the buyer paid, delivery included, in the minor unit of the store’s currency. */
  amountTotal: number
  quantity: number
  customer: {
    name: string
    phone: string
    /** Null when the buyer gave none. */
    email: string | null
  }
  fulfillment: {
    method: 'DELIVERY'
    /** The name of the delivery option, then what the buyer entered, or the place where the buyer collects. */
    details: string
    /** The delivery fee, in the same unit as `amountTotal`. */
    fee: number
  }
  /** ISO 8601 UTC with milliseconds. */
  paidAt: string
  sessionId: string
  /** The product’s `slug`. */
  product: string
  size: string | null
  color: string | null
  /** ISO 4217 code. */
  currency: string
  /** When it was marked as fulfilled; null when it is not. */
  fulfilledAt: string | null
  /** How the buyer follows the parcel; null when the store has not said it. */
  tracking: {
    carrier: string | null
    trackingNumber: string | null
    trackingUrl: string | null
  } | null
  /** When the buyer had the goods; null when the store has not said it. */
  deliveredAt: string | null
  /** When the buyer withdrew from the contract; null when the buyer has not. */
  withdrawnAt: string | null
  /** Whether that was after the last day. Then the store decides if it accepts it. */
  withdrawnLate: boolean
  /** Oldest first, with those made at the payment provider. */
  refunds: Refund[]
  /** What was sent at creation, or null. */
  metadata: unknown
}

/** Money of an order that is given back. */
export type Refund = {
  /** Starts with `rf_`. */
  id: string
  /** In the minor unit of the order’s currency. */
  amount: number
  /** `pending`: the payment provider has not decided yet; the service asks again. `failed`: the buyer got no money, and the amount can be refunded again. A refund that has `succeeded` may fail weeks later. */
  status: 'pending' | 'succeeded' | 'failed'
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string
}

export type MerchantOrderList = {
  data: MerchantOrder[]
  /** Send it as `cursor` to read on; null at the end of the list. */
  nextCursor: string | null
}

export type CreateRefundRequest = {
  /** In the minor unit of the order’s currency. Without it: all that is left of the order. */
  amount?: number | undefined
}

/** How the buyer follows the parcel. What is sent replaces all of it; a request without any of it leaves it as it is. */
export type FulfillOrderRequest = {
  /** Who delivers the parcel. */
  carrier?: string | undefined
  /** The number of the parcel there. */
  trackingNumber?: string | undefined
  /** Where the buyer follows the parcel, an absolute https: address. */
  trackingUrl?: string | undefined
}

export type DeliverOrderRequest = {
  /** When the buyer had the goods, after the payment and not later than now. Without it: now, or what was said before. */
  deliveredAt?: string | undefined
}

export type Product = {
  /** Names the product in its store. */
  slug: string
  name: string
  description: string | null
  imageUrl: string | null
  /** Of one, in the minor unit of `currency`. */
  price: number
  /** ISO 4217 code. */
  currency: string
  /** An archived product is not for sale. */
  archived: boolean
  /** How many one order can have. */
  maxPerOrder: number
  translations: ProductTranslationsOutput
  /** A product without sizes and colors has one variant with both null. */
  variants: Variant[]
  safety?: ProductSafetyOutput | undefined
}

/** Its words in other languages. By BCP 47 tag, at most 20. Buyers read those of the language of their page, such as `pt-BR`, or of it without its region, `pt`; what is missing there is in the default words. */
export type ProductTranslationsOutput = Record<
  string,
  {
    name?: string | undefined
    description?: string | undefined
  }
>

export type Variant = {
  size: string | null
  colorName: string | null
  /** How many can be bought now. */
  stock: number
}

/** What buyers have to read of a product’s safety. Plain texts, which may have lines. */
export type ProductSafetyOutput = {
  /** Name, postal address and email address of the manufacturer. */
  manufacturer: string
  /** The same of the responsible person in the European Union, for a manufacturer outside of it. */
  responsiblePerson?: string | undefined
  /** What identifies the product, such as its model or batch. */
  identification?: string | undefined
  /** Warnings and safety information, in the language of your buyers. */
  warnings?: string | undefined
}

export type ProductList = {
  data: Product[]
  /** Send it as `cursor` to read on; null at the end of the list. */
  nextCursor: string | null
}

export type ListSessionsQuery = {
  /** How many to return at most. */
  limit?: number | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
  /** Only sessions with this status. */
  status?: 'open' | 'complete' | 'expired' | undefined
}

export type ListEventsQuery = {
  /** The `nextCursor` of the read before. Without it the list begins with the oldest event; `now` begins at the end. */
  after?: string | undefined
  /** How many to return at most. */
  limit?: number | undefined
  /** Seconds to wait for something new. The answer comes as soon as there is something, and otherwise after these seconds, with an empty `data`. */
  wait?: number | undefined
  /** Events of this type only. */
  type?: EventType | undefined
}

export type ListOrdersQuery = {
  /** How many to return at most. */
  limit?: number | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
  /** Only orders paid after this moment, ISO 8601; a date is its first moment in UTC. */
  paidAfter?: string | undefined
  /** Only orders paid before this moment, ISO 8601; a date is its first moment in UTC. */
  paidBefore?: string | undefined
}

export type ListProductsQuery = {
  /** How many to return at most. */
  limit?: number | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
}
