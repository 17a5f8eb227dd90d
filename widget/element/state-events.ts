import {
  isCancelable,
  type DetailOf,
  type EventType,
  type Snapshot,
} from '../session/checkout-events.ts'
import { amountsWith, type CheckoutState, type Failure } from '../session/checkout-state.ts'
import type { Mounting } from './mounting.ts'
import { findRefusal } from './page-policy.ts'
import { addressOf } from './surface.ts'
import { declineText } from '../views/progress-view.ts'

type Checkout = { state: CheckoutState; option?: string | undefined }

export function snapshotOf({ state, option }: Checkout): Snapshot | null {
  if (!('view' in state)) return null
  const { id, status, expiresAt, item, currency } = state.view
  return { id, status, expiresAt, item, amounts: amountsWith(state.view, option), currency }
}

/** A checkout, or an element that has none yet. */
type Source = Pick<Mounting, 'element' | 'session'> & { checkout: Checkout }

/** Sends an event to the page around the element. False when that page wants to act itself. */
export const emit = <Type extends EventType>(
  { element, session, checkout }: Source,
  type: Type,
  more?: DetailOf<Type>,
): boolean =>
  element.dispatchEvent(
    new CustomEvent(type, {
      bubbles: true,
      composed: true,
      cancelable: isCancelable(type),
      detail: { session, snapshot: snapshotOf(checkout), ...more },
    }),
  )

/** Says what went wrong, in short by `message`, and where to read what to do. */
export function emitError(source: Source, code: Failure, message?: string) {
  const checkoutUrl = addressOf(source.element)
  const docs = `${checkoutUrl}/docs#when-it-cannot-be-shown`
  const say = (refusal?: string) => {
    const failure = {
      code: refusal ? 'csp_blocked' : code,
      message: refusal ?? message ?? `See ${docs}`,
      docs,
    } as const
    // In a merchant's page, whose shop may not listen.
    if (HOSTED_CHECKOUT_SURFACE !== 'hosted') console.error('hosted-checkout', failure)
    emit(source, 'hc-error', failure)
  }
  // The policy of our own page allows everything that it needs.
  if (HOSTED_CHECKOUT_SURFACE === 'hosted' || !/network|frame/.test(code)) return say()
  // A request that a policy refuses fails before the browser reports the refusal to the page.
  setTimeout(() => {
    const { state } = source.checkout
    say(findRefusal(checkoutUrl, 'view' in state ? state.view.payment.frameUrl : checkoutUrl))
  })
}

/** Sends the event of a new state. False when the page around wants to show it itself. */
export function announce(
  mounting: Mounting,
  { state, before }: { state: CheckoutState; before: CheckoutState },
): boolean {
  if (state.type === before.type && state.type !== 'ready') return true
  switch (state.type) {
    case 'complete': {
      const { orderNumber, amountTotal } = state.order
      const successUrl = state.view.successUrl ?? null
      return emit(mounting, 'hc-complete', { orderNumber, amountTotal, successUrl })
    }
    case 'expired':
      return emit(mounting, 'hc-expired')
    case 'unavailable': {
      const { reason: code, left = null } = state.why
      return emit(mounting, 'hc-unavailable', { code, left })
    }
    case 'error':
      mounting.emitError(state.code)
      return true
    case 'ready': {
      const { problem } = state
      if (before.type !== 'processing' || problem?.type !== 'declined') return true
      const { code } = problem
      const message = declineText(code, mounting.ui.t)
      return emit(mounting, 'hc-decline', { code, message, retryable: true })
    }
    default:
      return true
  }
}
