import type { EventType } from './session/checkout-events.ts'
import type { CheckoutStatus } from './session/checkout-state.ts'

/** A property and the attribute with the same meaning. Types are written in TypeScript. */
export type PropertyRow = {
  type: string
  attribute?: string
  default?: string
  readOnly?: true
  docs: string
}

type MethodRow = { parameters: string; returns: string; docs: string }

/** `prevented` says what does not happen then. An event without it cannot be prevented. */
export type EventRow = {
  detail: Record<string, readonly [type: string, docs: string]>
  prevented?: string
  docs: string
}

/**
 * Everything that a merchant's page may rely on. `docs/element.md` and the types, the manifest and
 * the documentation of the npm package are made from it. Tests compare it with the element itself.
 */
export const PUBLIC_SURFACE = {
  properties: {
    session: {
      type: 'string',
      attribute: 'session',
      docs: 'The session’s id `cs_…`, or its address under `checkoutUrl`; now or later. Another one starts over, with what the buyer typed; none takes the checkout away.',
    },
    checkoutUrl: {
      type: 'string',
      attribute: 'checkout-url',
      default: 'the folder of the script',
      docs: 'Where the checkout runs.',
    },
    theme: {
      type: "'auto' | 'light' | 'dark'",
      attribute: 'theme',
      default: 'auto',
      docs: '`auto`: the `color-scheme` of the page around the element.',
    },
    layout: {
      type: "'auto' | 'stack' | 'split'",
      attribute: 'layout',
      default: 'auto',
      docs: 'One column, or two; `auto`: by the room there is.',
    },
    summary: {
      type: "'full' | 'compact' | 'none'",
      attribute: 'summary',
      default: 'full',
      docs: '`compact`: without picture and product; `none`: where the page around shows its own. The total stays on the button.',
    },
    redirect: {
      type: "'none' | 'auto'",
      attribute: 'redirect',
      default: 'none',
      docs: '`auto`: goes to `successUrl` 20 seconds after paying if the screen holds the receipt, unless the buyer does something; at once where the store has set that.',
    },
    disabled: {
      type: 'boolean',
      attribute: 'disabled',
      default: 'false',
      docs: 'As long as the page waits for something, such as terms to be agreed to: nothing can be typed or sent. What stands in its slots can be used.',
    },
    hiddenTimer: {
      type: 'boolean',
      attribute: 'hidden-timer',
      default: 'false',
      docs: 'Without the time that the price is held until. That it ends soon is said all the same.',
    },
    fetchSession: {
      type: '(() => Promise<string>) | undefined',
      docs: 'Opens a session when the element is seen first, where none is given. Called once, and again for a buyer who left before the answer and is back; after a failure, which is `hc-error`, by `refresh()`.',
    },
    customer: {
      type: '{ name?: string; phone?: string } | undefined',
      docs: 'What the shop knows of the buyer, now or later, for fields that are empty and that the buyer has not touched.',
    },
    status: {
      type: 'HostedCheckoutStatus',
      attribute: 'status',
      readOnly: true,
      docs: 'Where the checkout stands. Its attribute is there with a session alone; so is the state of that name, for `:state(ready)` in CSS.',
    },
    snapshot: {
      type: 'HostedCheckoutSnapshot | null',
      readOnly: true,
      docs: 'What is sold, what it costs as chosen, and where the session stands; never card or buyer data. Null until that is known.',
    },
  },

  statuses: {
    loading: 'Nothing is known of the session yet.',
    ready: 'The form can be used.',
    processing: 'A payment is on its way.',
    unknown: 'Nobody knows yet how the payment went; the checkout keeps asking.',
    complete: 'Paid.',
    expired: 'The payment window is over.',
    unavailable: 'Too few are left, or too many cards were declined.',
    error: 'The checkout cannot be shown.',
  },

  /** Attributes of every element that have a meaning here. */
  nativeAttributes: {
    lang: 'The language of the texts (BCP 47); else that of what the element stands in when it starts, the browser’s, the store’s.',
    dir: '`ltr` or `rtl`, of the element or of what it stands in, where it is not to follow from the language.',
  },

  methods: {
    submit: {
      parameters: '',
      returns: 'Promise<HostedCheckoutStatus>',
      docs: 'As if Pay were pressed: the status that comes of it, `ready` when nothing was paid.',
    },
    validate: {
      parameters: '',
      returns: 'boolean',
      docs: 'Whether the buyer’s own fields are right; says at each what is wrong (in the first moments of the form, at the first alone).',
    },
    focus: {
      parameters: 'options?: FocusOptions',
      returns: 'void',
      docs: 'To the first of the buyer’s own fields that was found wrong, else to the first.',
    },
    refresh: {
      parameters: '',
      returns: 'Promise<void>',
      docs: 'Asks the server again how the session stands; tells `hc-ready` once more when the form can be used, for who began to listen too late. After an error it starts anew.',
    },
  },

  /** Members of the class `customElements.get('hosted-checkout')`. */
  statics: {
    version: { type: 'string', docs: 'Of the script.' },
    preconnect: {
      type: '(checkoutUrl?: string) => void',
      docs: 'Connects to the checkout before there is an element, such as when the buyer opens the basket.',
    },
  },

  /** What every event has in `detail`. */
  everyEvent: {
    session: ['string', 'The session’s id.'],
    snapshot: ['HostedCheckoutSnapshot | null', 'As the property.'],
  },

  events: {
    'hc-ready': {
      detail: { loadMs: ['number', 'Since the element was connected, or got this session.'] },
      docs: 'The form can be used: at first, on `refresh()`, after a payment that came to nothing without a decline, and when enough are left again.',
    },
    'hc-change': {
      detail: {
        field: ['string', 'Its name; never what is in it.'],
        valid: ['boolean', 'Whether it is right.'],
        complete: ['boolean', 'Whether all fields but those of the card are.'],
      },
      docs: 'The buyer typed or chose something.',
    },
    'hc-submit': {
      detail: {
        amount: ['number', 'In the minor unit of `currency`.'],
        currency: ['string', 'ISO 4217 code.'],
      },
      prevented: 'Nothing is sent.',
      docs: 'The buyer pressed Pay and every field is right.',
    },
    'hc-processing': {
      detail: {},
      docs: 'The payment is on its way: keep the element in the page.',
    },
    'hc-complete': {
      detail: {
        orderNumber: ['string', 'Of the order.'],
        amountTotal: ['number', 'In the minor unit of the store’s currency.'],
        successUrl: ['string | null', 'As the session was opened with.'],
      },
      prevented: 'Neither receipt nor return to `successUrl`: the slot `complete`, or nothing.',
      docs: 'Paid. No proof: confirm on your server.',
    },
    'hc-decline': {
      detail: {
        code: ['string', 'Why, for a program.'],
        message: ['string', 'Why, for the buyer, in the language of the element.'],
        retryable: ['boolean', 'True: after the last try comes `hc-unavailable`.'],
      },
      docs: 'The payment was declined; the form is ready for another try.',
    },
    'hc-expired': {
      detail: {},
      prevented: 'The form stays as it is and rests, so that a new `session` can take its place.',
      docs: 'The payment window is over.',
    },
    'hc-restarted': {
      detail: { next: ['string', 'The new session’s id.'] },
      docs: 'The buyer has opened a new session in the place of this one, where the store lets them; the element goes over to it.',
    },
    'hc-unavailable': {
      detail: {
        code: ["'sold_out' | 'insufficient_stock' | 'too_many_attempts'", 'Why.'],
        left: ['number | null', 'How many are, where that is known.'],
      },
      docs: 'The session cannot be paid. Too few were left when the buyer pressed Pay, or since another buyer pays; when that buyer’s units are free again, `hc-ready` follows.',
    },
    'hc-cancel': {
      detail: {},
      prevented: 'The page does not follow `cancelUrl`.',
      docs: 'The buyer wants to go back to the store.',
    },
    'hc-resize': {
      detail: { height: ['number', 'In CSS pixels.'] },
      docs: 'The element has another height.',
    },
    'hc-step': {
      detail: { step: ["'view' | 'name' | 'phone' | 'place' | 'card' | 'pay'", 'What is done.'] },
      docs: 'The buyer has come so far; each once for as long as the checkout stands there, for your statistics.',
    },
    'hc-error': {
      detail: {
        code: [
          "'network' | 'session_not_found' | 'origin_not_allowed' | 'internal' | 'frame_unreachable' | 'csp_blocked'",
          'What went wrong.',
        ],
        message: ['string', 'What to do, for a developer.'],
        docs: ['string', 'Where that is explained.'],
      },
      docs: 'The checkout cannot be shown or used.',
    },
  },
} satisfies {
  properties: Record<string, PropertyRow>
  statuses: Record<CheckoutStatus, string>
  nativeAttributes: Record<string, string>
  methods: Record<string, MethodRow>
  statics: Record<string, { type: string; docs: string }>
  everyEvent: EventRow['detail']
  events: Record<EventType, EventRow>
}
