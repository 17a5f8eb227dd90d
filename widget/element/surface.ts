import type { ReactiveElement } from '@lit/reactive-element'

/**
 * Each surface has a built script of its own, without what only the other one needs. In a test one
 * element serves both.
 */
declare global {
  const HOSTED_CHECKOUT_SURFACE: 'hosted' | 'embedded' | undefined
}

/**
 * On our own page the element itself holds the checkout. In a merchant's page a shadow root does.
 */
export const isHosted = (element: ReactiveElement) =>
  HOSTED_CHECKOUT_SURFACE !== 'embedded' &&
  (HOSTED_CHECKOUT_SURFACE === 'hosted' || element.renderRoot === element)

/** The folder from which this script came. */
export const SCRIPT_FOLDER = new URL(/* @vite-ignore */ '.', import.meta.url).href.slice(0, -1)

/**
 * The address of an element's checkout. A page may write it relative to itself, or leave it out.
 */
export const addressOf = ({ checkoutUrl }: { checkoutUrl?: string | undefined }) =>
  new URL(checkoutUrl || SCRIPT_FOLDER, document.baseURI).href.replace(/\/+$/, '')

/** The id of a session, which may be written as its address. Empty where there is no session. */
export const sessionOf = (written: string, checkoutUrl: string) =>
  written?.startsWith(`${checkoutUrl}/`)
    ? written.slice(checkoutUrl.length + 1).replace(/[/?#].*/, '')
    : written
