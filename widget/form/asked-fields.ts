import { ADDRESS_FIELDS, FIELD_MAXIMUM, problemOf } from './buyer-fields.ts'
import type { CheckoutForm } from './checkout-form.ts'
import type { AddressField } from '../../server/contract/delivery.ts'
import type { AskedName, FieldProblem } from '../session/checkout-state.ts'
import type { Translate } from '../i18n/translate.ts'
import { withLatinDigits } from './latin-digits.ts'

const isAddressField = (name: string): name is AddressField =>
  ADDRESS_FIELDS.some((field) => field === name)

const isFieldName = (name: string): name is AskedName => name in FIELD_MAXIMUM

/** What stands in a field; a box that is empty has its value all the same. */
export function entryOf({ control }: CheckoutForm, field: AskedName): string {
  const entry = control(field)
  return entry.matches('[type=checkbox]:not(:checked)') ? '' : entry.value.trim()
}

/**
 * Nobody delivers where the buyer collects, and not every country has all fields: what stands in a
 * hidden one may be anything.
 */
export const isAsked = ({ control, isCollected }: CheckoutForm, field: string) =>
  !isAddressField(field) || !(isCollected() || control(field).closest('[hidden]'))

/** Judges what the form asks for, and says at each field what is wrong. */
export function createJudge(t: Translate, form: CheckoutForm) {
  const { control, findControl, get } = form

  /** Not every store has the box. */
  const names = () => (Object.keys(FIELD_MAXIMUM) as AskedName[]).filter(findControl)

  const problem = (field: AskedName) =>
    isAsked(form, field)
      ? problemOf(field, entryOf(form, field), { t, isOptional: !control(field).required })
      : undefined

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

    /** Never what was typed: whether it is right, and whether all of it is. */
    judged: (field: string) => ({
      valid: !isFieldName(field) || !problem(field),
      complete: names().every((name) => !problem(name)),
    }),

    /**
     * Punish late, reward early: an entry is judged when it is left, and again at every key once it
     * was wrong.
     */
    judge({ target, type }: Event): string | undefined {
      const { name, value, ariaInvalid } = target as HTMLInputElement
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
