/** @import { HostedCheckoutElement } from 'hosted-checkout' */
/** @import { Shop } from './main.js' */

/** @type {(checkout: HostedCheckoutElement, shop: Shop) => void} */
export function fillCheckout(checkout, { session, customer, thank }) {
  checkout.setAttribute('summary', 'none')
  checkout.session = session
  checkout.customer = customer
  checkout.addEventListener('hc-complete', thank)
}
