import { returnAddress } from '../session/return-address.ts'
import { pageView } from '../views/page-view.ts'
import type { Change, OutcomePage, Stated } from './outcome-page.ts'
import { showResult } from './result-shown.ts'

/**
 * Back to the store, at once where it wants that: the receipt is there if the way back is not.
 * Answers with what is to be said of it.
 */
function goBack(
  { mounting: { ui }, receipt }: OutcomePage,
  { view, returning }: Stated<'complete'>,
): unknown[] {
  const address = returnAddress(view.successUrl, view.id)
  if (!address || !returning) return []
  receipt.returnSoon(address, view.returnsAtOnce ? 0 : undefined)
  return view.returnsAtOnce ? [] : [ui.kept('complete.returning', { store: view.store.name })]
}

/** The receipt. */
export function showComplete(page: OutcomePage, change: Change<Stated<'complete'>>) {
  const returning = change.state.returning && page.mounting.redirects()
  const state = { ...change.state, returning }
  showResult(page, { ...change, state }, () => goBack(page, state))
}

/** The page around shows its own receipt: here stands what it has put into the slot for that. */
export function leaveComplete(
  { screen, mounting: { ui } }: OutcomePage,
  { state }: Change<Stated<'complete'>>,
) {
  screen.paint(state, () => pageView(state, ui, ui.slot('complete')))
}
