import type { CheckoutState } from '../session/checkout-state.ts'
import { sessionTitle } from '../views/session-title.ts'
import type { Ui } from '../views/ui.ts'

/** The title of our own page. A page without a known session keeps the one that it has. */
export const titleOf = (state: CheckoutState, ui: Ui) =>
  'view' in state ? sessionTitle(state, ui) : document.title
