import type { CheckoutState } from '../checkout-state.ts'
import { errorView, expiredView, unavailableView } from './message-view.ts'
import { pageView } from './page-view.ts'
import { receiptView } from './receipt-view.ts'
import type { Ui } from './ui.ts'

type Result = Extract<CheckoutState, { type: 'complete' | 'expired' | 'unavailable' | 'error' }>

function bodyView(state: Result, ui: Ui) {
  switch (state.type) {
    case 'complete':
      return receiptView(state, ui)
    case 'expired':
      return expiredView(state, ui)
    case 'unavailable':
      return unavailableView(state, ui)
    case 'error':
      return errorView(state, ui)
    default:
      return state satisfies never
  }
}

/** What comes in the place of the form. */
export const resultView = (state: Result, ui: Ui) => pageView(state, ui, bodyView(state, ui))
