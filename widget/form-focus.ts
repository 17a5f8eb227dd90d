import type { CheckoutScreen } from './checkout-screen.ts'
import type { CardField, FieldName, FormState } from './checkout-state.ts'
import type { PaymentFrame } from './elements/payment-frame.ts'

type Places = { screen: CheckoutScreen; frame: PaymentFrame | undefined }

/** The card's fields are in the frame, the buyer's own on the screen. */
export function focusField(field: FieldName | CardField, { screen, frame }: Places) {
  if (field === 'number' || field === 'exp' || field === 'cvc') frame?.focus(field)
  else screen.form?.focus(field)
}

/** To the one field that is wrong, else to the list of what is. */
export function focusProblem({ problem }: Extract<FormState, { type: 'ready' }>, places: Places) {
  const [only, ...others] = problem?.type === 'invalid' ? problem.fields : []
  if (only && !others.length) focusField(only.field, places)
  else places.screen.focusProblem()
}
