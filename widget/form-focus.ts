import type { CheckoutForm } from './checkout-form.ts'
import type { CardField, CheckoutState, FieldProblem, FormState } from './checkout-state.ts'
import type { PaymentFrame } from './elements/payment-frame.ts'
import type { Mounting } from './mounting.ts'

type Places = {
  root: HTMLElement | ShadowRoot
  form: CheckoutForm | undefined
  frame: PaymentFrame | undefined
}

const isCardField = (field: string): field is CardField => /^(?:number|exp|cvc)$/.test(field)

/** The card's fields are in the frame, the buyer's own on the screen. */
export function focusField(field: FieldProblem['field'], { form, frame }: Places) {
  if (isCardField(field)) frame?.focus(field)
  else form?.control(field).focus()
}

/** To the first field of the card that was found wrong; false where none was. */
export function focusCard(state: CheckoutState, frame: PaymentFrame | undefined) {
  const problem = state.type === 'ready' ? state.problem : undefined
  const wrong = problem?.type === 'invalid' ? problem.fields.map(({ field }) => field) : []
  const field = wrong.find(isCardField)
  if (field) frame?.focus(field)
  return !!field
}

/** To the one field that is wrong, else to the list of what is. */
export function focusProblem({ problem }: Extract<FormState, { type: 'ready' }>, places: Places) {
  const [only, ...others] = problem?.type === 'invalid' ? problem.fields : []
  if (only && !others.length) focusField(only.field, places)
  else places.root.querySelector<HTMLElement>('[data-problem]')?.focus()
}

/**
 * Whether something in the element has the focus, or in a slot of it, which is no child of the root.
 * Where it is in the card's frame, the element does not match `:focus-within`.
 */
export const hasFocus = ({ element, root }: Pick<Mounting, 'element' | 'root'>) =>
  Boolean((root as ShadowRoot).activeElement) || element.matches(':focus-within')
