import { nothing } from 'lit/html.js'
import type { CheckoutState } from '../checkout-state.ts'
import { errorView, expiredView, unavailableView } from './message-view.ts'
import { placedView } from './placed-view.ts'
import { receiptView } from './receipt-view.ts'
import type { Ui } from './ui.ts'

type Result = Extract<CheckoutState, { type: 'complete' | 'expired' | 'unavailable' | 'error' }>

/**
 * Each in a place of its own: written over another one, it would leave the old words where a
 * translating browser has put its own nodes in the place of ours.
 */
const bodyViews = (state: Result, ui: Ui) => [
  state.type === 'complete' ? ui.slot('complete', receiptView(state, ui)) : nothing,
  state.type === 'expired' ? ui.slot('expired', expiredView(state, ui)) : nothing,
  state.type === 'unavailable' ? unavailableView(state, ui) : nothing,
  state.type === 'error' ? errorView(state, ui) : nothing,
]

/** What comes in the place of the form. */
export const resultView = (state: Result, ui: Ui) => placedView(state, ui, bodyViews(state, ui))
