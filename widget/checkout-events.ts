import type { CheckoutView } from '../server/contract/buyer.ts'
import type { ErrorCode, Unavailable } from './checkout-state.ts'

/** What a merchant's page may know of the session: never card or buyer data. */
export type Snapshot = Pick<
  CheckoutView,
  'id' | 'status' | 'expiresAt' | 'item' | 'amounts' | 'currency'
>

type Common = { session: string; snapshot: Snapshot | null }

abstract class CheckoutEvent<Detail = unknown> extends Event {
  readonly detail: Common & Detail

  constructor(type: string, detail: Common & Detail, cancelable?: 'cancelable') {
    super(type, { bubbles: true, composed: true, cancelable: !!cancelable })
    this.detail = detail
  }
}

/** The form can be used. `loadMs`: since the element was connected. */
export class ReadyEvent extends CheckoutEvent<{ loadMs: number }> {
  constructor(detail: ReadyEvent['detail']) {
    super('hc-ready', detail)
  }
}

/** The buyer pressed Pay and every field is valid. Prevented: nothing is sent. */
export class SubmitEvent extends CheckoutEvent<{ amount: number; currency: string }> {
  constructor(detail: SubmitEvent['detail']) {
    super('hc-submit', detail, 'cancelable')
  }
}

/** The payment is on its way: keep the element in the page. */
export class ProcessingEvent extends CheckoutEvent {
  constructor(detail: ProcessingEvent['detail']) {
    super('hc-processing', detail)
  }
}

/**
 * Paid. Not a proof: read the session with the secret key. Prevented: neither receipt nor return to
 * `successUrl`.
 */
export class CompleteEvent extends CheckoutEvent<{
  orderNumber: string
  amountTotal: number
  successUrl: string | null
}> {
  constructor(detail: CompleteEvent['detail']) {
    super('hc-complete', detail, 'cancelable')
  }
}

/** The payment was declined; the form is ready for another try. */
export class DeclineEvent extends CheckoutEvent<{
  code: string
  message: string
  retryable: boolean
}> {
  constructor(detail: DeclineEvent['detail']) {
    super('hc-decline', detail)
  }
}

/**
 * The payment window is over. Prevented: the form stays, so that a new `session` can take its
 * place.
 */
export class ExpiredEvent extends CheckoutEvent {
  constructor(detail: ExpiredEvent['detail']) {
    super('hc-expired', detail, 'cancelable')
  }
}

/** The session cannot be paid any more: too few are left, or too many cards were declined. */
export class UnavailableEvent extends CheckoutEvent<{
  code: Unavailable['reason']
  left: number | null
}> {
  constructor(detail: UnavailableEvent['detail']) {
    super('hc-unavailable', detail)
  }
}

/** The buyer wants to go back to the store. Prevented: the page does not follow `cancelUrl`. */
export class CancelEvent extends CheckoutEvent {
  constructor(detail: CancelEvent['detail']) {
    super('hc-cancel', detail, 'cancelable')
  }
}

/** The checkout cannot be shown or used; `message` tells a developer what to do. */
export class ErrorEvent extends CheckoutEvent<{
  code: ErrorCode | 'frame_unreachable'
  message: string
}> {
  constructor(detail: ErrorEvent['detail']) {
    super('hc-error', detail)
  }
}

export interface HostedCheckoutEventMap {
  'hc-ready': ReadyEvent
  'hc-submit': SubmitEvent
  'hc-processing': ProcessingEvent
  'hc-complete': CompleteEvent
  'hc-decline': DeclineEvent
  'hc-expired': ExpiredEvent
  'hc-unavailable': UnavailableEvent
  'hc-cancel': CancelEvent
  'hc-error': ErrorEvent
}
