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
  HOSTED_CHECKOUT_PLACE !== 'embedded' &&
  (HOSTED_CHECKOUT_PLACE === 'hosted' || element.renderRoot === element)

/** The folder this script came from. */
export const SCRIPT_FOLDER = new URL(/* @vite-ignore */ '.', import.meta.url).href.slice(0, -1)

/** Where an element's checkout runs: what its page has written may be relative to that, or nothing. */
export const addressOf = ({ checkoutUrl }: { checkoutUrl?: string | undefined }) =>
  new URL(checkoutUrl || SCRIPT_FOLDER, document.baseURI).href.replace(/\/+$/, '')

/** The id of a session that is written as it, or as its address; empty where there is none. */
export const sessionOf = (written: string, checkoutUrl: string) =>
  written?.startsWith(`${checkoutUrl}/`)
    ? written.slice(checkoutUrl.length + 1).replace(/[/?#].*/, '')
    : written
