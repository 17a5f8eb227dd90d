import type { CheckoutStatus } from '../session/checkout-state.ts'

/** Shows the status on the element: as an attribute, and to sheets as `:state(…)` where browsers can. */
export function createShownStatus(element: HTMLElement) {
  const { states } = element.attachInternals()
  return (status?: CheckoutStatus) => {
    states?.clear()
    if (!status) return element.removeAttribute('status')
    states?.add(status)
    element.setAttribute('status', status)
  }
}
