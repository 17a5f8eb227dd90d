// Written by `npm run docs` from widget/public-surface.ts.

export type HostedCheckoutStatus =
  | 'loading'
  | 'ready'
  | 'processing'
  | 'unknown'
  | 'complete'
  | 'expired'
  | 'unavailable'
  | 'error'

/** What is sold, and the state of the session. Amounts are in the minor unit of `currency`. */
export type HostedCheckoutSnapshot = {
  id: string
  /** `open` waits for the buyer; `complete` (paid) and `expired` (not paid in time) are final. */
  status: 'open' | 'complete' | 'expired'
  /** The end of the payment window. */
  expiresAt: string
  item: {
    name: string
    imageUrl: string | null
    size: string | null
    color: string | null
    quantity: number
    /** In the minor unit of the store’s currency. */
    unitPrice: number
    /** The unit price of the earlier session, if this one follows it and its price differs. */
    priceBefore?: number | undefined
  }
  /** ISO 4217 code. */
  currency: string
  /** With the fee of the first delivery option until there is an order. */
  amounts: {
    /** In the minor unit of the store’s currency. */
    subtotal: number
    /** In the minor unit of the store’s currency. */
    fee: number
    /** In the minor unit of the store’s currency. */
    total: number
  }
}

/** The element's own properties and methods. */
export type HostedCheckoutMembers = {
  /** The session’s id `cs_…`, or its address under `checkoutUrl`; now or later. Another one starts over, with what the buyer typed; none takes the checkout away. */
  session: string
  /** Where the checkout runs. (Default: the folder of the script.) */
  checkoutUrl: string
  /** `auto`: the `color-scheme` of the page around the element. (Default: auto.) */
  theme: 'auto' | 'light' | 'dark'
  /** One column, or two; `auto`: by the room there is. (Default: auto.) */
  layout: 'auto' | 'stack' | 'split'
  /** `compact`: without picture and product; `none`: where the page around shows its own. The total stays on the button. (Default: full.) */
  summary: 'full' | 'compact' | 'none'
  /** `auto`: goes to `successUrl` 20 seconds after paying if the screen holds the receipt, unless the buyer does something; at once where the store has set that. (Default: none.) */
  redirect: 'none' | 'auto'
  /** As long as the page waits for something, such as terms to be agreed to: nothing can be typed or sent. What stands in its slots can be used. (Default: false.) */
  disabled: boolean
  /** Without the time that the price is held until. That it ends soon is said all the same. (Default: false.) */
  hiddenTimer: boolean
  /** Opens a session when the element is seen first, where none is given. Called once, and again for a buyer who left before the answer and is back; after a failure, which is `hc-error`, by `refresh()`. */
  fetchSession: (() => Promise<string>) | undefined
  /** What the shop knows of the buyer, now or later, for fields that are empty and that the buyer has not touched. */
  customer: { name?: string; phone?: string } | undefined
  /** Where the checkout stands. Its attribute is there with a session alone; so is the state of that name, for `:state(ready)` in CSS. */
  readonly status: HostedCheckoutStatus
  /** What is sold, what it costs as chosen, and where the session stands; never card or buyer data. Null until that is known. */
  readonly snapshot: HostedCheckoutSnapshot | null
  /** As if Pay were pressed: the status that comes of it, `ready` when nothing was paid. */
  submit(): Promise<HostedCheckoutStatus>
  /** Whether the buyer’s own fields are right; says at each what is wrong (in the first moments of the form, at the first alone). */
  validate(): boolean
  /** To the first of the buyer’s own fields that was found wrong, else to the first. */
  focus(options?: FocusOptions): void
  /** Asks the server again how the session stands; tells `hc-ready` once more when the form can be used, for who began to listen too late. After an error it starts anew. */
  refresh(): Promise<void>
}

/** The detail of each event, beside `session` and `snapshot`. */
export type HostedCheckoutEventDetails = {
  /** The form can be used: at first, on `refresh()`, after a payment that came to nothing without a decline, and when enough are left again. */
  'hc-ready': {
    /** Since the element was connected, or got this session. */
    loadMs: number
  }
  /** The buyer typed or chose something. */
  'hc-change': {
    /** Its name; never what is in it. */
    field: string
    /** Whether it is right. */
    valid: boolean
    /** Whether all fields but those of the card are. */
    complete: boolean
  }
  /** The buyer pressed Pay and every field is right. Prevented: Nothing is sent. */
  'hc-submit': {
    /** In the minor unit of `currency`. */
    amount: number
    /** ISO 4217 code. */
    currency: string
  }
  /** The payment is on its way: keep the element in the page. */
  'hc-processing': object
  /** Paid. No proof: confirm on your server. Prevented: Neither receipt nor return to `successUrl`: the slot `complete`, or nothing. */
  'hc-complete': {
    /** Of the order. */
    orderNumber: string
    /** In the minor unit of the store’s currency. */
    amountTotal: number
    /** As the session was opened with. */
    successUrl: string | null
  }
  /** The payment was declined; the form is ready for another try. */
  'hc-decline': {
    /** Why, for a program. */
    code: string
    /** Why, for the buyer, in the language of the element. */
    message: string
    /** True: after the last try comes `hc-unavailable`. */
    retryable: boolean
  }
  /** The payment window is over. Prevented: The form stays as it is and rests, so that a new `session` can take its place. */
  'hc-expired': object
  /** The buyer has opened a new session in the place of this one, where the store lets them; the element goes over to it. */
  'hc-restarted': {
    /** The new session’s id. */
    next: string
  }
  /** The session cannot be paid. Too few were left when the buyer pressed Pay, or since another buyer pays; when that buyer’s units are free again, `hc-ready` follows. */
  'hc-unavailable': {
    /** Why. */
    code: 'sold_out' | 'insufficient_stock' | 'too_many_attempts'
    /** How many are, where that is known. */
    left: number | null
  }
  /** The buyer wants to go back to the store. Prevented: The page does not follow `cancelUrl`. */
  'hc-cancel': object
  /** The element has another height. */
  'hc-resize': {
    /** In CSS pixels. */
    height: number
  }
  /** The buyer has come so far; each once for as long as the checkout stands there, for your statistics. */
  'hc-step': {
    /** What is done. */
    step: 'view' | 'name' | 'phone' | 'place' | 'card' | 'pay'
  }
  /** The checkout cannot be shown or used. */
  'hc-error': {
    /** What went wrong. */
    code:
      | 'network'
      | 'session_not_found'
      | 'origin_not_allowed'
      | 'internal'
      | 'frame_unreachable'
      | 'csp_blocked'
    /** What to do, for a developer. */
    message: string
    /** Where that is explained. */
    docs: string
  }
}

export type HostedCheckoutEventType = keyof HostedCheckoutEventDetails

export type HostedCheckoutEvent<Type extends HostedCheckoutEventType = HostedCheckoutEventType> =
  Event & {
    readonly detail: {
      /** The session’s id. */
      session: string
      /** As the property. */
      snapshot: HostedCheckoutSnapshot | null
    } & HostedCheckoutEventDetails[Type]
  }

export type HostedCheckoutEventMap = {
  [Type in HostedCheckoutEventType]: HostedCheckoutEvent<Type>
}

/** `<hosted-checkout>` in a page. */
export type HostedCheckoutElement = {
  addEventListener<Type extends HostedCheckoutEventType>(
    type: Type,
    listener: (this: HostedCheckoutElement, event: HostedCheckoutEvent<Type>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<Type extends HostedCheckoutEventType>(
    type: Type,
    listener: (this: HostedCheckoutElement, event: HostedCheckoutEvent<Type>) => void,
    options?: boolean | EventListenerOptions,
  ): void
} & HostedCheckoutMembers &
  HTMLElement

/** The element's class, which the script defines. */
export type HostedCheckoutClass = {
  new (): HostedCheckoutElement
  /** Of the script. */
  readonly version: string
  /** Connects to the checkout before there is an element, such as when the buyer opens the basket. */
  readonly preconnect: (checkoutUrl?: string) => void
}

/** The attributes that a page may set. */
export type HostedCheckoutAttributes = {
  /** The session’s id `cs_…`, or its address under `checkoutUrl`; now or later. Another one starts over, with what the buyer typed; none takes the checkout away. */
  session?: string | undefined
  /** Where the checkout runs. (Default: the folder of the script.) */
  'checkout-url'?: string | undefined
  /** `auto`: the `color-scheme` of the page around the element. (Default: auto.) */
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** One column, or two; `auto`: by the room there is. (Default: auto.) */
  layout?: 'auto' | 'stack' | 'split' | undefined
  /** `compact`: without picture and product; `none`: where the page around shows its own. The total stays on the button. (Default: full.) */
  summary?: 'full' | 'compact' | 'none' | undefined
  /** `auto`: goes to `successUrl` 20 seconds after paying if the screen holds the receipt, unless the buyer does something; at once where the store has set that. (Default: none.) */
  redirect?: 'none' | 'auto' | undefined
  /** As long as the page waits for something, such as terms to be agreed to: nothing can be typed or sent. What stands in its slots can be used. (Default: false.) */
  disabled?: boolean | '' | undefined
  /** Without the time that the price is held until. That it ends soon is said all the same. (Default: false.) */
  'hidden-timer'?: boolean | '' | undefined
}

/** The properties that a program may set. */
export type HostedCheckoutSettings = {
  /** The session’s id `cs_…`, or its address under `checkoutUrl`; now or later. Another one starts over, with what the buyer typed; none takes the checkout away. */
  session?: string | undefined
  /** Where the checkout runs. (Default: the folder of the script.) */
  checkoutUrl?: string | undefined
  /** `auto`: the `color-scheme` of the page around the element. (Default: auto.) */
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** One column, or two; `auto`: by the room there is. (Default: auto.) */
  layout?: 'auto' | 'stack' | 'split' | undefined
  /** `compact`: without picture and product; `none`: where the page around shows its own. The total stays on the button. (Default: full.) */
  summary?: 'full' | 'compact' | 'none' | undefined
  /** `auto`: goes to `successUrl` 20 seconds after paying if the screen holds the receipt, unless the buyer does something; at once where the store has set that. (Default: none.) */
  redirect?: 'none' | 'auto' | undefined
  /** As long as the page waits for something, such as terms to be agreed to: nothing can be typed or sent. What stands in its slots can be used. (Default: false.) */
  disabled?: boolean | undefined
  /** Without the time that the price is held until. That it ends soon is said all the same. (Default: false.) */
  hiddenTimer?: boolean | undefined
  /** Opens a session when the element is seen first, where none is given. Called once, and again for a buyer who left before the answer and is back; after a failure, which is `hc-error`, by `refresh()`. */
  fetchSession?: (() => Promise<string>) | undefined
  /** What the shop knows of the buyer, now or later, for fields that are empty and that the buyer has not touched. */
  customer?: { name?: string; phone?: string } | undefined
}

/** The attribute of each setting that has one. */
export const HOSTED_CHECKOUT_ATTRIBUTES = {
  session: 'session',
  checkoutUrl: 'checkout-url',
  theme: 'theme',
  layout: 'layout',
  summary: 'summary',
  redirect: 'redirect',
  disabled: 'disabled',
  hiddenTimer: 'hidden-timer',
} as const satisfies Partial<Record<keyof HostedCheckoutSettings, keyof HostedCheckoutAttributes>>

export const HOSTED_CHECKOUT_EVENTS = [
  'hc-ready',
  'hc-change',
  'hc-submit',
  'hc-processing',
  'hc-complete',
  'hc-decline',
  'hc-expired',
  'hc-restarted',
  'hc-unavailable',
  'hc-cancel',
  'hc-resize',
  'hc-step',
  'hc-error',
] as const satisfies HostedCheckoutEventType[]
