import type { Change, OutcomePage, Stated } from './outcome-page.ts'

/** The page around says that the session is over. What was typed stays, and the form rests. */
export function leaveExpired({ payForm }: OutcomePage, { state }: Change<Stated<'expired'>>) {
  payForm()?.rest(state.view)
}
