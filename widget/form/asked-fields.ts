import { ADDRESS_FIELDS, FIELD_MAXIMUM, problemOf } from './buyer-fields.ts'
import type { CheckoutForm } from './checkout-form.ts'
import type { AddressField } from '../../server/contract/delivery.ts'
import type { AskedName, FieldProblem } from '../session/checkout-state.ts'
import type { Translate } from '../i18n/translate.ts'
import { withLatinDigits } from './latin-digits.ts'

const isAddressField = (name: string): name is AddressField =>
  ADDRESS_FIELDS.some((field) => field === name)

const isFieldName = (name: string): name is AskedName => name in FIELD_MAXIMUM

/** An event of a field. (An `Event` itself forgets its target when it leaves a shadow root.) */
export type FieldEvent = { type: string; target: HTMLInputElement }

/**
 * The value of a field. A box has its value even when it is not ticked, which counts as empty.
 */
export function entryOf({ control }: CheckoutForm, field: AskedName): string {
  const entry = control(field)
  return entry.matches('[type=checkbox]:not(:checked)') ? '' : entry.value.trim()
}

/**
 * Where the buyer collects, nobody asks for an address, and not every country has all of its
 * fields. The value of a hidden field does not count.
 */
export const isAsked = ({ control, isCollected }: CheckoutForm, field: string) =>
  !isAddressField(field) || !(isCollected() || control(field).closest('[hidden]'))

/** What is wrong with a field that the form asks for. */
const problemIn =
  (t: Translate, form: CheckoutForm) =>
  (field: AskedName): string | undefined => {
    const { control, find } = form
    if (!isAsked(form, field)) return undefined
    return problemOf(field, entryOf(form, field), {
      t,
      isOptional: !control(field).required,
      hasParts: control('place').matches('input'),
      regionWord: find('[data-region]:not([hidden])')?.textContent,
    })
  }

/** Judges the fields that the form asks for, and shows at each field what is wrong. */
export function createJudge(t: Translate, form: CheckoutForm) {
  const { control, findControl, get } = form

  /** Only some stores have all of the fields. */
  const names = () => (Object.keys(FIELD_MAXIMUM) as AskedName[]).filter(findControl)

  const problem = problemIn(t, form)

  function show(field: AskedName, message = '') {
    get(`#${field}-error`).textContent = message
    control(field).ariaInvalid = message ? 'true' : null
    control(field).part.toggle('invalid', message !== '')
  }

  return {
    validate: (): FieldProblem[] =>
      names().flatMap((field) => {
        const message = problem(field)
        show(field, message)
        return message ? [{ field, message }] : []
      }),

    /**
     * What is still asked for, in the words of the country. What was put right meanwhile stays, so
     * that the list does not change under somebody who reads it.
     */
    stillAsked: (problems: FieldProblem[]): FieldProblem[] =>
      problems.flatMap((one) => {
        const { field } = one
        if (!isFieldName(field)) return one
        if (!isAsked(form, field)) return []
        const message = problem(field)
        if (!message || message === one.message) return one
        show(field, message)
        return { field, message }
      }),

    /** Whether a field is right and whether all of them are. It has nothing of what was typed. */
    judged: (field: string) => ({
      valid: !isFieldName(field) || !problem(field),
      complete: names().every((name) => !problem(name)),
    }),

    /**
     * Judges late and forgives early: an entry is judged when the buyer leaves it, and once it was
     * wrong, again at every key.
     */
    judge({ type, target: { name, value, ariaInvalid } }: FieldEvent): string | undefined {
      if (!isFieldName(name) || !(type === 'input' ? ariaInvalid : entryOf(form, name)))
        return undefined
      const message = problem(name)
      show(name, message)
      if (type !== 'input' && name === 'phone')
        control(name).value = withLatinDigits(value).trim().replace(/\s+/g, ' ')
      return message
    },
  }
}
