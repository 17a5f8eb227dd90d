import type { FormState } from '../session/checkout-state.ts'
import { addressView } from '../views/address-view.ts'
import { drawFoot, type OutcomePage } from './outcome-page.ts'

/** Draws the form, and everything that depends on its state. */
export function drawForm(page: OutcomePage, state: FormState) {
  page.paintForm(state, { address: addressView })
  drawFoot(page, state)
  page.form.show(state)
  page.express.show()
  page.drawing.draw()
  page.showChallenge(state)
}
