import type { CheckoutForm } from './checkout-form.ts'
import type { FieldProblem, FormState } from '../session/checkout-state.ts'
import type { PaymentFrame } from './payment-frame.ts'
import type { Mounting } from '../element/mounting.ts'
import { MOST_LISTED } from '../views/progress-view.ts'

type Parts = {
  root: HTMLElement | ShadowRoot
  form: CheckoutForm | undefined
  frame: PaymentFrame | undefined
}

/** Focuses a field: the card's fields are in the frame, the buyer's own are on the page. */
export function focusField(field: FieldProblem['field'], { form, frame }: Parts) {
  if (field === 'number' || field === 'exp' || field === 'cvc') frame?.focus(field)
  else form?.control(field).focus()
}

/**
 * Focuses the only field that is wrong or the first of many, or the button that loads the card
 * fields again, or else the message. What is said at the card is brought to the middle, so that its
 * fields are seen, too.
 */
export function focusProblem({ problem }: Extract<FormState, { type: 'ready' }>, parts: Parts) {
  const [first, ...others] = problem?.type === 'invalid' ? problem.fields : []
  if (first && (!others.length || others.length >= MOST_LISTED)) focusField(first.field, parts)
  else {
    const find = (selector: string) => parts.root.querySelector<HTMLElement>(selector)
    const reload = problem?.type === 'unreachable' && find('[data-reload]')
    const target = reload || find('[data-problem]')
    target?.focus()
    if (target?.closest('section')) target.scrollIntoView({ block: 'center' })
  }
}

/**
 * Whether the focus is in the element or in one of its slots, which are not children of the root.
 * When it is in the card's frame, the element does not match `:focus-within`.
 */
export const hasFocus = ({ element, root }: Pick<Mounting, 'element' | 'root'>) =>
  Boolean((root as ShadowRoot).activeElement) || element.matches(':focus-within')
