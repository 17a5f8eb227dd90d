import type { FieldEvent } from '../form/asked-fields.ts'
import { createEmailSuggestion } from '../form/email-suggestion.ts'
import type { createFormDrawing } from '../form/form-drawing.ts'
import type { PayForm } from '../form/pay-form.ts'
import { createPhoneCompletion } from '../form/phone-completion.ts'
import type { AfterPress } from '../form/watch-pointer.ts'
import type { CheckoutScreen } from '../form/checkout-screen.ts'
import type { Mounting } from '../element/mounting.ts'
import type { Step } from '../session/checkout-events.ts'
import { isForm } from '../session/checkout-state.ts'
import { emit } from '../element/state-events.ts'

const isStep = (field: string): field is 'name' | 'phone' | 'place' =>
  /^(?:name|phone|place)$/.test(field)

type TypingDeps = {
  payForm: () => PayForm | undefined
  drawing: Pick<ReturnType<typeof createFormDrawing>, 'draw'>
  step: (name: Step) => void
  say: (words: unknown) => void
  screen: Pick<CheckoutScreen, 'form'>
  afterPress: AfterPress
}

/** What the server knows of a field that the buyer has left. */
function createHelp(
  mounting: Mounting,
  { screen, ...given }: Pick<TypingDeps, 'screen' | 'say' | 'afterPress'>,
) {
  const form = () => screen.form
  const completePhone = createPhoneCompletion(mounting.checkout, form)
  const suggestEmail = createEmailSuggestion(mounting, { form, ...given })
  return async (field: string, isRight: boolean) => {
    if (field === 'email') await suggestEmail(isRight)
    else if (isRight && /^(?:phone|country)$/.test(field)) await completePhone()
  }
}

/** A field that is no longer asked for is no longer wrong. */
function forgetUnasked({ checkout }: Mounting, fields: PayForm) {
  const { state } = checkout
  if (state.type !== 'ready' || state.problem?.type !== 'invalid') return
  const { problem } = state
  checkout.state = { ...state, problem: { ...problem, fields: fields.stillAsked(problem.fields) } }
}

/** Judges what is typed, and emits the verdict. What was typed is never in an event. */
export function createTyping(
  mounting: Mounting,
  { payForm, drawing, step, say, screen, afterPress }: TypingDeps,
) {
  const { checkout } = mounting
  const help = createHelp(mounting, { screen, say, afterPress })

  const emitChange = (field: string, fields: PayForm) =>
    emit(mounting, 'hc-change', { field, ...fields.judged(field) })
  const reach = (field: string, fields: PayForm) =>
    isStep(field) && fields.judged(field).valid && step(field)

  function hear(typed: FieldEvent) {
    const { state } = checkout
    const { type, target } = typed
    const field = target.name
    const fields = payForm()
    // After a press another form may stand there.
    if (!fields || !isForm(state) || !target.isConnected) return
    // The page around has disabled the field; the buyer has not left it.
    const message = mounting.isDisabled() ? undefined : fields.judge(typed)
    if (message && type === 'focusout') say(message)
    if (type === 'change') {
      fields.showAddress(state.view)
      void help(field, !message)
      reach(field, fields)
      forgetUnasked(mounting, fields)
      drawing.draw()
      // A buyer who does not see the amounts change hears the new total.
      if (field === 'option') say(fields.totalText(state.view))
    }
    if (type === 'input') emitChange(field, fields)
  }

  return {
    /** Emits what was typed before this file was there. */
    catchUp(touched: Iterable<string>) {
      const fields = payForm()
      if (!fields) return
      for (const field of touched) {
        emitChange(field, fields)
        reach(field, fields)
      }
    },

    onTyped({ type, target }: Event) {
      const typed = { type, target: target as HTMLInputElement }
      const judge = () => afterPress(() => hear(typed))
      // Where the focus goes to is known a moment later.
      if (document.activeElement === document.body) setTimeout(judge)
      else judge()
    },
  }
}
