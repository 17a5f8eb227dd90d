import type {
  HostedCheckoutClass,
  HostedCheckoutElement,
  HostedCheckoutEventMap,
} from './element.ts'

declare global {
  interface HTMLElementTagNameMap {
    'hosted-checkout': HostedCheckoutElement
    'hosted-checkout-button': HTMLElement
  }
  /** The events bubble, so a page may listen to those of all its checkouts at once. */
  interface DocumentEventMap extends HostedCheckoutEventMap {}
}

/** What `<hosted-checkout-button>` sells: as in the address of the product’s link. */
export type HostedCheckoutButtonAttributes = {
  /** The store’s id, `st_…`. */
  store: string
  /** The product’s slug. */
  product: string
  size?: string | undefined
  color?: string | undefined
  /** From 1 to 100. (Default: 1.) */
  quantity?: number | string | undefined
  lang?: string | undefined
  'success-url'?: string | undefined
  'cancel-url'?: string | undefined
  /** Shows the checkout behind the button, instead of going to its page. */
  embedded?: boolean | '' | undefined
  /** Where the checkout runs. (Default: the folder of the script.) */
  'checkout-url'?: string | undefined
}

const TAG = 'hosted-checkout'

export type LoadOptions = {
  /**
   * A script that never changes, from `{checkoutUrl}/integrity.json`, in the place of the newest
   * one.
   */
  file?: string
  /** The hash of that file, as it stands there. Browsers refuse another script. */
  integrity?: string
  /** The nonce of a page whose policy names one, and not the checkout's origin. */
  nonce?: string
}

const loading = new Map<string, Promise<HostedCheckoutClass>>()
/** Scripts load one after another. Whoever asks for a second one gets the element of the first. */
let turn: Promise<unknown> = Promise.resolve()
let failures = 0

/**
 * Brings the script of `<hosted-checkout>` into the page, once. It comes from the service itself, so
 * it is never older than that. Answers with the element's class when it can be used. On a server
 * nothing happens, and the answer is `undefined`. A failure is forgotten, so the next call tries
 * again.
 *
 * @throws {Error} that says what to check
 */
export async function loadHostedCheckout(
  checkoutUrl: string,
  options: LoadOptions = {},
): Promise<HostedCheckoutClass | undefined> {
  if (typeof document === 'undefined') return undefined
  const known = findClass()
  if (known) return known
  const address = `${checkoutUrl.replace(/\/+$/, '')}/${options.file ?? `${TAG}.js`}`
  const script = loading.get(address) ?? turn.then(() => findClass() ?? load(address, options))
  loading.set(address, script)
  turn = script.catch(() => undefined)
  return script
}

const findClass = () => customElements.get(TAG) as HostedCheckoutClass | undefined

async function load(address: string, options: LoadOptions) {
  try {
    // Browsers remember that an address failed. What stands behind # is not sent to the service.
    const href = failures ? `${address}#${failures}` : address
    preload(href, options)
    await import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ href)
  } catch (cause) {
    failures += 1
    loading.delete(address)
    throw new Error(
      `${address} was not loaded: check that a checkout runs there, and script-src of this page.`,
      { cause },
    )
  }
  const found = findClass()
  if (found) return found
  loading.delete(address)
  throw new Error(`${address} is no script of a checkout: it defines no <${TAG}>.`)
}

/** The import finds the file that this has loaded and checked. */
function preload(href: string, { integrity, nonce }: LoadOptions) {
  if (!integrity && !nonce) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  if (integrity) link.integrity = integrity
  // As an attribute: the script finds it there for the file that it loads itself.
  if (nonce) link.setAttribute('nonce', nonce)
  link.href = href
  document.head.append(link)
}

export type {
  HostedCheckoutAttributes,
  HostedCheckoutClass,
  HostedCheckoutElement,
  HostedCheckoutEvent,
  HostedCheckoutEventMap,
  HostedCheckoutEventType,
  HostedCheckoutSettings,
  HostedCheckoutSnapshot,
  HostedCheckoutStatus,
} from './element.ts'
