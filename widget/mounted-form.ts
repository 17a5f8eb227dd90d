import { createBankChallenge } from './bank-challenge.ts'
import { mountCardFrame, settingOf } from './card-frame.ts'
import type { CheckoutScreen } from './checkout-screen.ts'
import {
  isForm,
  type CardField,
  type CheckoutState,
  type FieldName,
  type FormState,
} from './checkout-state.ts'
import type { PaymentFrame } from './elements/payment-frame.ts'
import { createFormDrawing } from './form-drawing.ts'
import { focusField, focusProblem } from './form-focus.ts'
import type { Mounting } from './mounting.ts'
import { holdPage, releasePage } from './page-hold.ts'
import { payWith } from './payment-flow.ts'
import { tell } from './state-events.ts'
import { findTyped, forgetTyped, keepTyped, type TypedValues } from './typed-values.ts'

/** The form with the payment frame in it, from when it is shown until another screen is. */
export function createMountedForm(
  mounting: Mounting,
  { screen, fail }: { screen: CheckoutScreen; fail: (error: unknown) => void },
) {
  const { checkout, ui, session } = mounting
  const startedAt = performance.now()
  const { draw, onDeadline, onConnection } = createFormDrawing(mounting, screen)
  const showChallenge = createBankChallenge(mounting)
  let typed: TypedValues = { ...mounting.typed, ...(ui.hosted && findTyped(session)) }
  let frame: PaymentFrame | undefined
  let isPaying = false

  const setting = () => settingOf(mounting, typed.option)
  const adaptFrame = () => frame?.adapt(setting())

  function pay() {
    const { form } = screen
    if (checkout.state.type !== 'ready' || !form || !frame || isPaying) return
    if (!navigator.onLine) return onConnection()
    isPaying = true
    void payWith({ mounting, form, frame })
      .catch(fail)
      .finally(() => {
        isPaying = false
      })
  }

  function enter(state: FormState) {
    const form = screen.form!
    form.fill(typed, state.view.customer)
    frame = mountCardFrame(state, { mounting, form, setting, onSubmit: pay })
    tell(mounting, 'hc-ready', { loadMs: performance.now() - startedAt })
  }

  return {
    get typed() {
      return typed
    },

    pay,
    adaptFrame,
    onConnection,
    onDeadline,
    showChallenge,

    focus: (field: FieldName | CardField) => focusField(field, { screen, frame }),

    show(state: FormState, before: CheckoutState) {
      if (!frame) enter(state)
      draw()
      showChallenge(state)
      if (state.type === 'processing') {
        holdPage()
        return screen.say(screen.form!.statusText(state))
      }
      releasePage()
      if (before.type !== 'processing' && !state.problem) return
      screen.say('')
      if (before.type === 'processing' && state.problem?.type === 'declined') frame?.clear()
      focusProblem(state, { screen, frame })
    },

    remove() {
      releasePage()
      showChallenge(undefined)
      frame?.remove()
      frame = undefined
    },

    forget() {
      forgetTyped(session)
      typed = {}
    },

    onTyped(event: Event) {
      const { form } = screen
      if (!form || !isForm(checkout.state)) return
      const message = form.judge(event)
      if (message && event.type === 'focusout') screen.say(message)
      typed = form.values()
      if (ui.hosted) keepTyped(session, typed)
      if (event.type !== 'change') return
      draw()
      adaptFrame()
    },
  }
}
