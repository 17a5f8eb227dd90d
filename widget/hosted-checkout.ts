import type { CheckoutView } from '../server/contract/buyer.ts'
import { prefersDark } from './appearance.ts'
import { CheckoutController } from './checkout-controller.ts'
import type { HostedCheckoutEventMap, Snapshot } from './checkout-events.ts'
import { statusOf, type CheckoutStatus } from './checkout-state.ts'
import type { Messages } from './i18n/en.ts'
import { pickLanguage } from './i18n/translate.ts'
import { languages, loadKit } from './kit.ts'
import { mountCheckout, type MountedCheckout } from './mounted-checkout.ts'
import { announce, snapshotOf } from './state-events.ts'
import type { TypedValues } from './typed-values.ts'
import { createUi } from './views/ui.ts'

declare const HOSTED_CHECKOUT_VERSION: string

/**
 * What the server leaves in our own page for the element to go on from; the build numbers the
 * messages.
 */
type Painted = { view: CheckoutView; messages: Messages }

const SCRIPT_FOLDER = new URL(/* @vite-ignore */ '.', import.meta.url).href

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

  #checkout: CheckoutController | undefined
  #mounted: MountedCheckout | undefined
  #typed: TypedValues = {}
  #isPaintedTaken = false

  /**
   * The session's id, or its address under `checkoutUrl`. Another one starts over, with what the
   * buyer typed.
   */
  get session() {
    return this.getAttribute('session') ?? ''
  }
  set session(session: string) {
    this.setAttribute('session', session)
  }

  /** Where the checkout runs. (Default: the folder this script came from.) */
  get checkoutUrl() {
    return (this.getAttribute('checkout-url') ?? SCRIPT_FOLDER).replace(/\/+$/, '')
  }
  set checkoutUrl(url: string) {
    this.setAttribute('checkout-url', url)
  }

  /**
   * `light`, `dark` or `auto`. (Default: `auto`, the `color-scheme` of the page around the
   * element.)
   */
  get theme() {
    return this.getAttribute('theme') ?? 'auto'
  }
  set theme(theme: string) {
    this.setAttribute('theme', theme)
  }

  /** `auto`: goes to `successUrl` 5 s after paying. (Default: `none`.) */
  get redirect() {
    return this.getAttribute('redirect') ?? 'none'
  }
  set redirect(redirect: string) {
    this.setAttribute('redirect', redirect)
  }

  get status(): CheckoutStatus {
    return this.#checkout ? statusOf(this.#checkout.state) : 'loading'
  }

  /** What is sold, and where the session stands; never card or buyer data. */
  get snapshot(): Snapshot | null {
    return this.#checkout ? snapshotOf(this.#checkout.state) : null
  }

  connectedCallback() {
    prefersDark().addEventListener('change', this.#adaptFrame)
    this.#start()
  }

  disconnectedCallback() {
    prefersDark().removeEventListener('change', this.#adaptFrame)
    this.#stop()
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (!this.#checkout || before === now) return
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
    if (!id) return
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
    else
      void this.#loadKit(language, (messages) => {
        if (this.#checkout === checkout) mount(messages)
      })
  }

  #stop() {
    this.#typed = this.#mounted?.typed ?? this.#typed
    this.#mounted?.stop()
    this.#checkout?.stop()
    this.#mounted = this.#checkout = undefined
  }

  #adaptFrame = () => this.#mounted?.adaptFrame()

  async #loadKit(language: string, use: (messages: Messages) => void) {
    try {
      const { messages, sheet } = await loadKit(this.checkoutUrl, language)
      this.#shadow().adoptedStyleSheets = [sheet]
      use(messages)
    } catch {
      // What stands in the slot stays: a link to our own page, if the merchant gave one.
      announce(this, { state: { type: 'error', code: 'network' }, before: { type: 'loading' } })
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
