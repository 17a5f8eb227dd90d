import { html } from 'lit/html.js'
import { createCardFrame, type FrameListeners } from './card-frame.ts'
import type { CheckoutForm } from './checkout-form.ts'
import type { CheckoutScreen } from './checkout-screen.ts'
import { isForm, type CheckoutState, type FormState } from '../session/checkout-state.ts'
import type { Mounting } from '../element/mounting.ts'
import { emit } from '../element/state-events.ts'
import { findTyped, forgetTyped, keepTyped, type TypedValues } from '../element/typed-values.ts'

/** The form with the payment frame in it, from when it is shown until another screen is shown. */
export class MountedForm {
  /** The names of the fields that the buyer has used. */
  readonly touched = new Set<string>()
  typed: TypedValues
  readonly #mounting: Mounting
  readonly #screen: CheckoutScreen
  /** The payment frames. */
  readonly card: ReturnType<typeof createCardFrame>
  /** How long the buyer waited for the form. */
  #loadMs = 0

  constructor(mounting: Mounting, screen: CheckoutScreen, heard: FrameListeners) {
    this.#mounting = mounting
    this.#screen = screen
    this.card = createCardFrame(mounting, heard)
    this.typed = { ...mounting.typed, ...(this.#isKept && findTyped(mounting.session)) }
  }

  get frame() {
    return this.card.frame
  }

  /** On our own page a reload brings back what was typed. */
  get #isKept() {
    return HOSTED_CHECKOUT_SURFACE !== 'embedded' && this.#mounting.ui.hosted
  }

  get #state(): CheckoutState {
    return this.#mounting.checkout.state
  }

  show(state: FormState) {
    const { form } = this.#screen
    if (!form) return
    const isPainted =
      HOSTED_CHECKOUT_SURFACE !== 'embedded' && !this.frame && this.#mounting.ui.hosted
    if (!this.frame) this.#enter(form, state)
    this.adapt()
    if (!isPainted) this.drawAmounts()
  }

  /** Fills the new form in and loads the card fields. */
  #enter(form: CheckoutForm, { view }: FormState) {
    const { checkout, startedAt } = this.#mounting
    form.fill(this.typed, view.customer)
    checkout.option = form.option()
    this.loadFrame()
    this.#loadMs = performance.now() - startedAt
    this.emitReady()
  }

  loadFrame() {
    const { form } = this.#screen
    if (form && isForm(this.#state)) this.card.load(form.get('[data-card]'), this.#state.view)
  }

  emitReady() {
    if (this.frame && this.#state.type === 'ready')
      emit(this.#mounting, 'hc-ready', { loadMs: this.#loadMs })
  }

  drawAmounts() {
    if (this.#state.type === 'ready') this.#screen.form?.drawAmounts(this.#state.view)
  }

  /** Follows the properties `disabled` and `customer` of the element. */
  adapt() {
    const { element, isDisabled } = this.#mounting
    const { form } = this.#screen
    if (!form) return
    // Not the whole form: one of its slots may hold the terms that the merchant waits for.
    form.get('[data-fields]').inert = isDisabled() || this.#state.type !== 'ready'
    form.get('[data-pay]').inert = isDisabled()
    for (const field of ['name', 'phone'] as const)
      if (!this.touched.has(field)) form.control(field).value ||= element.customer?.[field] ?? ''
  }

  /** Follows how the page around the element looks. */
  adaptFrame() {
    this.card.follow()
  }

  onTyped({ type, target }: Event) {
    const { checkout, session } = this.#mounting
    const { form } = this.#screen
    const { name } = target as HTMLInputElement
    // Links and buttons are left, too, and have no name.
    if (!form || !name || !isForm(this.#state)) return
    this.touched.add(name)
    this.typed = { ...this.typed, ...form.values() }
    if (this.#isKept) keepTyped(session, this.typed)
    checkout.option = form.option()
    if (type !== 'change' || name !== 'option') return
    this.drawAmounts()
    this.card.adapt()
  }

  /**
   * Says it as plain text, where a problem would be shown: the file that draws problems did not
   * come.
   */
  say(text: string) {
    const container = this.#screen.form?.find('[data-live=problem]')
    if (container) this.#mounting.write(container, html`<p class="error" role="alert">${text}</p>`)
  }

  forget() {
    if (HOSTED_CHECKOUT_SURFACE !== 'embedded') forgetTyped(this.#mounting.session)
    this.typed = {}
  }

  remove() {
    this.card.remove()
  }
}
