import type { ExpressCheckout } from '../form/express-checkout.ts'
import type { createFormDrawing } from '../form/form-drawing.ts'
import type { createLostCardFields } from '../form/lost-card-fields.ts'
import type { MountedForm } from '../form/mounted-form.ts'
import type { PayForm } from '../form/pay-form.ts'
import type { CheckoutScreen } from '../form/checkout-screen.ts'
import type { Mounting } from '../element/mounting.ts'
import { releasePage } from '../element/page-hold.ts'
import type { FramePress } from '../element/messages.ts'
import type { CheckoutState, FormState } from '../session/checkout-state.ts'
import type { addressView } from '../views/address-view.ts'
import { footView } from '../views/seller-view.ts'
import type { createBankChallenge } from './bank-challenge.ts'
import type { createReceiptActions } from './receipt-actions.ts'

/** What a state is shown with. Each part remembers for itself what it has to. */
export type OutcomePage = {
  mounting: Mounting
  screen: CheckoutScreen
  form: MountedForm
  paintForm: (state: FormState, parts: { address: typeof addressView }) => void
  payForm: () => PayForm | undefined
  drawing: ReturnType<typeof createFormDrawing>
  express: ExpressCheckout
  paying: { pay: (by?: FramePress) => Promise<void>; forget: () => void }
  cardFields: ReturnType<typeof createLostCardFields>
  receipt: ReturnType<typeof createReceiptActions>
  showChallenge: ReturnType<typeof createBankChallenge>
}

/** `hadFocus`: whether the focus was in the checkout before. */
export type Change<State> = {
  state: State
  before: CheckoutState
  hadFocus: boolean
}

/** In a merchant's page only: the server has written the foot of our own page. */
export function drawFoot({ mounting }: Pick<OutcomePage, 'mounting'>, state: CheckoutState) {
  const { root, ui, write } = mounting
  if (!ui.hosted && 'view' in state)
    write(root.querySelector('[data-seller]'), footView(state.view.store, ui))
}

export function leaveForm({ form, showChallenge }: Pick<OutcomePage, 'form' | 'showChallenge'>) {
  releasePage()
  showChallenge(undefined)
  form.remove()
}
