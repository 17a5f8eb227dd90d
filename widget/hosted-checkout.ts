import { html } from 'lit/html.js'
import type { CheckoutView } from '../server/contract/buyer.ts'
import { prefersDark } from './appearance.ts'
import { CheckoutController } from './checkout-controller.ts'
import { renderInto } from './checkout-form.ts'
import type { HostedCheckoutEventMap, Snapshot } from './checkout-events.ts'
import { statusOf, type CheckoutStatus } from './checkout-state.ts'
import type { Messages } from './i18n/en.ts'
import { pickLanguage } from './i18n/translate.ts'
import { languages, loadKit } from './kit.ts'
import { mountCheckout, type MountedCheckout } from './mounted-checkout.ts'
import { ERROR_MESSAGES, snapshotOf, tell } from './state-events.ts'
import type { TypedValues } from './typed-values.ts'
import { createUi } from './views/ui.ts'

declare const HOSTED_CHECKOUT_VERSION: string

/**
 * What the server leaves in our own page for the element to go on from; the build numbers the
 * messages.
 */
type Painted = { view: CheckoutView; messages: Messages }

const SCRIPT_FOLDER = new URL(/* @vite-ignore */ '.', import.meta.url).href

/** Each property is its attribute, and has a meaning without it. */
const PROPERTIES = [
  ['session', 'session', ''],
  ['checkoutUrl', 'checkout-url', SCRIPT_FOLDER],
  ['theme', 'theme', 'auto'],
  ['redirect', 'redirect', 'none'],
] as const

// Node has no elements: there the import must do nothing. A plain element, for lit's own would
// weigh 2.5 KB more.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/**
 * The checkout of one session: `<hosted-checkout session="cs_…">`.
 *
 * @slot - what stands there until the checkout is ready, such as a link to the hosted page
 * @csspart root header summary item image totals total form section legend label field input hint
 *   error errors card button status notice receipt
 */
export class HostedCheckout extends Base {
  static readonly version = HOSTED_CHECKOUT_VERSION
  static readonly observedAttributes = ['session', 'checkout-url', 'lang', 'theme']

  static {
    for (const [name, attribute, meaning] of PROPERTIES)
      Object.defineProperty(this.prototype, name, {
        get(this: HTMLElement) {
          return (this.getAttribute(attribute) ?? meaning).replace(/\/+$/, '')
        },
        // Frameworks write `null` or `undefined` for what they do not have yet.
        set(this: HTMLElement, value: string | null | undefined) {
          if (value == null) this.removeAttribute(attribute)
          else this.setAttribute(attribute, value)
        },
      })
  }

  #checkout: CheckoutController | undefined
  #mounted: MountedCheckout | undefined
  #typed: TypedValues = {}
  #isPaintedTaken = false
  /** In a page; while the browser makes the element it reports attributes before that. */
  #isThere = false

  /**
   * The session's id, or its address under `checkoutUrl`, now or later. Another one starts over,
   * with what the buyer typed; none takes the checkout away.
   */
  declare session: string

  /** Where the checkout runs. (Default: the folder this script came from.) */
  declare checkoutUrl: string

  /**
   * `light`, `dark` or `auto`. (Default: `auto`, the `color-scheme` of the page around the
   * element.)
   */
  declare theme: string

  /** `auto`: goes to `successUrl` 5 s after paying. (Default: `none`.) */
  declare redirect: string

  get status(): CheckoutStatus {
    return this.#checkout ? statusOf(this.#checkout.state) : 'loading'
  }

  /** What is sold, and where the session stands; never card or buyer data. */
  get snapshot(): Snapshot | null {
    return this.#checkout ? snapshotOf(this.#checkout.state) : null
  }

  connectedCallback() {
    for (const [name] of PROPERTIES) {
      // What was set before the script came hides the property here.
      const value = Object.getOwnPropertyDescriptor(this, name)?.value
      if (Reflect.deleteProperty(this, name) && value) this[name] = value
    }
    prefersDark().addEventListener('change', this.#adaptFrame)
    this.#isThere = true
    this.#start()
  }

  disconnectedCallback() {
    prefersDark().removeEventListener('change', this.#adaptFrame)
    this.#isThere = false
    this.#stop()
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (!this.#isThere || before === now) return
    if (name === 'theme') this.#adaptFrame()
    else this.#restart()
  }

  /** Asks the server again how the session stands. */
  async refresh() {
    await this.#checkout?.refresh()
  }

  #restart = () => {
    this.#stop()
    this.#start()
  }

  #start() {
    const { session, checkoutUrl } = this
    const id = session.startsWith(`${checkoutUrl}/`)
      ? session.slice(checkoutUrl.length + 1).replace(/[/?#].*/, '')
      : session
    if (!id) return this.#leave()
    const painted = this.#takePainted()
    const checkout = new CheckoutController(`${checkoutUrl}/${id}`, painted?.view)
    const language = pickLanguage(
      languages,
      this.closest('[lang]')?.getAttribute('lang'),
      navigator.language,
    )
    const isHosted = this.hasAttribute('ssr')
    this.#checkout = checkout
    this.setAttribute('status', 'loading')
    const mount = (messages: Messages) => {
      this.#mounted = mountCheckout({
        element: this,
        root: isHosted ? this : this.#shadow(),
        session: id,
        checkoutUrl,
        checkout,
        ui: createUi({ language, messages, hosted: isHosted }),
        typed: this.#typed,
        redirects: () => isHosted || this.redirect === 'auto',
        onState: (state) => this.setAttribute('status', statusOf(state)),
        restart: this.#restart,
      })
      this.#mounted.start(painted?.view)
    }
    if (painted) mount(painted.messages)
    else void this.#loadKit(checkout, { language, mount })
  }

  #stop() {
    this.#typed = this.#mounted?.typed ?? this.#typed
    this.#mounted?.stop()
    this.#checkout?.stop()
    this.#mounted = this.#checkout = undefined
  }

  /** What stands in the slot again, as before the first session. */
  #leave() {
    this.removeAttribute('status')
    if (this.shadowRoot) renderInto(this.shadowRoot, html`<slot></slot>`)
  }

  #adaptFrame = () => this.#mounted?.adaptFrame()

  async #loadKit(
    checkout: CheckoutController,
    { language, mount }: { language: string; mount: (messages: Messages) => void },
  ) {
    try {
      const { messages, sheet } = await loadKit(this.checkoutUrl, language)
      if (this.#checkout !== checkout) return
      this.#shadow().adoptedStyleSheets = [sheet]
      mount(messages)
    } catch {
      // What stands in the slot stays: a link to our own page, if the merchant gave one.
      tell({ element: this, session: this.session, checkout }, 'hc-error', {
        code: 'network',
        message: ERROR_MESSAGES.network,
      })
    }
  }

  #shadow = () => this.shadowRoot ?? this.attachShadow({ mode: 'open' })

  /** Once, since what the server wrote grows old. */
  #takePainted(): Painted | null | undefined {
    if (this.#isPaintedTaken || !this.hasAttribute('ssr')) return undefined
    this.#isPaintedTaken = true
    return JSON.parse(document.querySelector('script[data-checkout]')?.textContent ?? 'null')
  }

  declare addEventListener: HTMLElement['addEventListener'] &
    (<Type extends keyof HostedCheckoutEventMap>(
      type: Type,
      listener: (this: HostedCheckout, event: HostedCheckoutEventMap[Type]) => void,
      options?: boolean | AddEventListenerOptions,
    ) => void)
}

declare global {
  interface HTMLElementTagNameMap {
    'hosted-checkout': HostedCheckout
  }
}

const known = globalThis.customElements?.get('hosted-checkout') as typeof HostedCheckout | undefined
if (!known) globalThis.customElements?.define('hosted-checkout', HostedCheckout)
else if (known.version !== HostedCheckout.version) {
  console.warn(
    `hosted-checkout ${HostedCheckout.version} was loaded beside ${known.version}, which stays.`,
  )
}
