import type {
  HostedCheckoutClass,
  HostedCheckoutElement,
  HostedCheckoutEventMap,
} from './element.ts'

declare global {
  interface HTMLElementTagNameMap {
    'hosted-checkout': HostedCheckoutElement
  }
  /** Its events bubble: a page may listen for those of all its checkouts. */
  interface DocumentEventMap extends HostedCheckoutEventMap {}
}

const TAG = 'hosted-checkout'

export type LoadOptions = {
  /** Instead of the newest script: one that never changes, of `{checkoutUrl}/integrity.json`. */
  file?: string
  /** Its hash, as it stands there; browsers refuse the script when it is another one. */
  integrity?: string
}

const loading = new Map<string, Promise<HostedCheckoutClass>>()
let failures = 0

/**
 * Brings the script of `<hosted-checkout>` into the page, once, from the service itself: it is never
 * older than the service. The element's class, when it can be used; `undefined` on a server, where
 * nothing happens. A failure is forgotten: the next call tries again.
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
  const script = loading.get(address) ?? load(address, options.integrity)
  loading.set(address, script)
  return script
}

const findClass = () => customElements.get(TAG) as HostedCheckoutClass | undefined

async function load(address: string, integrity: string | undefined) {
  try {
    if (integrity) preload(address, integrity)
    // Browsers remember of an address that it failed; nothing behind # is sent to the service.
    const href = failures ? `${address}#${failures}` : address
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

/** The import finds what this has loaded and checked. */
function preload(href: string, integrity: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.integrity = integrity
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
