import {
  ReactiveElement,
  type PropertyDeclarations,
  type PropertyValues,
} from '@lit/reactive-element'
import type { HostedCheckoutEventMap, Snapshot } from './session/checkout-events.ts'
import type { CheckoutStatus } from './session/checkout-state.ts'
import { MountController } from './mount/mount-controller.ts'
import { SCRIPT_FOLDER } from './element/surface.ts'

declare const HOSTED_CHECKOUT_VERSION: string

/** A property that is an attribute, too, and has a default. */
const setting = { reflect: true, useDefault: true }

/**
 * The checkout of one session: `<hosted-checkout session="cs_…">`. `public-surface.ts` and
 * `public-look.ts` list everything that a page may rely on.
 */
export class HostedCheckout extends ReactiveElement {
  static readonly version = HOSTED_CHECKOUT_VERSION

  static override readonly properties: PropertyDeclarations = {
    session: setting,
    checkoutUrl: { ...setting, attribute: 'checkout-url' },
    theme: setting,
    redirect: setting,
    layout: setting,
    summary: setting,
    disabled: { reflect: true, type: Boolean },
    hiddenTimer: { reflect: true, type: Boolean, attribute: 'hidden-timer' },
    fetchSession: { attribute: false },
    customer: { attribute: false },
  }

  /** `lang` is a property of every element; this one draws itself anew when it changes. */
  static override get observedAttributes() {
    return [...super.observedAttributes, 'lang']
  }

  /**
   * The session's id, or its address under `checkoutUrl`. It may be set later. Another session
   * starts over and keeps what the buyer typed; an empty one takes the checkout away.
   */
  declare session: string

  /** Where the checkout runs. (Default: the folder this script came from.) */
  declare checkoutUrl: string

  /**
   * `light`, `dark` or `auto`. (Default: `auto`, the `color-scheme` of the page around the
   * element.)
   */
  declare theme: 'auto' | 'light' | 'dark'

  /**
   * `auto` goes to `successUrl` 20 s after the payment, or at once where the store wants that.
   * (Default: `none`.)
   */
  declare redirect: 'none' | 'auto'

  /** `stack`, `split` or `auto`. (Default: `auto`, by the room there is.) */
  declare layout: 'auto' | 'stack' | 'split'

  /** `full`, `compact`, or `none` for a page that shows its own summary. (Default: `full`.) */
  declare summary: 'full' | 'compact' | 'none'

  /** Nothing is sent as long as the merchant waits for something, such as agreement to terms. */
  declare disabled: boolean

  /** Hides until when the price is held. The warning shortly before that moment still comes. */
  declare hiddenTimer: boolean

  /** Opens a session when the element is first seen without one. `refresh()` calls it again. */
  declare fetchSession: (() => Promise<string>) | undefined

  /**
   * What the shop knows of the buyer. It may be set later. What the session was opened with comes
   * first.
   */
  declare customer: { name?: string; phone?: string } | undefined

  readonly #mount = new MountController(this)

  constructor() {
    super()
    this.session = ''
    this.checkoutUrl = SCRIPT_FOLDER
    this.theme = 'auto'
    this.redirect = 'none'
    this.layout = 'auto'
    this.summary = 'full'
    this.disabled = this.hiddenTimer = false
  }

  get status(): CheckoutStatus {
    return this.#mount.status
  }

  /** What is sold and the state of the session. It never has card or buyer data. */
  get snapshot(): Snapshot | null {
    return this.#mount.snapshot
  }

  override connectedCallback() {
    super.connectedCallback()
    // Not later, as Lit would: until it is drawn, a merchant's page shows nothing.
    this.performUpdate()
  }

  /** With this callback a browser moves the element by `moveBefore` as it is, its card included. */
  connectedMoveCallback() {
    this.#mount.adaptFrame()
  }

  override attributeChangedCallback(name: string, before: string | null, now: string | null) {
    super.attributeChangedCallback(name, before, now)
    if (name === 'lang') this.requestUpdate(name, before)
  }

  /**
   * Asks the server for the session's state. When the form can be used, it emits `hc-ready` once
   * more, for a page that began to listen too late. After an error the checkout starts anew.
   */
  refresh(): Promise<void> {
    return this.#mount.refresh()
  }

  /**
   * Does what a press of Pay does. Answers with the status that follows: `ready` when nothing was
   * paid.
   */
  submit(): Promise<CheckoutStatus> {
    return this.#mount.submit()
  }

  /** Whether the buyer's own fields are right. Shows at each field what is wrong. */
  validate(): boolean {
    return this.#mount.validate()
  }

  /** Focuses the first field that was found wrong, or else the first field. */
  override focus(options?: FocusOptions) {
    // There is no root before the element was in a page.
    const find = (selector: string) => this.renderRoot?.querySelector<HTMLElement>(selector)
    const target = find('[aria-invalid]') ?? find('input') ?? find('h1[tabindex]')
    target?.focus(options)
  }

  /** A screen is drawn when the session has another one, and not at each change of a property. */
  protected override willUpdate() {
    this.#mount.follow()
  }

  protected override updated(changed: PropertyValues<this>) {
    if (changed.has('theme')) this.#mount.adaptFrame()
    if (changed.has('disabled') || changed.has('customer')) this.#mount.adaptForm()
  }

  /** Our own page is the server's HTML. In a merchant's page a shadow root keeps the two apart. */
  protected override createRenderRoot() {
    const isPainted = HOSTED_CHECKOUT_SURFACE !== 'embedded' && this.hasAttribute('ssr')
    return isPainted ? this : super.createRenderRoot()
  }

  /** Connects to the checkout before there is an element. */
  declare static preconnect: (checkoutUrl?: string) => void

  static {
    if (HOSTED_CHECKOUT_SURFACE !== 'hosted') {
      this.preconnect = (href = SCRIPT_FOLDER) => {
        const link = document.createElement('link')
        link.rel = 'preconnect'
        // The browser keeps connections without credentials apart, and the script is fetched on
        // such a one.
        link.crossOrigin = ''
        link.href = href
        document.head.append(link)
      }
    }
  }

  declare addEventListener: (<Type extends keyof HostedCheckoutEventMap>(
    type: Type,
    listener: (this: HostedCheckout, event: HostedCheckoutEventMap[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ) => void) &
    HTMLElement['addEventListener']
}

declare global {
  interface HTMLElementTagNameMap {
    'hosted-checkout': HostedCheckout
  }
}

/** Only in a merchant's page can another copy have been loaded before. */
const known =
  HOSTED_CHECKOUT_SURFACE === 'hosted'
    ? undefined
    : (globalThis.customElements?.get('hosted-checkout') as typeof HostedCheckout | undefined)
if (!known) globalThis.customElements?.define('hosted-checkout', HostedCheckout)
else if (known.version !== HostedCheckout.version) {
  console.warn(
    `hosted-checkout ${HostedCheckout.version} was loaded beside ${known.version}, which stays.`,
  )
}
