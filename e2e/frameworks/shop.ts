import type { HostedCheckoutEvent } from 'hosted-checkout'

/** What the shop knows of its buyer. */
export const customer = { name: 'Ana Example' }

const asked = () => new URLSearchParams(location.search)

/** The session that the shop's server has opened for this page. */
export const openedSession = () => asked().get('session') ?? ''

/** Empty where the page asks for its session later. */
export const firstSession = () => (asked().has('late') ? '' : openedSession())

/** The shop thanks the buyer itself, instead of the receipt. */
export function thank(event: HostedCheckoutEvent<'hc-complete'>) {
  event.preventDefault()
  const output = document.querySelector('output')
  if (output) output.textContent = `Thank you: ${event.detail.orderNumber}`
}
