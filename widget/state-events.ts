import { CheckoutEvent, type DetailOf, type EventType, type Snapshot } from './checkout-events.ts'
import type { CheckoutState, ErrorCode } from './checkout-state.ts'
import type { Mounting } from './mounting.ts'

/** The code says what happened; this says what to do. */
export const ERROR_MESSAGES: Record<ErrorCode, string> = {
  network: 'No answer: check checkout-url, connect-src and allowed origins.',
  session_not_found: 'Check the session.',
  origin_not_allowed: 'Add it to the allowed origins.',
  internal: 'Try again.',
}

export function snapshotOf(state: CheckoutState): Snapshot | null {
  if (!('view' in state)) return null
  const { id, status, expiresAt, item, amounts, currency } = state.view
  return { id, status, expiresAt, item, amounts, currency }
}

/** Tells the page around the element; false when that page wants to act itself. */
export const tell = <Type extends EventType>(
  { element, session, checkout }: Pick<Mounting, 'element' | 'session' | 'checkout'>,
  type: Type,
  more?: DetailOf<Type>,
): boolean =>
  element.dispatchEvent(
    new CheckoutEvent(type, {
      session,
      snapshot: snapshotOf(checkout.state),
      ...more,
    } as CheckoutEvent<Type>['detail']),
  )

/** Tells what a new state means; false when the page around wants to show that itself. */
export function announce(
  mounting: Mounting,
  { state, before }: { state: CheckoutState; before: CheckoutState },
): boolean {
  if (state.type === before.type && state.type !== 'ready') return true
  switch (state.type) {
    case 'complete': {
      const { orderNumber, amountTotal } = state.order
      const successUrl = state.view.successUrl ?? null
      return tell(mounting, 'hc-complete', { orderNumber, amountTotal, successUrl })
    }
    case 'expired':
      return tell(mounting, 'hc-expired')
    case 'unavailable': {
      const { why } = state
      const { left = null } = why as { left?: number }
      return tell(mounting, 'hc-unavailable', { code: why.reason, left })
    }
    case 'error':
      return tell(mounting, 'hc-error', { code: state.code, message: ERROR_MESSAGES[state.code] })
    case 'ready': {
      const { problem } = state
      if (before.type !== 'processing' || problem?.type !== 'declined') return true
      const { code, message } = problem
      return tell(mounting, 'hc-decline', { code, message, retryable: true })
    }
    default:
      return true
  }
}
