import { inputField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { parsePrice, priceText } from '../frame/price.ts'
import type { SettingForm } from './setting-form.ts'
import type { StoreSettings } from './settings.ts'

/** Which refunds ask for the password. */
export const REFUND_LIMIT: SettingForm<StoreSettings> = {
  page: '/settings/general',
  id: 'refunds',
  look: 'beside',
  title: 'Refunds',
  sensitive: 'change which refunds ask for it',
  fields: ({ saved: { currency, confirmRefundsAbove }, refused }) =>
    inputField({
      name: 'above',
      label: `Sum in ${currency} above which a refund asks for the password`,
      value:
        refused?.fields['above']?.trim() ??
        (confirmRefundsAbove === null ? '' : priceText(confirmRefundsAbove, currency)),
      error: refused?.errors['above'],
      hint: 'And for the second factor. All refunds of an order count together. 0: always. Empty: never.',
      attributes: html`inputmode="decimal" autocomplete="off"`,
    }),
  button: 'Save the sum',
  read({ above = '' }, { store: { currency } }) {
    const typed = above.trim()
    const sum = typed === '' ? { amount: null } : parsePrice(typed, currency)
    return sum.amount === undefined
      ? { errors: { above: sum.problem } }
      : { change: { confirmRefundsAbove: sum.amount } }
  },
}
