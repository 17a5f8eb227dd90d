import { hasFocus } from '../form/form-focus.ts'
import { titleOf } from '../element/page-title.ts'
import { isForm, type CheckoutState, type StateOf } from '../session/checkout-state.ts'
import { announce } from '../element/state-events.ts'
import { leaveComplete, showComplete } from './complete.ts'
import { leaveExpired } from './expired.ts'
import { leaveForm, type Change, type OutcomePage } from './outcome-page.ts'
import { showProcessing } from './processing.ts'
import { showReady } from './ready.ts'
import { showResult } from './result-shown.ts'

type Type = CheckoutState['type']
type Show<State> = (page: OutcomePage, change: Change<State>) => void

const SHOW: { readonly [Of in Type]: Show<StateOf<Of>> } = {
  // The first file shows it.
  loading: () => {},
  ready: showReady,
  processing: showProcessing,
  complete: showComplete,
  expired: showResult,
  unavailable: showResult,
  error: showResult,
}

/** What happens when the page around shows a state itself. Otherwise everything stays as it is. */
const LEAVE: { readonly [Of in Type]?: Show<StateOf<Of>> } = {
  complete: leaveComplete,
  expired: leaveExpired,
}

/** Emits a new state to the page around, and shows that state unless the page around does. */
export function showState(page: OutcomePage, state: CheckoutState, before: CheckoutState) {
  const { mounting, form } = page
  const { ui } = mounting
  const { type } = state
  const hadFocus = ui.hosted || before.type === 'processing' || hasFocus(mounting)
  const change = { state, before, hadFocus }
  // Only a new load brings back the form that the server paints, with what was typed.
  if (ui.hosted && before.type === 'unavailable' && isForm(state)) return location.reload()
  mounting.onState(state)
  if (type === 'complete') form.forget()
  const isOurs = announce(mounting, change)
  if (!isOurs) leaveForm(page)
  else if (ui.hosted) document.title = titleOf(state, ui)
  // The compiler does not see that both tables have, for each type of state, what takes that state.
  const show = (isOurs ? SHOW : LEAVE)[type] as Show<CheckoutState> | undefined
  show?.(page, change)
}
