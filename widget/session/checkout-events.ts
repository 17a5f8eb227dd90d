import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { Failure, Unavailable } from './checkout-state.ts'

/** What a merchant's page may know of the session: never card or buyer data. */
export type Snapshot = Pick<
  CheckoutView,
  'id' | 'status' | 'expiresAt' | 'item' | 'amounts' | 'currency'
>

export type Step = 'view' | 'name' | 'phone' | 'place' | 'card' | 'pay'

/** What each event tells beside `session` and `snapshot`. */
type Told = {
  /**
   * The form can be used: at first, on `refresh()`, and after a payment that came to nothing without a
   * decline. `loadMs`: since the element was connected, or got this session.
   */
  'hc-ready': { loadMs: number }
  /** The buyer typed or chose something; `complete`: all fields but those of the card are valid. */
  'hc-change': { field: string; valid: boolean; complete: boolean }
  /** The buyer pressed Pay and every field is valid. Prevented: nothing is sent. */
  'hc-submit': { amount: number; currency: string }
  /** The payment is on its way: keep the element in the page. */
  'hc-processing': object
  /**
   * Paid. Not a proof: read the session with the secret key. Prevented: neither receipt nor return
   * to `successUrl`, but the slot `complete`, or nothing.
   */
  'hc-complete': { orderNumber: string; amountTotal: number; successUrl: string | null }
  /** The payment was declined; the form is ready for another try. */
  'hc-decline': { code: string; message: string; retryable: boolean }
  /**
   * The payment window is over. Prevented: the form stays as it is and rests, so that a new `session`
   * can take its place.
   */
  'hc-expired': object
  /**
   * The buyer has started again, where the store lets them: from now on the element shows the session
   * `next` in the place of `session`.
   */
  'hc-restarted': { next: string }
  /** The session cannot be paid any more: too few are left, or too many cards were declined. */
  'hc-unavailable': { code: Unavailable['reason']; left: number | null }
  /** The buyer wants to go back to the store. Prevented: the page does not follow `cancelUrl`. */
  'hc-cancel': object
  /** The element has another height, in CSS pixels. */
  'hc-resize': { height: number }
  /** The buyer has come so far; each once for as long as the checkout stands there. */
  'hc-step': { step: Step }
  /** The checkout cannot be shown or used; `message` tells a developer what to do, `docs` where to read it. */
  'hc-error': {
    code: Failure | 'csp_blocked'
    message: string
    docs: string
  }
}

export type EventType = keyof Told

export type DetailOf<Type extends EventType> = Told[Type]

/** Only those that have something to prevent can be prevented. */
const CANCELABLE = /submit|complete|expired|cancel/

export class CheckoutEvent<Type extends EventType = EventType> extends Event {
  readonly detail: { session: string; snapshot: Snapshot | null } & Told[Type]

  constructor(type: Type, detail: CheckoutEvent<Type>['detail']) {
    super(type, { bubbles: true, composed: true, cancelable: CANCELABLE.test(type) })
    this.detail = detail
  }
}

export type HostedCheckoutEventMap = { [Type in EventType]: CheckoutEvent<Type> }
