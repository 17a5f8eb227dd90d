/** @import { Shop } from './main.js' */

/** @param {Shop} shop */
export function showCheckout({ session, customer, thank }) {
  const checkout = document.createElement('hosted-checkout')
  Object.assign(checkout, { session, customer })
  checkout.setAttribute('summary', 'none')
  checkout.addEventListener('hc-complete', thank)
  return checkout
}
