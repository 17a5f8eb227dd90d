import { render } from 'lit/html.js'
import type { CheckoutView, PayRequest } from '../server/contract/buyer.ts'
import { FIELD_NAMES, problemOf } from './buyer-fields.ts'
import { amountsWith, type FieldName, type FieldProblem, type FormState } from './checkout-state.ts'
import { withLatinDigits } from './latin-digits.ts'
import type { TypedValues } from './typed-values.ts'
import {
  buttonText,
  noticeView,
  problemView,
  statusText,
  type Surroundings,
} from './views/progress-view.ts'
import { feeText } from './views/summary-view.ts'
import type { Ui } from './views/ui.ts'

type Root = HTMLElement | ShadowRoot
type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * The parts the server rendered are ours to draw only after they are emptied once: lit adds beside
 * what it does not know.
 */
const drawn = new WeakSet<Node>()

export function renderInto(container: Root, template: unknown) {
  if (!drawn.has(container)) container.replaceChildren()
  drawn.add(container)
  render(template, container)
}

/**
 * Only what changes: WebKit takes a press for no click when the text under it is another one by the
 * time it ends, and leaving a field draws in between.
 */
export function write(element: Element | null, text: string) {
  if (element && element.textContent !== text) element.textContent = text
}

const isFieldName = (name: string): name is FieldName => FIELD_NAMES.some((field) => field === name)

/**
 * The buyer's fields in the page: they hold their own values, and what is drawn around them never
 * touches these.
 */
export function createForm(root: Root, ui: Ui) {
  const find = <Type extends HTMLElement>(selector: string) => root.querySelector<Type>(selector)
  const control = (field: FieldName) => find<Control>(`[name=${field}]`)!
  const chosenOption = () => find<HTMLInputElement>('[name=option]:checked')?.value

  function show(field: FieldName, message = '') {
    find(`#${field}-error`)!.textContent = message
    control(field).ariaInvalid = message ? 'true' : null
  }

  const checked = (field: FieldName) => problemOf(field, control(field).value, ui.t)

  return {
    show,

    card: () => find('[data-card]')!,

    values: (): TypedValues => ({
      ...Object.fromEntries(FIELD_NAMES.map((field) => [field, control(field).value])),
      ...(chosenOption() && { option: chosenOption()! }),
    }),

    fill(values: TypedValues, prefill: CheckoutView['customer']) {
      if (!control('place').value) control('place').value = prefill.details ?? ''
      for (const field of FIELD_NAMES)
        if (values[field] !== undefined) control(field).value = values[field]
      const radios = [...root.querySelectorAll<HTMLInputElement>('[name=option]')]
      for (const radio of radios) if (radio.value === values.option) radio.checked = true
    },

    validate: (): FieldProblem[] =>
      FIELD_NAMES.flatMap((field) => {
        const message = checked(field)
        show(field, message)
        return message ? [{ field, message }] : []
      }),

    /**
     * Punish late, reward early: an entry is judged when it is left, and again at every key once it
     * was wrong.
     */
    judge({ target, type }: Event): string | undefined {
      const { name, value, ariaInvalid } = target as Control
      if (!isFieldName(name) || !(type === 'input' ? ariaInvalid : value)) return undefined
      const message = checked(name)
      show(name, message)
      if (type !== 'input' && name === 'phone')
        control(name).value = withLatinDigits(value).trim().replace(/\s+/g, ' ')
      return message
    },

    order(view: CheckoutView, paymentMethod: string): PayRequest {
      const entry = (field: FieldName) => control(field).value.trim()
      const email = entry('email')
      return {
        customer: {
          name: entry('name'),
          phone: withLatinDigits(entry('phone')),
          ...(email && { email }),
        },
        fulfillment: {
          method: 'DELIVERY',
          option: chosenOption() ?? view.deliveryOptions[0]!.id,
          details: entry('place'),
        },
        paymentMethod,
      }
    },

    /** Everything that follows the state and the chosen option; the fields stay as they are. */
    draw(state: FormState, surroundings: Surroundings) {
      const { view } = state
      const { fee, total } = amountsWith(view, chosenOption())
      const paying = state.type === 'processing'
      const button = find('[data-pay]')!
      write(find('[data-amount=fee]'), feeText(fee, view, ui))
      write(find('[data-amount=total]'), ui.money(total, view))
      renderInto(find('[data-live=problem]')!, problemView(state, ui))
      renderInto(find('[data-live=notice]')!, noticeView(state, ui, surroundings))
      find('[data-fields]')!.inert = paying
      write(button, buttonText(state, ui, total))
      button.ariaDisabled = paying ? 'true' : null
    },

    statusText: (state: FormState) =>
      statusText(state, ui, amountsWith(state.view, chosenOption()).total),

    total: (view: CheckoutView) => amountsWith(view, chosenOption()).total,

    focus: (field: FieldName) => control(field).focus(),
  }
}

export type CheckoutForm = ReturnType<typeof createForm>
