import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit'
import type { HostedCheckoutEventMap, Snapshot } from './session/checkout-events.ts'
import type { CheckoutStatus } from './session/checkout-state.ts'
import { MountController } from './mount/mount-controller.ts'
import { SCRIPT_FOLDER } from './mount/place.ts'

declare const HOSTED_CHECKOUT_VERSION: string

/** Each is its attribute, too, and has a meaning without it. */
const setting = { reflect: true, useDefault: true }

/**
 * The checkout of one session: `<hosted-checkout session="cs_…">`. All that a page
 * may rely on stands in `public-surface.ts` and `public-look.ts`.
 */
export class HostedCheckout extends LitElement {
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

  /** `lang` is the browser's own property; here it is followed, too. */
  static override get observedAttributes() {
    return [...super.observedAttributes, 'lang']
  }

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
  declare theme: 'auto' | 'light' | 'dark'

  /** `auto`: goes to `successUrl` 20 s after paying, or at once where the store has set that. (Default: `none`.) */
  declare redirect: 'none' | 'auto'

  /** `stack`, `split` or `auto`. (Default: `auto`, by the room there is.) */
  declare layout: 'auto' | 'stack' | 'split'

  /** `full`, `compact` or `none`, where the page around shows its own. (Default: `full`.) */
  declare summary: 'full' | 'compact' | 'none'

  /** As long as the merchant waits for something, such as terms to be agreed to: nothing is sent. */
  declare disabled: boolean

  /** Without the time that the price is held until; that it ends soon is said all the same. */
  declare hiddenTimer: boolean

  /** Opens a session when the element is seen first, where none is given; `refresh()` calls it again. */
  declare fetchSession: (() => Promise<string>) | undefined

  /** What the shop knows of the buyer, now or later; what the session was opened with comes first. */
  declare customer: { name?: string; phone?: string } | undefined

  readonly #mount = new MountController(this, () => {
    this.requestUpdate()
    this.performUpdate()
  })

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

  /** What is sold, and where the session stands; never card or buyer data. */
  get snapshot(): Snapshot | null {
    return this.#mount.snapshot
  }

  override connectedCallback() {
    super.connectedCallback()
    // At once: until then nothing would stand in a merchant's page.
    this.performUpdate()
  }

  override attributeChangedCallback(name: string, before: string | null, now: string | null) {
    super.attributeChangedCallback(name, before, now)
    if (name === 'lang') this.requestUpdate(name, before)
  }

  /**
   * Asks the server again how the session stands; tells `hc-ready` once more when the form can be
   * used, for who began to listen too late. After an error it starts anew.
   */
  refresh(): Promise<void> {
    return this.#mount.refresh()
  }

  /** As if Pay were pressed: the status that comes of it, `ready` when nothing was paid. */
  submit(): Promise<CheckoutStatus> {
    return this.#mount.submit()
  }

  /** Whether the buyer's own fields are right; says at each what is wrong. */
  validate(): boolean {
    return this.#mount.validate()
  }

  /** To the first field that was found wrong, else to the first. */
  override focus(options?: FocusOptions) {
    // None before the element was in a page.
    const find = (selector: string) => this.renderRoot?.querySelector<HTMLElement>(selector)
    const place = find('[aria-invalid]') ?? find('input') ?? find('h1[tabindex]')
    place?.focus(options)
  }

  /** Our own page stays as the server has painted it, until there is something else to show. */
  protected override shouldUpdate() {
    return this.#mount.follow()
  }

  protected override render() {
    return this.#mount.takeView()
  }

  protected override updated(changed: PropertyValues<this>) {
    if (changed.has('theme')) this.#mount.adaptFrame()
    if (changed.has('disabled') || changed.has('customer')) this.#mount.adaptForm()
  }

  /** Our own page is the server's HTML; in a merchant's nothing of ours meets anything of theirs. */
  protected override createRenderRoot() {
    const isPainted = HOSTED_CHECKOUT_PLACE !== 'embedded' && this.hasAttribute('ssr')
    return isPainted ? this : super.createRenderRoot()
  }

  /** Connects to the checkout, before there is an element. */
  declare static preconnect: (checkoutUrl?: string) => void

  static {
    if (HOSTED_CHECKOUT_PLACE !== 'hosted') {
      this.preconnect = (href = SCRIPT_FOLDER) => {
        const link = document.createElement('link')
        link.rel = 'preconnect'
        // As it is fetched from: without credentials.
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

const known = globalThis.customElements?.get('hosted-checkout') as typeof HostedCheckout | undefined
if (!known) globalThis.customElements?.define('hosted-checkout', HostedCheckout)
else if (known.version !== HostedCheckout.version) {
  console.warn(
    `hosted-checkout ${HostedCheckout.version} was loaded beside ${known.version}, which stays.`,
  )
}
