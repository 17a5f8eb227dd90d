import { focusProblem } from '../form/form-focus.ts'
import { releasePage } from '../mount/page-hold.ts'
import { isForm } from '../session/checkout-state.ts'
import { drawForm } from './form-shown.ts'
import type { Change, OutcomePage, Stated } from './outcome-page.ts'

/** To be typed in, with what came of the last payment. */
export function showReady(page: OutcomePage, { state, before }: Change<Stated<'ready'>>) {
  const { screen, form } = page
  drawForm(page, state)
  releasePage()
  page.cardFields.tellWhatIsLeft()
  // A session that is read again has the same problem: who was told of it is elsewhere by now.
  if (!isForm(before) || (before.type === 'ready' && before.problem === state.problem)) return
  screen.say('')
  if (before.type === 'processing') {
    if (state.problem?.type === 'declined') form.frame?.clear()
    // Of a payment that came to nothing, the page around has heard nothing yet.
    else form.tellReady()
  }
  focusProblem(state, { root: page.mounting.root, form: screen.form, frame: form.frame })
}
