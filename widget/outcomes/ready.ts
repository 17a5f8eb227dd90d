import { focusProblem } from '../form/form-focus.ts'
import { releasePage } from '../element/page-hold.ts'
import { isForm, isOfCard, type StateOf } from '../session/checkout-state.ts'
import { drawForm } from './form-shown.ts'
import type { Change, OutcomePage } from './outcome-page.ts'

/** The form can be typed in, and says what came of the last payment. */
export function showReady(
  page: OutcomePage,
  { state, before, hadFocus }: Change<StateOf<'ready'>>,
) {
  const { screen, form } = page
  drawForm(page, state)
  releasePage()
  page.cardFields.reportLate()
  // What had the focus has gone with the screen before.
  if (before.type === 'unavailable' && hadFocus) page.mounting.element.focus()
  // A session that is read again has the same problem. The buyer knows it, and may be busy with
  // another field now.
  if (!isForm(before) || (before.type === 'ready' && before.problem === state.problem)) return
  screen.say('')
  if (before.type === 'processing') {
    const { problem } = state
    if (problem?.type === 'declined') form.frame?.clear({ declined: isOfCard(problem.code) })
    // The page around has not heard yet that the payment came to nothing.
    else form.emitReady()
  }
  focusProblem(state, { root: page.mounting.root, form: screen.form, frame: form.frame })
}
