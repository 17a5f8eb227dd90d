import type { StateOf } from '../session/checkout-state.ts'
import { errorView, expiredView, unavailableView } from './message-view.ts'
import { placedView } from './placed-view.ts'
import { receiptView } from './receipt-view.ts'
import type { Ui } from './ui.ts'

type Result = StateOf<'complete' | 'expired' | 'unavailable' | 'error'>

function bodyView(state: Result, ui: Ui) {
  switch (state.type) {
    case 'complete':
      return ui.slot('complete', receiptView(state, ui))
    case 'expired':
      return ui.slot('expired', expiredView(state, ui))
    case 'unavailable':
      return unavailableView(state, ui)
    case 'error':
      return errorView(state, ui)
    default:
      return state satisfies never
  }
}

/** What replaces the form. */
export const resultView = (state: Result, ui: Ui) => placedView(state, ui, bodyView(state, ui))
