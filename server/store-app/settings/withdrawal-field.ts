import * as z from 'zod'
import { type FormInput, selectField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'

const CHOICES = [
  { value: '', isOn: null, text: 'Where you sell to the European Economic Area' },
  { value: 'yes', isOn: true, text: 'Always' },
  { value: 'no', isOn: false, text: 'Never' },
]

/** Whether buyers can withdraw online; null: by the countries that the store sells to. */
export const WithdrawalChoice = z
  .string()
  .optional()
  .transform((given) => CHOICES.find(({ value }) => value === given)?.isOn ?? null)

/** As the form has it. */
export const withdrawalWord = (saved: boolean | null) =>
  CHOICES.find(({ isOn }) => isOn === saved)?.value ?? ''

export const withdrawalField = (field: { typed: FormInput; label: string }) =>
  html`<fieldset class="part">
    <legend>Withdrawal</legend>
    ${selectField({
      ...field,
      name: 'withdrawals',
      options: CHOICES,
      hint: 'A page for buyers, with order number and email or phone. A product says for how many days after delivery; what comes later is for you to decide. A store that does not say where it sells counts as selling there.',
    })}
  </fieldset>`
