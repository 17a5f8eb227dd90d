import { holdPage, releasePage } from '../element/page-hold.ts'
import type { StateOf } from '../session/checkout-state.ts'
import { drawForm } from './form-shown.ts'
import type { Change, OutcomePage } from './outcome-page.ts'

/** The form rests while a payment waits for its provider or for the bank's question. */
export function showProcessing(page: OutcomePage, { state }: Change<StateOf<'processing'>>) {
  drawForm(page, state)
  // The answer to that payment may never come, and must not block the next one.
  page.paying.forget()
  // A buyer who confirms on another page has to go there, and is not asked.
  if (state.action && state.action.type !== 'challenge') releasePage()
  else holdPage()
  page.screen.say(page.payForm()?.statusText(state))
}
