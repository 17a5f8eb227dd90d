import type { CheckoutStatus } from '../session/checkout-state.ts'

/** Shows the status as an attribute, and as `:state(…)` for sheets where the browser knows that. */
export function createShownStatus(element: HTMLElement) {
  const { states } = element.attachInternals()
  return (status?: CheckoutStatus) => {
    states?.clear()
    if (!status) return element.removeAttribute('status')
    states?.add(status)
    element.setAttribute('status', status)
  }
}
