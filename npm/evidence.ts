// Written by `npm run docs` from the schemas in server/contract.

export type SignedEvidence = {
  document: Evidence
  /** A detached JWS (RFC 7515, appendix F; ES256, `typ` is `checkout-evidence`, `iat` the second of signing) of the document’s JSON as it stands here, without spaces between its parts. */
  signature: string
}

/** What the record has of an order. */
export type Evidence = {
  /** The service’s address. */
  issuer: string
  /** Of a test store: no real money. */
  test?: true | undefined
  orderNumber: string
  sessionId: string
  /** ISO 8601 UTC with milliseconds. */
  paidAt: string
  /** In the minor unit of the store’s currency. */
  amountTotal: number
  /** ISO 4217 code. */
  currency: string
  /** What the buyer was shown before paying. */
  shown: {
    product: string
    size: string | null
    color: string | null
    quantity: number
    /** In the minor unit of the store’s currency. */
    unitPrice: number
    /** What the buyer chose from. */
    deliveryOptions: DeliveryOptionOutput[]
    /** The version of the seller and the terms; null when there was none. */
    terms: {
      version: number
      /** ISO 8601 UTC with milliseconds. */
      since: string
      seller: Seller
    } | null
  }
  /** Whether buyers had to agree to the terms, and when this one did. */
  consent: {
    isRequired: boolean
    agreedAt: string | null
  }
  /** Null once the buyer’s data were erased. */
  customer: {
    name: string
    phone: string
    email: string | null
  } | null
  payment: {
    provider: 'test' | 'stripe'
    providerPaymentId: string | null
    card: {
      brand: string
      last4: string
    } | null
    /** The session’s life, oldest first. */
    steps: {
      /** ISO 8601 UTC with milliseconds. */
      at: string
      type: string
    }[]
  }
  /** The same as `Checkout-Receipt`. */
  receipt: string
  mails: {
    /** Such as `confirmation` or `refund`. */
    kind: string
    /** Such as `sent`, `waiting` or `refused`. */
    state: string
    /** The mail server’s reply code. */
    refusal: number | null
    /** ISO 8601 UTC with milliseconds. */
    writtenAt: string
    /** When the mail server took or refused it. */
    endedAt: string | null
  }[]
  fulfillment: {
    /** Once erased, only the name of the option. */
    details: string
    /** In the minor unit of the store’s currency. */
    fee: number
    fulfilledAt: string | null
    tracking: {
      carrier: string | null
      trackingNumber: string | null
      trackingUrl: string | null
    } | null
    /** When the buyer had the goods, as the store says. */
    deliveredAt: string | null
    changes: {
      /** ISO 8601 UTC with milliseconds. */
      at: string
      isFulfilled: boolean
    }[]
  }
  /** Of the contract. */
  withdrawal: {
    /** For how long the buyer may withdraw; 0: not at all. */
    days: number
    /** Why not. */
    reason: string | null
    /** When the buyer did. */
    at: string | null
    /** Whether that was after the last day. */
    late: boolean
  }
  refunds: {
    id: string
    /** In the minor unit of the store’s currency. */
    amount: number
    status: 'pending' | 'succeeded' | 'failed'
    reason: string | null
    /** ISO 8601 UTC with milliseconds. */
    createdAt: string
    succeededAt: string | null
  }[]
  disputes: {
    /** In the minor unit of the store’s currency. */
    amount: number
    currency: string
    reason: string
    state: 'needs_response' | 'under_review' | 'won' | 'lost'
    /** The bank only asks, and has taken no money. */
    isInquiry: boolean
    /** ISO 8601 UTC with milliseconds. */
    openedAt: string
    dueAt: string | null
    closedAt: string | null
  }[]
}

export type DeliveryOptionOutput = {
  id: string
  name: string
  translations?: OptionTranslationsOutput | undefined
  /** In the minor unit of the store’s currency. */
  fee: number
  /** `delivery` asks the buyer for an address, `collection` shows the `place` instead. Default: `delivery`. */
  kind?: 'delivery' | 'collection' | undefined
  /** Of a collection, which needs one. */
  place?: CollectionPlaceOutput | undefined
  /** Where this option goes, among the `deliveryCountries` of the store. Default: to all of them. */
  countries?: string[] | undefined
  /** How many days pass from fulfilment until the buyer has the goods. The days to withdraw begin then, for an order without `deliveredAt`. Default: 7. */
  daysUnderWay?: number | undefined
}

/** Its name in other languages. By BCP 47 tag, at most 20. What the pages of buyers read has none: the names there are in the page’s language. */
export type OptionTranslationsOutput = Record<
  string,
  {
    name: string
  }
>

/** Where buyers collect what they have bought. */
export type CollectionPlaceOutput = {
  name: string
  /** One line, or several. */
  address: string
  /** When it is open, in free text. */
  hours?: string | undefined
}

/** Who sells, and the links to terms, privacy, returns and accessibility. Every change makes a new version; a session keeps the one that it was created with. */
export type Seller = {
  /** The person or company that the buyer makes the contract with. */
  legalName: string
  /** The seller’s postal address, in lines. */
  address: string
  /** The terms of sale. */
  termsUrl: string
  /** The privacy policy. */
  privacyUrl: string
  /** How the buyer withdraws from the purchase or returns it. */
  returnsUrl?: string | undefined
  /** The accessibility statement. */
  accessibilityUrl?: string | undefined
  /** Whether buyers must tick a box that agrees to the terms. Default: no. */
  mustAgree?: boolean | undefined
}
