import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { Failure, Unavailable } from './checkout-state.ts'

/** What a merchant's page may know of the session. It never has card or buyer data. */
export type Snapshot = Pick<
  CheckoutView,
  'id' | 'status' | 'expiresAt' | 'item' | 'amounts' | 'currency'
>

export type Step = 'view' | 'name' | 'phone' | 'place' | 'card' | 'pay'

/** What each event tells beside `session` and `snapshot`. */
type EventDetails = {
  /**
   * The form can be used: at first, on `refresh()`, after a payment that ended without success and
   * without a decline, and when a variant that was sold out is there again. `loadMs` counts from when the element was connected, or got this
   * session.
   */
  'hc-ready': { loadMs: number }
  /**
   * The buyer typed or chose something. `complete`: all fields are valid, except those of the card.
   */
  'hc-change': { field: string; valid: boolean; complete: boolean }
  /** The buyer pressed Pay and every field is valid. When prevented, nothing is sent. */
  'hc-submit': { amount: number; currency: string }
  /** The payment is on its way, so the element has to stay in the page. */
  'hc-processing': object
  /**
   * The session is paid. This is no proof: read the session with the secret key. When prevented,
   * the slot `complete` is shown, or nothing, and nobody returns to `successUrl`.
   */
  'hc-complete': { orderNumber: string; amountTotal: number; successUrl: string | null }
  /** The payment was declined, and the form is ready for another try. */
  'hc-decline': { code: string; message: string; retryable: boolean }
  /**
   * The payment window is over. When prevented, the form stays as it is and rests, so that a new
   * `session` can take its place.
   */
  'hc-expired': object
  /**
   * The buyer has started again, where the store allows it. From now on the element shows the
   * session `next` in the place of `session`.
   */
  'hc-restarted': { next: string }
  /**
   * The session cannot be paid: too few items are left, or too many cards were declined. Items that
   * others held may become free again; then `hc-ready` follows.
   */
  'hc-unavailable': { code: Unavailable['reason']; left: number | null }
  /**
   * The buyer wants to go back to the store. When prevented, the page does not follow `cancelUrl`.
   */
  'hc-cancel': object
  /** The element has another height, in CSS pixels. */
  'hc-resize': { height: number }
  /** The buyer has come to this step. Each step is told once by one checkout. */
  'hc-step': { step: Step }
  /**
   * The checkout cannot be shown or used. `message` tells a developer what to do, and `docs` where
   * to read about it.
   */
  'hc-error': {
    code: Failure | 'csp_blocked'
    message: string
    docs: string
  }
}

export type EventType = keyof EventDetails

export type DetailOf<Type extends EventType> = EventDetails[Type]

export type CheckoutEvent<Type extends EventType = EventType> = CustomEvent<
  { session: string; snapshot: Snapshot | null } & EventDetails[Type]
>

/** An event can be prevented only when it has something to prevent. */
const CANCELABLE = /submit|complete|expired|cancel/

export const isCancelable = (type: EventType) => CANCELABLE.test(type)

export type HostedCheckoutEventMap = { [Type in EventType]: CheckoutEvent<Type> }
