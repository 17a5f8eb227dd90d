import { html } from 'lit/html.js'
import { createCardFrame, type HeardOfFrame } from './card-frame.ts'
import type { CheckoutForm } from './checkout-form.ts'
import type { CheckoutScreen } from '../mount/checkout-screen.ts'
import { isForm, type CheckoutState, type FormState } from '../session/checkout-state.ts'
import type { Mounting } from '../mount/mounting.ts'
import { tell } from '../session/state-events.ts'
import { findTyped, forgetTyped, keepTyped, type TypedValues } from './typed-values.ts'

export type MountedForm = ReturnType<typeof createMountedForm>

/** The form with the payment frame in it, from when it is shown until another screen is. */
export function createMountedForm(mounting: Mounting, screen: CheckoutScreen, heard: HeardOfFrame) {
  const { checkout, element, isDisabled, session, ui, startedAt, write } = mounting
  const card = createCardFrame(mounting, heard)
  const isKept = HOSTED_CHECKOUT_PLACE !== 'embedded' && ui.hosted
  const touched = new Set<string>()
  let typed: TypedValues = { ...mounting.typed, ...(isKept && findTyped(session)) }
  let loadMs = 0

  function loadFrame() {
    const state: CheckoutState = checkout.state
    if (screen.form && isForm(state)) card.load(screen.form.get('[data-card]'), state.view)
  }

  function drawAmounts() {
    const { state } = checkout
    if (state.type === 'ready') screen.form?.drawAmounts(state.view)
  }

  function tellReady() {
    if (card.frame && checkout.state.type === 'ready') tell(mounting, 'hc-ready', { loadMs })
  }

  function enter(form: CheckoutForm, { view }: FormState) {
    form.fill(typed, view.customer)
    checkout.option = form.option()
    loadFrame()
    loadMs = performance.now() - startedAt
    tellReady()
  }

  /** To what the page around has set. */
  function adapt() {
    const { form } = screen
    if (!form) return
    // What else stands in the form may be the merchant's, who waits for what is done there.
    form.get('[data-fields]').inert = isDisabled() || checkout.state.type !== 'ready'
    form.get('[data-pay]').inert = isDisabled()
    for (const field of ['name', 'phone'] as const)
      if (!touched.has(field)) form.control(field).value ||= element.customer?.[field] ?? ''
  }

  return {
    get typed() {
      return typed
    },

    get frame() {
      return card.frame
    },

    /** The names of the fields that the buyer has used. */
    touched,
    adaptFrame: card.follow,
    remove: card.remove,
    loadFrame,
    drawAmounts,
    tellReady,

    adapt,

    show(state: FormState) {
      const { form } = screen
      if (!form) return
      const isPainted = HOSTED_CHECKOUT_PLACE !== 'embedded' && !card.frame && ui.hosted
      if (!card.frame) enter(form, state)
      adapt()
      if (!isPainted) drawAmounts()
    },

    forget() {
      if (HOSTED_CHECKOUT_PLACE !== 'embedded') forgetTyped(session)
      typed = {}
    },

    /** Plainly, where the problem would stand. */
    say(text: string) {
      const place = screen.form?.find('[data-live=problem]')
      if (place) write(place, html`<p class="error" role="alert">${text}</p>`)
    },

    onTyped({ type, target }: Event) {
      const { form } = screen
      const { name } = target as HTMLInputElement
      if (!form || !isForm(checkout.state)) return
      touched.add(name)
      typed = { ...typed, ...form.values() }
      if (isKept) keepTyped(session, typed)
      checkout.option = form.option()
      if (type !== 'change' || name !== 'option') return
      drawAmounts()
      card.adapt()
    },
  }
}
