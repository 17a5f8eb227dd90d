import { html } from 'lit/html.js'
import type { CheckoutView, PayRequest } from '../../server/contract/buyer.ts'
import type { AddressField } from '../../server/contract/delivery.ts'
import { showAddressFields } from './address-fields.ts'
import { ADDRESS_FIELDS, FIELD_MAXIMUM, problemOf } from './buyer-fields.ts'
import type { CheckoutForm } from './checkout-form.ts'
import {
  amountsWith,
  type AskedName,
  type FieldProblem,
  type FormState,
} from '../session/checkout-state.ts'
import { withLatinDigits } from './latin-digits.ts'
import type { Mounting } from '../mount/mounting.ts'
import { buttonView } from '../views/button-view.ts'
import {
  cardLine,
  noticeView,
  problemView,
  statusText,
  type Surroundings,
} from '../views/progress-view.ts'

const isAddressField = (name: string): name is AddressField =>
  ADDRESS_FIELDS.some((field) => field === name)

const isFieldName = (name: string): name is AskedName => name in FIELD_MAXIMUM

/** The same fields when they are judged, sent, and shown while a payment goes on. */
export function createPayForm({ ui, write, isDisabled }: Mounting, form: CheckoutForm) {
  const { find, control, option, isCollected } = form

  /** Not every store has the box. */
  const names = () => (Object.keys(FIELD_MAXIMUM) as AskedName[]).filter(control)
  /** A box that is empty has its value all the same. */
  const entryOf = (field: AskedName) =>
    control(field).matches('[type=checkbox]:not(:checked)') ? '' : control(field).value.trim()

  function show(field: AskedName, message = '') {
    find(`#${field}-error`)!.textContent = message
    control(field).ariaInvalid = message ? 'true' : null
    control(field).part.toggle('invalid', message !== '')
  }

  /**
   * Nobody delivers where the buyer collects, and not every country has all fields: what stands in a
   * hidden one may be anything.
   */
  const isAsked = (field: string) =>
    !isAddressField(field) || !(isCollected() || control(field).closest('[hidden]'))
  const checked = (field: AskedName) =>
    isAsked(field)
      ? problemOf(field, entryOf(field), { t: ui.t, isOptional: !control(field).required })
      : undefined
  const total = (view: CheckoutView) => amountsWith(view, option()).total

  /** As one text, or in parts where the store has said to which countries it delivers. */
  function place(): Pick<PayRequest['fulfillment'], 'details' | 'address'> {
    const country = control('country')?.value
    if (!country) return { details: entryOf('place') }
    const parts = ADDRESS_FIELDS.filter((field) => isAsked(field) && entryOf(field)).map(
      (field) => [field, entryOf(field)] as const,
    )
    return { address: { country, place: '', ...Object.fromEntries(parts) } }
  }

  const showAddress = (view: CheckoutView) =>
    showAddressFields(view, find('[data-address]'), control('country')?.value)

  function setResting(resting: boolean) {
    find('[data-fields]')!.inert = resting || isDisabled()
    find('[data-pay]')!.ariaDisabled = resting ? 'true' : null
  }

  /** Everything that follows the state and the chosen option; the fields stay as they are. */
  function draw(state: FormState, surroundings?: Surroundings) {
    showAddress(state.view)
    form.drawAmounts(state.view, buttonView(state, ui, total(state.view)))
    write(find('[data-live=problem]'), problemView(state, ui))
    write(find('[data-live=card]'), cardLine(state, ui))
    write(find('[data-live=notice]'), noticeView(state, ui, surroundings))
    setResting(state.type === 'processing')
  }

  return {
    option,
    total,
    showAddress,

    totalText: (view: CheckoutView) =>
      html`${ui.t('summary.total')} <bdi translate="no">${ui.money(total(view), view)}</bdi>`,

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
          ...(!isCollected() && place()),
        },
        ...(find('#agreed:checked') && { agreedToTerms: true }),
      }
    },

    draw,

    /** For a session that is over, until another one takes its place. */
    rest(view: CheckoutView) {
      draw({ type: 'ready', view })
      setResting(true)
    },

    /**
     * The words of the last line above the button, in nodes: what no translation may touch stays so.
     */
    lastNotice: () => {
      const line = find('[data-live=notice] > :last-child p')!.cloneNode(true) as Element
      const title = line.firstElementChild!
      title.replaceWith(...title.childNodes)
      return [...line.childNodes]
    },

    statusText: (state: FormState) => statusText(state, ui, total(state.view)),
  }
}

export type PayForm = ReturnType<typeof createPayForm>
