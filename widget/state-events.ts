import {
  CompleteEvent,
  DeclineEvent,
  ErrorEvent,
  ExpiredEvent,
  UnavailableEvent,
  type Snapshot,
} from './checkout-events.ts'
import type { CheckoutState, ErrorCode } from './checkout-state.ts'
import type { Mounting } from './mounting.ts'

/** The code says what happened; this says what to do. */
const ERROR_MESSAGES: Record<ErrorCode, string> = {
  network: 'No answer: check checkout-url, connect-src and allowed origins.',
  session_not_found: 'Check the session.',
  origin_not_allowed: 'Add this origin to the allowed origins.',
  internal: 'Try again in a moment.',
}

export function snapshotOf(state: CheckoutState): Snapshot | null {
  if (!('view' in state)) return null
  const { id, status, expiresAt, item, amounts, currency } = state.view
  return { id, status, expiresAt, item, amounts, currency }
}

const commonDetail = (session: string, state: CheckoutState) => ({
  session,
  snapshot: snapshotOf(state),
})

/** What every event of a mounted session tells. */
export const detailOf = ({ session, checkout }: Pick<Mounting, 'session' | 'checkout'>) =>
  commonDetail(session, checkout.state)

/** Tells the page around the element what happened; false when it wants to show that itself. */
export function announce(
  element: HTMLElement,
  { state, before }: { state: CheckoutState; before: CheckoutState },
): boolean {
  if (state.type === before.type && state.type !== 'ready') return true
  const common = commonDetail(
    'view' in state ? state.view.id : (element.getAttribute('session') ?? ''),
    state,
  )
  switch (state.type) {
    case 'complete': {
      const { orderNumber, amountTotal } = state.order
      const successUrl = state.view.successUrl ?? null
      return element.dispatchEvent(
        new CompleteEvent({ ...common, orderNumber, amountTotal, successUrl }),
      )
    }
    case 'expired':
      return element.dispatchEvent(new ExpiredEvent(common))
    case 'unavailable': {
      const { why } = state
      const { left = null } = why as { left?: number }
      return element.dispatchEvent(new UnavailableEvent({ ...common, code: why.reason, left }))
    }
    case 'error': {
      return element.dispatchEvent(
        new ErrorEvent({ ...common, code: state.code, message: ERROR_MESSAGES[state.code] }),
      )
    }
    case 'ready': {
      const { problem } = state
      if (before.type !== 'processing' || problem?.type !== 'declined') return true
      return element.dispatchEvent(
        new DeclineEvent({
          ...common,
          code: problem.code,
          message: problem.message,
          retryable: true,
        }),
      )
    }
    default:
      return true
  }
}
