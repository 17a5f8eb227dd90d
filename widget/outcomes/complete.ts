import type { StateOf } from '../session/checkout-state.ts'
import { getElement } from '../element/get-element.ts'
import { returnAddress } from '../session/return-address.ts'
import { pageView } from '../views/page-view.ts'
import type { Change, OutcomePage } from './outcome-page.ts'
import { resultView } from '../views/result-view.ts'
import { showResult } from './result-shown.ts'

/**
 * Leads back to the store, at once where the store wants that. The receipt stays there in case the
 * way back fails. A receipt that the screen does not hold would be gone before it is read, so its
 * buyer goes back when they want to. Answers with what is to be said of it.
 */
function goBack(
  { mounting: { root, ui }, receipt }: OutcomePage,
  { view, returning }: StateOf<'complete'>,
): unknown[] {
  const address = returnAddress(view.successUrl, view.id)
  if (!address || !returning) return []
  const isWhole = getElement(root, '[part=receipt]').getBoundingClientRect().bottom <= innerHeight
  if (!view.returnsAtOnce && !isWhole) {
    root.querySelector('[data-returning]')?.parentElement?.remove()
    return []
  }
  receipt.returnSoon(address, view.returnsAtOnce ? 0 : undefined)
  return view.returnsAtOnce ? [] : [ui.kept('complete.returning', { store: view.store.name })]
}

/** By then a mail server has said whether it takes an address. */
const MAILED_MS = 4_000

/** Shows where the mail about the order goes, and whether it can be delivered. */
function showMail({ mounting, screen }: OutcomePage, state: StateOf<'complete'>) {
  const { customer, confirmation } = state.view
  if (!customer.email && confirmation?.status !== 'waiting') return
  setTimeout(async () => {
    const response = await mounting.checkout.client.request('view', {}).catch(() => undefined)
    if (!response?.ok) return
    const { customer } = state.view
    const now = { ...state, view: { ...(await response.json()), customer } }
    screen.paint(now, () => resultView(now, mounting.ui))
  }, MAILED_MS)
}

export function showComplete(page: OutcomePage, change: Change<StateOf<'complete'>>) {
  const returning = change.state.returning && page.mounting.redirects()
  const state = { ...change.state, returning }
  showResult(page, { ...change, state }, () => goBack(page, state))
  showMail(page, state)
}

/** The page around shows its own receipt. Here is what it has put into that slot. */
export function leaveComplete(
  { screen, mounting: { ui } }: OutcomePage,
  { state }: Change<StateOf<'complete'>>,
) {
  screen.paint(state, () => pageView(state, ui, ui.slot('complete')))
}
