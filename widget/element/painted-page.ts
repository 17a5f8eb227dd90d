import type { ReactiveElement } from '@lit/reactive-element'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { takeQuery } from './typed-values.ts'
import type { Messages } from '../i18n/en.ts'
import { getElement } from './get-element.ts'
import type { Mounting } from './mounting.ts'
import { isHosted } from './surface.ts'

/** What the server leaves in our own page for the element. The build numbers the messages. */
type PaintedPage = { view: CheckoutView; messages: Messages }

/** The session as the server wrote it into our own page. */
export function findPainted(element: ReactiveElement): PaintedPage | undefined {
  if (HOSTED_CHECKOUT_SURFACE === 'embedded' || !isHosted(element)) return undefined
  return JSON.parse(getElement(document, 'script[data-checkout]').textContent)
}

/**
 * The buyer has confirmed on another page and comes back. The result is news to them, so it is said
 * aloud, and only once. They come back in the language in which they left.
 */
export function restorePage({ checkout }: Pick<Mounting, 'checkout'>, view: CheckoutView) {
  const { href } = location
  const address = href.replace(/[?&]returned$/, '')
  if (address === href) return
  const query = takeQuery()
  if (query) return location.replace(`${address}${query}&returned`)
  history.replaceState(null, '', address)
  checkout.state = { type: 'processing', view, wait: 'bank', sending: false }
}

/**
 * Shows our own page as if there were no script: its form goes to the server, and its links lead
 * on.
 */
export function showPlain({ element, root }: Pick<Mounting, 'element' | 'root'>) {
  element.removeAttribute('status')
  document.documentElement.dataset['stuck'] = ''
  root.querySelector<HTMLElement>('button.noscript')?.focus()
}
