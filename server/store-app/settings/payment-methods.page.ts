import { METHOD_NAMES, REDIRECT_METHODS, methodsFor } from '../../checkout/redirect-methods.ts'
import { checkboxField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import type { SettingForm } from './setting-form.ts'
import type { StoreSettings } from './settings.ts'

/** What buyers may pay by beside cards. */
export const PAYMENT_METHODS: SettingForm<StoreSettings> = {
  page: '/settings/general',
  id: 'payment-methods',
  look: 'beside',
  title: 'Ways to pay beside cards',
  lead: html`<p class="muted">
    Where Stripe takes your payments: turn them on in your Stripe account first. Buyers confirm them
    on a page of the provider, and the money is taken at once. What comes after the time to pay is
    over goes back to the buyer by itself.
  </p>`,
  fields: ({ saved: { paymentMethods, currency } }) =>
    REDIRECT_METHODS.map((name) =>
      checkboxField({
        name,
        label: METHOD_NAMES[name],
        isChecked: paymentMethods.includes(name),
        hint:
          methodsFor([name], currency).length > 0
            ? undefined
            : `It does not take ${currency}: your buyers do not see it.`,
      }),
    ),
  button: 'Save the ways to pay',
  read: (fields) => ({
    change: { paymentMethods: REDIRECT_METHODS.filter((name) => fields[name] === 'yes') },
  }),
}
