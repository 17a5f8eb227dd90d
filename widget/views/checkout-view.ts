import type { CheckoutState } from '../session/checkout-state.ts'
import { addressView } from './address-view.ts'
import { formView } from './form-view.ts'
import { loadingView } from './page-view.ts'
import { placedView } from './placed-view.ts'
import { noticeView, problemView, unpaidView, type Surroundings } from './progress-view.ts'
import { resultView } from './result-view.ts'
import type { Ui } from './ui.ts'

/** The whole checkout in one state, as the server draws it into our own page. */
export function view(state: CheckoutState, ui: Ui, surroundings?: Surroundings) {
  switch (state.type) {
    case 'loading':
      return placedView(state, ui, loadingView(ui))
    case 'ready':
    case 'processing': {
      const parts = {
        problem: problemView(state, ui),
        unpaid: unpaidView(state, ui),
        notice: noticeView(state, ui, surroundings),
        address: addressView,
      }
      return placedView(state, ui, formView(state, ui, parts))
    }
    default:
      return resultView(state, ui)
  }
}
