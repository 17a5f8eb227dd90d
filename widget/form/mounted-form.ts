import { html } from 'lit/html.js'
import { correctAccent } from '../mount/accent.ts'
import { mountCardFrame, settingOf } from './card-frame.ts'
import type { CheckoutScreen } from '../mount/checkout-screen.ts'
import { isForm, type CheckoutState, type FormState } from '../session/checkout-state.ts'
import type { PaymentFrame } from './payment-frame.ts'
import type { Mounting } from '../mount/mounting.ts'
import type { FramePress } from '../payment-frame/messages.ts'
import { tell } from '../session/state-events.ts'
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
  const { element, checkout, ui, session } = mounting
  const touched = new Set<string>()
  let loadMs = 0
  let typed: TypedValues = {
    ...mounting.typed,
    ...(HOSTED_CHECKOUT_PLACE !== 'embedded' && ui.hosted && findTyped(session)),
  }
  let frame: PaymentFrame | undefined

  const setting = () => settingOf(mounting)
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
    checkout.option = form.option()
    loadFrame()
    loadMs = performance.now() - mounting.startedAt
    tellReady()
  }

  function drawAmounts() {
    const { state } = checkout
    if (state.type === 'ready') screen.form?.drawAmounts(state.view)
  }

  function tellReady() {
    if (frame && checkout.state.type === 'ready') tell(mounting, 'hc-ready', { loadMs })
  }

  /** To what the page around has set. */
  function adapt() {
    const { form } = screen
    if (!form) return
    const isDisabled = mounting.isDisabled()
    // What else stands in the form may be the merchant's, who waits for what is done there.
    form.find('[data-fields]')!.inert = isDisabled || checkout.state.type !== 'ready'
    form.find('[data-pay]')!.inert = isDisabled
    for (const field of ['name', 'phone'] as const)
      if (!touched.has(field)) form.control(field).value ||= element.customer?.[field] ?? ''
  }

  return {
    /** The names of the fields that the buyer has used. */
    touched,

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
      const isPainted = HOSTED_CHECKOUT_PLACE !== 'embedded' && !frame && ui.hosted
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
      if (HOSTED_CHECKOUT_PLACE !== 'embedded') forgetTyped(session)
      typed = {}
    },

    onTyped({ type, target }: Event) {
      const { form } = screen
      const state: CheckoutState = checkout.state
      if (!form || !isForm(state)) return
      touched.add((target as HTMLInputElement).name)
      typed = { ...typed, ...form.values() }
      checkout.option = form.option()
      if (HOSTED_CHECKOUT_PLACE !== 'embedded' && ui.hosted) keepTyped(session, typed)
      if (type !== 'change') return
      drawAmounts()
      adaptFrame()
    },
  }
}
