import type { LitElement } from 'lit'

/**
 * Each place has a built script of its own, without what only the other one needs; in a test one
 * element serves both.
 */
declare global {
  const HOSTED_CHECKOUT_PLACE: 'hosted' | 'embedded' | undefined
}

/** Our own page is drawn into the element itself; a merchant's page, into a root of our own. */
export const isHosted = (element: LitElement) =>
  HOSTED_CHECKOUT_PLACE ? HOSTED_CHECKOUT_PLACE === 'hosted' : element.renderRoot === element
