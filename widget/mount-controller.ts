import { html, noChange } from 'lit/html.js'
import type { ReactiveController } from 'lit'
import type { CheckoutView } from '../server/contract/buyer.ts'
import { prefersDark } from './appearance.ts'
import { CheckoutController } from './checkout-controller.ts'
import { statusOf, type CheckoutStatus } from './checkout-state.ts'
import type { HostedCheckout } from './hosted-checkout.ts'
import type { Messages } from './i18n/en.ts'
import { pickLanguage } from './i18n/translate.ts'
import { languages, loadKit } from './kit.ts'
import { mountCheckout, type MountedCheckout } from './mounted-checkout.ts'
import { ERROR_MESSAGES, snapshotOf, tell } from './state-events.ts'
import type { TypedValues } from './typed-values.ts'
import { createUi } from './views/ui.ts'

/**
 * What the server leaves in our own page for the element to go on from; the build numbers the
 * messages.
 */
type Painted = { view: CheckoutView; messages: Messages }

/** What stands there as long as there is no checkout: whatever the merchant put into the element. */
const slotView = html`<slot></slot>`

/** Follows the element's properties: which session it shows, and whether it shows one at all. */
export class MountController implements ReactiveController {
  readonly #element: HostedCheckout
  readonly #flush: () => void
  #checkout: CheckoutController | undefined
  #mounted: MountedCheckout | undefined
  #typed: TypedValues = {}
  #painted: Painted | null | undefined
  /** What the checkout that runs was started for. */
  #followed: string | undefined
  /** What the element is to draw next. */
  #view: unknown = noChange

  constructor(element: HostedCheckout, flush: () => void) {
    this.#element = element
    this.#flush = flush
    element.addController(this)
  }

  get status(): CheckoutStatus {
    return this.#checkout ? statusOf(this.#checkout.state) : 'loading'
  }

  get snapshot() {
    return this.#checkout ? snapshotOf(this.#checkout.state) : null
  }

  hostConnected() {
    prefersDark().addEventListener('change', this.adaptFrame)
    this.#element.requestUpdate()
  }

  hostDisconnected() {
    prefersDark().removeEventListener('change', this.adaptFrame)
    this.#followed = undefined
    this.#stop()
  }

  /** Starts what the properties ask for; true when the element has something to draw. */
  follow(): boolean {
    const { session, checkoutUrl, lang, isConnected } = this.#element
    const wanted = [session, checkoutUrl, lang].join(' ')
    if (isConnected && wanted !== this.#followed) {
      this.#followed = wanted
      this.#stop()
      this.#start()
    }
    return !this.#isHosted || this.#view !== noChange
  }

  /** Once: what is drawn stays as it is until there is another view. */
  takeView() {
    const view = this.#view
    this.#view = noChange
    return view
  }

  adaptFrame = () => this.#mounted?.adaptFrame()

  async refresh() {
    await this.#checkout?.refresh()
  }

  get #isHosted() {
    return this.#element.renderRoot === this.#element
  }

  #draw = (view: unknown) => {
    const element = this.#element
    // What the server painted is not Lit's to change, which would draw beside it.
    if (this.#isHosted && !element.hasUpdated) element.replaceChildren()
    this.#view = view
    this.#flush()
  }

  #restart = () => {
    this.#followed = undefined
    this.#flush()
  }

  #start() {
    const element = this.#element
    const { session } = element
    const checkoutUrl = element.checkoutUrl.replace(/\/+$/, '')
    const id = session?.startsWith(`${checkoutUrl}/`)
      ? session.slice(checkoutUrl.length + 1).replace(/[/?#].*/, '')
      : session
    if (!id) return this.#leave()
    const isHosted = this.#isHosted
    const view = this.#takePainted()
    const checkout = new CheckoutController(`${checkoutUrl}/${id}`, view)
    const language = pickLanguage(
      languages,
      element.closest('[lang]')?.getAttribute('lang'),
      navigator.language,
    )
    const mount = (messages: Messages) => {
      this.#mounted = mountCheckout({
        element,
        root: element.renderRoot as HTMLElement | ShadowRoot,
        draw: this.#draw,
        session: id,
        checkoutUrl,
        checkout,
        ui: createUi({ language, messages, hosted: isHosted }),
        typed: this.#typed,
        redirects: () => isHosted || element.redirect === 'auto',
        onState: (state) => element.setAttribute('status', statusOf(state)),
        restart: this.#restart,
      })
      this.#mounted.start(view)
    }
    this.#checkout = checkout
    element.setAttribute('status', 'loading')
    if (!isHosted && !element.hasUpdated) this.#view = slotView
    if (this.#painted) mount(this.#painted.messages)
    else void this.#loadKit(checkout, { checkoutUrl, language, mount })
  }

  #stop() {
    this.#typed = this.#mounted?.typed ?? this.#typed
    this.#mounted?.stop()
    this.#checkout?.stop()
    this.#mounted = this.#checkout = undefined
  }

  /** What stands in the slot again, as before the first session. */
  #leave() {
    this.#element.removeAttribute('status')
    this.#view = slotView
  }

  async #loadKit(
    checkout: CheckoutController,
    {
      checkoutUrl,
      language,
      mount,
    }: { checkoutUrl: string; language: string; mount: (messages: Messages) => void },
  ) {
    const element = this.#element
    try {
      const { messages, sheet } = await loadKit(checkoutUrl, language)
      if (this.#checkout !== checkout) return
      element.shadowRoot!.adoptedStyleSheets = [sheet]
      mount(messages)
    } catch {
      // What stands in the slot stays: a link to our own page, if the merchant gave one.
      tell({ element, session: element.session, checkout }, 'hc-error', {
        code: 'network',
        message: ERROR_MESSAGES.network,
      })
    }
  }

  /** The session as the server wrote it into our own page: once, since that grows old. */
  #takePainted(): CheckoutView | undefined {
    if (this.#painted || !this.#isHosted) return undefined
    this.#painted = JSON.parse(
      document.querySelector('script[data-checkout]')?.textContent ?? 'null',
    ) as Painted | null
    return this.#painted?.view
  }
}
