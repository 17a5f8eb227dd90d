import type { CheckoutView, PayRequest } from '../server/contract/buyer.ts'
import { FIELD_MAXIMUM, problemOf } from './buyer-fields.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { amountsWith, type AskedName, type FieldProblem, type FormState } from './checkout-state.ts'
import { withLatinDigits } from './latin-digits.ts'
import type { Mounting } from './mounting.ts'
import { buttonView } from './views/button-view.ts'
import {
  cardLine,
  noticeView,
  problemView,
  statusText,
  type Surroundings,
} from './views/progress-view.ts'

const isFieldName = (name: string): name is AskedName => name in FIELD_MAXIMUM

/** The same fields when they are judged, sent, and shown while a payment goes on. */
export function createPayForm({ ui, write }: Mounting, form: CheckoutForm) {
  const { find, control, option, isCollected } = form

  /** Not every store has the box. */
  const names = () => (Object.keys(FIELD_MAXIMUM) as AskedName[]).filter(control)
  /** A box that is empty has its value all the same. */
  const entryOf = (field: AskedName) =>
    control(field).matches('[type=checkbox]:not(:checked)') ? '' : control(field).value.trim()

  function show(field: AskedName, message = '') {
    find(`#${field}-error`)!.textContent = message
    control(field).ariaInvalid = message ? 'true' : null
  }

  /** Nobody delivers where the buyer collects: what stands in the hidden field may be anything. */
  const isAsked = (field: string) => field !== 'place' || !isCollected()
  const checked = (field: AskedName) =>
    isAsked(field) ? problemOf(field, entryOf(field), ui.t) : undefined
  const total = (view: CheckoutView) => amountsWith(view, option()).total

  return {
    total,

    totalText: (view: CheckoutView) => `${ui.t('summary.total')} ${ui.money(total(view), view)}`,

    validate: (): FieldProblem[] =>
      names().flatMap((field) => {
        const message = checked(field)
        show(field, message)
        return message ? [{ field, message }] : []
      }),

    isAsked,

    /** Never what was typed: whether it is right, and whether all of it is. */
    judged: (field: string) => ({
      valid: !isFieldName(field) || !checked(field),
      complete: names().every((name) => !checked(name)),
    }),

    /**
     * Punish late, reward early: an entry is judged when it is left, and again at every key once it
     * was wrong.
     */
    judge({ target, type }: Event): string | undefined {
      const { name, value, ariaInvalid } = target as HTMLInputElement
      if (!isFieldName(name) || !(type === 'input' ? ariaInvalid : entryOf(name))) return undefined
      const message = checked(name)
      show(name, message)
      if (type !== 'input' && name === 'phone')
        control(name).value = withLatinDigits(value).trim().replace(/\s+/g, ' ')
      return message
    },

    order(view: CheckoutView): Omit<PayRequest, 'paymentMethod'> {
      const email = entryOf('email')
      return {
        customer: {
          name: entryOf('name'),
          phone: withLatinDigits(entryOf('phone')),
          ...(email && { email }),
        },
        fulfillment: {
          method: 'DELIVERY',
          option: option() ?? view.deliveryOptions[0]!.id,
          ...(isAsked('place') && { details: entryOf('place') }),
        },
        ...(find('#agreed:checked') && { agreedToTerms: true }),
      }
    },

    /** Everything that follows the state and the chosen option; the fields stay as they are. */
    draw(state: FormState, surroundings: Surroundings) {
      const paying = state.type === 'processing'
      form.drawAmounts(state.view, buttonView(state, ui, total(state.view)))
      write(find('[data-live=problem]'), problemView(state, ui))
      write(find('[data-live=card]'), cardLine(state, ui))
      write(find('[data-live=notice]'), noticeView(state, ui, surroundings))
      find('[data-fields]')!.inert = paying
      find('[data-pay]')!.ariaDisabled = paying ? 'true' : null
    },

    statusText: (state: FormState) => statusText(state, ui, total(state.view)),
  }
}

export type PayForm = ReturnType<typeof createPayForm>
