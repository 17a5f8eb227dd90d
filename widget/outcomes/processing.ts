import { holdPage, releasePage } from '../mount/page-hold.ts'
import { drawForm } from './form-shown.ts'
import type { Change, OutcomePage, Stated } from './outcome-page.ts'

/** At rest while a payment waits for its provider or for the bank's question. */
export function showProcessing(page: OutcomePage, { state }: Change<Stated<'processing'>>) {
  drawForm(page, state)
  // Its answer may never come.
  page.paying.forget()
  // Who confirms elsewhere is to go there.
  if (state.action && state.action.type !== 'challenge') releasePage()
  else holdPage()
  page.screen.say(page.payForm()?.statusText(state))
}
