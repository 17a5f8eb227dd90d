/** @import { HostedCheckoutElement, HostedCheckoutEvent } from 'hosted-checkout' */
import { fillCheckout } from './checkout.js'

/**
 * @typedef {object} Shop
 * @property {string} session
 * @property {{ name: string }} customer
 * @property {(event: HostedCheckoutEvent<'hc-complete'>) => void} thank
 */

const asked = new URLSearchParams(location.search)
const opened = asked.get('session') ?? ''
/** @type {HostedCheckoutElement | undefined} */
let checkout

/** @param {string} session */
function draw(session) {
  const next = document.createElement('hosted-checkout')
  fillCheckout(next, { session, customer: { name: 'Ana Example' }, thank })
  document.querySelector('#shop')?.replaceChildren(next)
  checkout = next
}

/** @param {HostedCheckoutEvent<'hc-complete'>} event */
function thank(event) {
  event.preventDefault()
  const output = document.querySelector('output')
  if (output) output.textContent = `Thank you: ${event.detail.orderNumber}`
}

draw(asked.has('late') ? '' : opened)
document.querySelector('#continue')?.addEventListener('click', () => {
  if (checkout) checkout.session = opened
})
document.querySelector('#again')?.addEventListener('click', () => draw(checkout?.session ?? ''))
