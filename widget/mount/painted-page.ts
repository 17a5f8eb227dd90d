import type { LitElement } from 'lit'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { Messages } from '../i18n/en.ts'
import { isHosted } from './place.ts'

/**
 * What the server leaves in our own page for the element to go on from; the build numbers the
 * messages.
 */
type Painted = { view: CheckoutView; messages: Messages }

/** The session as the server wrote it into our own page. */
export function findPainted(element: LitElement): Painted | undefined {
  if (HOSTED_CHECKOUT_PLACE === 'embedded' || !isHosted(element)) return undefined
  return JSON.parse(document.querySelector('script[data-checkout]')!.textContent)
}
