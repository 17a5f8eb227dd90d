import type { StateOf } from '../session/checkout-state.ts'
import type { Change, OutcomePage } from './outcome-page.ts'

/** The page around says that the session is over. What was typed stays, and the form rests. */
export function leaveExpired({ payForm }: OutcomePage, { state }: Change<StateOf<'expired'>>) {
  payForm()?.rest(state.view)
}
