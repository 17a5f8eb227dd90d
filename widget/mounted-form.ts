import { html } from 'lit/html.js'
import { mountCardFrame, settingOf } from './card-frame.ts'
import type { CheckoutScreen } from './checkout-screen.ts'
import { isForm, type CheckoutState, type FormState } from './checkout-state.ts'
import type { PaymentFrame } from './elements/payment-frame.ts'
import type { Mounting } from './mounting.ts'
import { tell } from './state-events.ts'
import { findTyped, forgetTyped, keepTyped, type TypedValues } from './typed-values.ts'

export type MountedForm = ReturnType<typeof createMountedForm>

type Heard = {
  onSubmit: () => void
  /** The frame has been loaded, whatever came of it. */
  onLoad: () => void
  onUnreachable: () => void
}

/** The form with the payment frame in it, from when it is shown until another screen is. */
export function createMountedForm(mounting: Mounting, screen: CheckoutScreen, heard: Heard) {
  const { checkout, ui, session } = mounting
  const startedAt = performance.now()
  let typed: TypedValues = { ...mounting.typed, ...(ui.hosted && findTyped(session)) }
  let frame: PaymentFrame | undefined

  const setting = () => settingOf(mounting, typed.option)
  const adaptFrame = () => frame?.adapt(setting())

  function enter({ view }: FormState) {
    const form = screen.form!
    form.fill(typed, view.customer)
    frame = mountCardFrame(form.card(), { mounting, view, setting, ...heard })
    tell(mounting, 'hc-ready', { loadMs: performance.now() - startedAt })
  }

  return {
    get typed() {
      return typed
    },

    get frame() {
      return frame
    },

    adaptFrame,

    show(state: FormState) {
      if (!frame) enter(state)
      if (state.type === 'ready') screen.form!.drawAmounts(state.view)
    },

    /** Plainly, where the problem would stand. */
    say(text: string) {
      const place = screen.form?.find('[data-live=problem]')
      if (place) mounting.renderInto(place, html`<p class="error" role="alert">${text}</p>`)
    },

    remove() {
      frame?.remove()
      frame = undefined
    },

    forget() {
      forgetTyped(session)
      typed = {}
    },

    onTyped({ type }: Event) {
      const { form } = screen
      const state: CheckoutState = checkout.state
      if (!form || !isForm(state)) return
      typed = form.values()
      if (ui.hosted) keepTyped(session, typed)
      if (type !== 'change') return
      if (state.type === 'ready') form.drawAmounts(state.view)
      adaptFrame()
    },
  }
}
