import type { Change, OutcomePage, Stated } from './outcome-page.ts'

/** The page around says it: what was typed stays, at rest. */
export function leaveExpired({ payForm }: OutcomePage, { state }: Change<Stated<'expired'>>) {
  payForm()?.rest(state.view)
}
