import { html } from 'lit/html.js'
import type { CheckoutState } from '../session/checkout-state.ts'
import { addressView } from './address-view.ts'
import { formView } from './form-view.ts'
import { loadingView } from './page-view.ts'
import { placedView } from './placed-view.ts'
import { noticeView, problemView, unpaidView, type Surroundings } from './progress-view.ts'
import { resultView } from './result-view.ts'
import type { Ui } from './ui.ts'

const TEST_CARD = '4242 4242 4242 4242'

/** The card's number is a button that fills it in. The frame takes that from our own page alone. */
function testCardHint({ t }: Ui) {
  const [before, after] = t('card.test.hint').split(TEST_CARD)
  return [before, html`<button type="button" tabindex="-1" data-fill>${TEST_CARD}</button>`, after]
}

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
        hint: testCardHint(ui),
      }
      return placedView(state, ui, formView(state, ui, parts), undefined, surroundings?.back)
    }
    default:
      return resultView(state, ui)
  }
}
