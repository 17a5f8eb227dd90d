import { html } from 'lit/html.js'
import { correctAccent } from './accent.ts'
import { mountCardFrame, settingOf } from './card-frame.ts'
import type { CheckoutScreen } from './checkout-screen.ts'
import { isForm, type CheckoutState, type FormState } from './checkout-state.ts'
import type { PaymentFrame } from './elements/payment-frame.ts'
import type { Mounting } from './mounting.ts'
import type { FramePress } from './payment-frame/messages.ts'
import { tell } from './state-events.ts'
import { findTyped, forgetTyped, keepTyped, type TypedValues } from './typed-values.ts'

export type MountedForm = ReturnType<typeof createMountedForm>

type Heard = {
  onSubmit: (by: FramePress) => void
  /** The frame has been loaded, whatever came of it. */
  onLoad: () => void
  onUnreachable: () => void
}

/** The form with the payment frame in it, from when it is shown until another screen is. */
export function createMountedForm(mounting: Mounting, screen: CheckoutScreen, heard: Heard) {
  const { checkout, ui, session, customer } = mounting
  const startedAt = performance.now()
  let loadMs = 0
  let typed: TypedValues = { ...mounting.typed, ...(ui.hosted && findTyped(session)) }
  let frame: PaymentFrame | undefined

  const setting = () => settingOf(mounting, typed.option)
  const adaptFrame = () => {
    // Our own page's accent is the server's to correct.
    if (HOSTED_CHECKOUT_PLACE !== 'hosted' && mounting.root instanceof ShadowRoot)
      correctAccent(mounting.root)
    frame?.adapt(setting())
  }

  function loadFrame() {
    const state: CheckoutState = checkout.state
    if (!isForm(state)) return
    frame?.remove()
    frame = mountCardFrame(screen.form!.card(), { mounting, view: state.view, setting, ...heard })
  }

  function enter({ view }: FormState) {
    const form = screen.form!
    form.fill(typed, view.customer)
    for (const field of ['name', 'phone'] as const)
      form.control(field).value ||= customer?.[field] ?? ''
    loadFrame()
    loadMs = performance.now() - startedAt
    tellReady()
  }

  function drawAmounts() {
    const { state } = checkout
    if (state.type === 'ready') screen.form?.drawAmounts(state.view)
  }

  function tellReady() {
    if (frame && checkout.state.type === 'ready') tell(mounting, 'hc-ready', { loadMs })
  }

  function adapt() {
    const element = screen.form?.find('form')
    if (element) element.inert = mounting.isDisabled()
  }

  return {
    get typed() {
      return typed
    },

    get frame() {
      return frame
    },

    adaptFrame,
    loadFrame,
    adapt,
    tellReady,
    drawAmounts,

    show(state: FormState) {
      const isPainted = !frame && ui.hosted
      if (!frame) enter(state)
      adapt()
      if (!isPainted) drawAmounts()
    },

    /** Plainly, where the problem would stand. */
    say(text: string) {
      const place = screen.form?.find('[data-live=problem]')
      if (place) mounting.write(place, html`<p class="error" role="alert">${text}</p>`)
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
      typed = { ...typed, ...form.values() }
      if (ui.hosted) keepTyped(session, typed)
      if (type !== 'change') return
      drawAmounts()
      adaptFrame()
    },
  }
}
