import type { CheckoutState } from '../session/checkout-state.ts'
import { sessionTitle } from '../views/session-title.ts'
import type { Ui } from '../views/ui.ts'

/** Of our own page in the browser's tab: where no session is known, the one that it has. */
export const titleOf = (state: CheckoutState, ui: Ui) =>
  'view' in state ? sessionTitle(state, ui) : document.title
