import { html, render } from 'lit/html.js'
import type { ReactiveController } from '@lit/reactive-element'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { prefersDark } from '../element/appearance.ts'
import { CheckoutController } from '../session/checkout-controller.ts'
import { statusOf, type CheckoutStatus } from '../session/checkout-state.ts'
import { elementLanguage, knownLanguage } from '../element/element-language.ts'
import type { CheckoutElement } from '../element/checkout-element.ts'
import { keptValues } from '../element/kept-values.ts'
import { adoptSheets, loadKit } from '../element/kit.ts'
import type { Mounting } from '../element/mounting.ts'
import { applyPagePolicy } from '../element/page-policy.ts'
import { findPainted } from '../element/painted-page.ts'
import { addressOf, isHosted, sessionOf } from '../element/surface.ts'
import { createLazySession } from './lazy-session.ts'
import { loadSecond, type Dress } from './second-file.ts'
import { createShownStatus } from '../element/shown-status.ts'
import { mountCheckout, type MountedCheckout } from './mounted-checkout.ts'
import { snapshotOf, emitError } from '../element/state-events.ts'
import type { TypedValues } from '../element/typed-values.ts'
import { createUi, type Ui } from '../views/ui.ts'
import { write } from '../element/write.ts'

/** What is shown without a session: what the merchant put into the element for that. */
const emptyView = html`<slot></slot><slot name="empty"></slot>`

/** A slot for something of the merchant's page. */
const slotView: Ui['slot'] = (name, otherwise) => html`<slot name=${name}>${otherwise}</slot>`

/** What is known of a session as soon as it is asked for. */
type SessionStart = Pick<Mounting, 'checkout' | 'checkoutUrl' | 'startedAt'>

/** Follows the element's properties: which session it shows, and whether it shows one at all. */
export class MountController implements ReactiveController {
  readonly #element: CheckoutElement
  /** Kept, because each call makes another list, and a listener is removed only from its own. */
  readonly #dark = prefersDark()
  #checkout: CheckoutController | undefined
  #mounted: MountedCheckout | undefined
  #typed: TypedValues = {}
  /** The properties that the checkout was started with. */
  #followed: string | undefined
  /** The id of the session. */
  #id = ''
  /** The callers that wait for the end of a payment. */
  readonly #waiting: (() => void)[] = []
  readonly #showStatus: ReturnType<typeof createShownStatus>
  readonly #lazySession: ReturnType<typeof createLazySession> | undefined
  /** Whether anything was drawn: until then our own page is as the server painted it. */
  #hasDrawn = false

  constructor(element: CheckoutElement) {
    this.#element = element
    this.#showStatus = createShownStatus(element)
    if (HOSTED_CHECKOUT_SURFACE !== 'hosted') this.#lazySession = createLazySession(element)
    element.addController(this)
  }

  get status(): CheckoutStatus {
    return this.#checkout ? statusOf(this.#checkout.state) : 'loading'
  }
  get snapshot() {
    return this.#checkout ? snapshotOf(this.#checkout) : null
  }

  hostConnected() {
    if (HOSTED_CHECKOUT_SURFACE !== 'hosted') applyPagePolicy()
    this.#dark.addEventListener('change', this.adaptFrame)
    this.#element.requestUpdate()
  }

  hostDisconnected() {
    this.#dark.removeEventListener('change', this.adaptFrame)
    this.#stop()
    this.#followed = undefined
    this.#lazySession?.stop()
  }

  /** Starts what the properties ask for. */
  follow() {
    const { session, checkoutUrl, lang, isConnected } = this.#element
    const wanted = [session, checkoutUrl, lang].join(' ')
    if (isConnected && wanted !== this.#followed) {
      this.#stop()
      this.#followed = wanted
      this.#start()
    }
    if (isConnected && !session) this.#lazySession?.start()
  }

  adaptFrame = () => this.#mounted?.form.adaptFrame()
  adaptForm = () => this.#mounted?.form.adapt()

  /** Starts anew after whatever failed before the form. */
  async refresh() {
    if (this.status === 'error') return this.#restart()
    if (this.#mounted) await this.#checkout?.refresh()
    else if (!this.#checkout) {
      this.#lazySession?.stop()
      this.#lazySession?.start()
    }
    this.#mounted?.form.emitReady()
  }

  async submit(): Promise<CheckoutStatus> {
    const mounted = this.#mounted
    let isAsked = false
    void mounted?.pay().then(() => {
      isAsked = true
      this.#goOn()
    })
    // The answer to a payment may never come, but the state shows what became of the payment, too.
    while (mounted && mounted === this.#mounted) {
      if (this.#checkout?.state.type === 'processing') isAsked = true
      else if (isAsked) break
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    return this.status
  }

  #goOn() {
    for (const goOn of this.#waiting.splice(0)) goOn()
  }
  validate = () => this.#mounted?.validate() ?? false
  #draw = (view: unknown) => {
    const root = this.#element.renderRoot
    // Lit does not know what the server painted, and would draw beside it.
    if (!this.#hasDrawn) root.replaceChildren()
    this.#hasDrawn = true
    render(view, root)
  }

  #restart = () => {
    this.#followed = undefined
    this.follow()
  }

  #start() {
    const element = this.#element
    const checkoutUrl = addressOf(element)
    this.#id = sessionOf(element.session, checkoutUrl)
    if (!this.#id) return this.#leave()
    // Our own page keeps what it shows when the element is taken out and put back.
    if (HOSTED_CHECKOUT_SURFACE !== 'embedded' && isHosted(element) && this.#hasDrawn) return
    const startedAt = performance.now()
    const painted = findPainted(element)
    // The server has chosen one of the languages that there are.
    const language =
      painted || HOSTED_CHECKOUT_SURFACE === 'hosted'
        ? document.documentElement.lang
        : elementLanguage(element)
    const checkout = new CheckoutController(`${checkoutUrl}/${this.#id}`, painted?.view, language)
    const begun = { checkout, checkoutUrl, startedAt }
    this.#checkout = checkout
    this.#showStatus('loading')
    if (painted) {
      const adopt: Dress['adopt'] = (sheet) => document.adoptedStyleSheets.push(sheet)
      const { lang } = document.documentElement
      this.#mount(begun, { language: lang, messages: painted.messages, adopt }, painted.view)
    } else if (HOSTED_CHECKOUT_SURFACE !== 'hosted') {
      // Until then, the element shows whatever the merchant put into it.
      if (!this.#hasDrawn) this.#draw(html`<slot></slot>`)
      void this.#mountWithKit(begun, language)
    }
  }

  #mount({ checkout, checkoutUrl, startedAt }: SessionStart, dress: Dress, painted?: CheckoutView) {
    const element = this.#element
    const { language, messages } = dress
    checkout.client.language = language
    const session = this.#id
    const hosted = isHosted(element)
    const mounting: Mounting = {
      element,
      root: element.shadowRoot ?? element,
      draw: this.#draw,
      write,
      session,
      checkoutUrl,
      checkout,
      ui: createUi({
        language,
        messages,
        hosted,
        ...(HOSTED_CHECKOUT_SURFACE !== 'hosted' && !hosted && { slot: slotView }),
      }),
      typed: { ...keptValues.get(session), ...this.#typed },
      startedAt,
      isDisabled: () => element.disabled,
      redirects: () => hosted || element.redirect === 'auto',
      onState: (state) => {
        this.#showStatus(statusOf(state))
        this.#goOn()
      },
      emitError: (...failure) => emitError({ element, session, checkout }, ...failure),
      restart: this.#restart,
    }
    this.#mounted = mountCheckout(mounting, () => loadSecond(checkoutUrl, dress))
    this.#mounted.start(painted)
  }

  #stop() {
    if (this.#mounted) this.#typed = this.#mounted.form.typed
    if (this.#id) keptValues.set(this.#id, this.#typed)
    this.#mounted?.stop()
    this.#checkout?.stop()
    this.#mounted = this.#checkout = undefined
    this.#goOn()
  }

  /** Shows what is in the slots, as before the first session. */
  #leave() {
    this.#showStatus()
    this.#draw(emptyView)
  }

  async #mountWithKit(begun: SessionStart, own?: string) {
    const { checkout, checkoutUrl } = begun
    const element = this.#element
    // The store's language is known only with the view.
    const language =
      own ?? knownLanguage((await checkout.first.catch(() => undefined))?.store.language) ?? 'en'
    try {
      const { messages, sheet } = await loadKit(checkoutUrl, language, 'form')
      const { shadowRoot: root } = element
      if (this.#checkout !== checkout || !root) return
      const adopt = (...more: CSSStyleSheet[]) => adoptSheets(root, sheet, ...more)
      adopt()
      this.#mount(begun, { language, messages, adopt })
    } catch {
      if (this.#checkout !== checkout) return
      // What is in the slot stays, such as a merchant's link to our own page.
      checkout.state = { type: 'error', code: 'network' }
      this.#showStatus('error')
      emitError({ element, session: element.session, checkout }, 'network')
    }
  }
}
