import { html, noChange } from 'lit/html.js'
import type { ReactiveController } from 'lit'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { prefersDark } from './appearance.ts'
import { CheckoutController } from '../session/checkout-controller.ts'
import { statusOf, type CheckoutStatus } from '../session/checkout-state.ts'
import { elementLanguage, knownLanguage } from './element-language.ts'
import type { CheckoutElement } from './checkout-element.ts'
import { keptValues } from '../form/kept-values.ts'
import { loadKit, wear } from './kit.ts'
import type { Mounting } from './mounting.ts'
import { heedPolicy } from './page-policy.ts'
import { findPainted } from './painted-page.ts'
import { addressOf, isHosted, sessionOf } from './place.ts'
import { createLazySession } from './lazy-session.ts'
import { loadSecond, type Dress } from './second-file.ts'
import { createShownStatus } from './shown-status.ts'
import { mountCheckout, type MountedCheckout } from './mounted-checkout.ts'
import { snapshotOf, tellError } from '../session/state-events.ts'
import type { TypedValues } from '../form/typed-values.ts'
import { createUi, type Ui } from '../views/ui.ts'
import { write } from './write.ts'

/** What stands there as long as there is no checkout: whatever the merchant put into the element. */
const waitingView = html`<slot></slot>`

/** And without a session. */
const emptyView = html`<slot></slot><slot name="empty"></slot>`

/** Where a merchant's page puts something of its own. */
const slotView: Ui['slot'] = (name, otherwise) => html`<slot name=${name}>${otherwise}</slot>`

/** Of a session, from when it is asked for. */
type Begun = Pick<Mounting, 'checkout' | 'checkoutUrl' | 'startedAt'>

/** Follows the element's properties: which session it shows, and whether it shows one at all. */
export class MountController implements ReactiveController {
  readonly #element: CheckoutElement
  readonly #flush: () => void
  /** Asked for anew it would be another list, and this one heard for ever. */
  readonly #dark = prefersDark()
  #checkout: CheckoutController | undefined
  #mounted: MountedCheckout | undefined
  #typed: TypedValues = {}
  /** What the checkout that runs was started for. */
  #followed: string | undefined
  /** Of its session. */
  #id = ''
  /** Those who want to know what comes of a payment. */
  readonly #waiting: (() => void)[] = []
  readonly #showStatus: ReturnType<typeof createShownStatus>
  readonly #lazySession: ReturnType<typeof createLazySession> | undefined
  /** What the element is to draw next. */
  #view: unknown = noChange

  constructor(element: CheckoutElement, flush: () => void) {
    this.#element = element
    this.#flush = flush
    this.#showStatus = createShownStatus(element)
    if (HOSTED_CHECKOUT_PLACE !== 'hosted') this.#lazySession = createLazySession(element)
    element.addController(this)
  }

  get status(): CheckoutStatus {
    return this.#checkout ? statusOf(this.#checkout.state) : 'loading'
  }
  get snapshot() {
    return this.#checkout ? snapshotOf(this.#checkout) : null
  }

  hostConnected() {
    if (HOSTED_CHECKOUT_PLACE !== 'hosted') heedPolicy()
    this.#dark.addEventListener('change', this.adaptFrame)
    this.#element.requestUpdate()
  }

  hostDisconnected() {
    this.#dark.removeEventListener('change', this.adaptFrame)
    this.#stop()
    this.#followed = undefined
    this.#lazySession?.stop()
  }

  /** Starts what the properties ask for; true when the element has something to draw. */
  follow(): boolean {
    const { session, checkoutUrl, lang, isConnected } = this.#element
    const wanted = [session, checkoutUrl, lang].join(' ')
    if (isConnected && wanted !== this.#followed) {
      this.#stop()
      this.#followed = wanted
      this.#start()
    }
    if (isConnected && !session) this.#lazySession?.start()
    return !isHosted(this.#element) || this.#view !== noChange
  }

  /** Once: what is drawn stays as it is until there is another view. */
  takeView() {
    const view = this.#view
    this.#view = noChange
    return view
  }
  adaptFrame = () => this.#mounted?.form.adaptFrame()
  adaptForm = () => this.#mounted?.form.adapt()

  /** Anew, after a failure of whatever came before the form. */
  async refresh() {
    if (this.status === 'error') return this.#restart()
    if (this.#mounted) await this.#checkout?.refresh()
    else if (!this.#checkout) {
      this.#lazySession?.stop()
      this.#lazySession?.start()
    }
    this.#mounted?.form.tellReady()
  }

  async submit(): Promise<CheckoutStatus> {
    const mounted = this.#mounted
    let isAsked = false
    void mounted?.pay().then(() => {
      isAsked = true
      this.#goOn()
    })
    // The answer to a payment may never come: what became of it is known by the state, too.
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
    const element = this.#element
    // What the server painted is not Lit's to change, which would draw beside it.
    if (HOSTED_CHECKOUT_PLACE !== 'embedded' && isHosted(element) && !element.hasUpdated)
      element.replaceChildren()
    this.#view = view
    this.#flush()
  }

  #restart = () => {
    this.#followed = undefined
    this.#flush()
  }

  #start() {
    const element = this.#element
    const checkoutUrl = addressOf(element)
    this.#id = sessionOf(element.session, checkoutUrl)
    if (!this.#id) return this.#leave()
    // Taken out and put back, our own page still says what came of the form.
    if (HOSTED_CHECKOUT_PLACE !== 'embedded' && isHosted(element) && element.hasUpdated) return
    const startedAt = performance.now()
    const painted = findPainted(element)
    const checkout = new CheckoutController(`${checkoutUrl}/${this.#id}`, painted?.view)
    const begun = { checkout, checkoutUrl, startedAt }
    this.#checkout = checkout
    this.#showStatus('loading')
    if (painted) {
      // The server has chosen among the languages there are.
      const { lang: language } = document.documentElement
      const wear: Dress['wear'] = (sheet) => document.adoptedStyleSheets.push(sheet)
      this.#mount(begun, { language, messages: painted.messages, wear }, painted.view)
    } else if (HOSTED_CHECKOUT_PLACE !== 'hosted') {
      if (!element.hasUpdated) this.#view = waitingView
      void this.#mountWithKit(begun)
    }
  }

  #mount({ checkout, checkoutUrl, startedAt }: Begun, dress: Dress, painted?: CheckoutView) {
    const element = this.#element
    const { language, messages } = dress
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
        ...(HOSTED_CHECKOUT_PLACE !== 'hosted' && !hosted && { slot: slotView }),
      }),
      typed: { ...keptValues.get(session), ...this.#typed },
      startedAt,
      isDisabled: () => element.disabled,
      redirects: () => hosted || element.redirect === 'auto',
      onState: (state) => {
        this.#showStatus(statusOf(state))
        this.#goOn()
      },
      tellError: (...failure) => tellError({ element, session, checkout }, ...failure),
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

  /** What stands in the slot again, as before the first session. */
  #leave() {
    this.#showStatus()
    this.#view = emptyView
  }

  async #mountWithKit(begun: Begun) {
    const { checkout, checkoutUrl } = begun
    const element = this.#element
    // Where that is the store's, the texts wait for the view.
    const language =
      elementLanguage(element) ??
      knownLanguage((await checkout.first.catch(() => undefined))?.store.language) ??
      'en'
    try {
      const { messages, sheet } = await loadKit(checkoutUrl, language, 'form')
      const { shadowRoot: root } = element
      if (this.#checkout !== checkout || !root) return
      const dress = (...more: CSSStyleSheet[]) => wear(root, sheet, ...more)
      dress()
      this.#mount(begun, { language, messages, wear: dress })
    } catch {
      if (this.#checkout !== checkout) return
      // What stands in the slot stays: a link to our own page, if the merchant gave one.
      checkout.state = { type: 'error', code: 'network' }
      this.#showStatus('error')
      tellError({ element, session: element.session, checkout }, 'network')
    }
  }
}
