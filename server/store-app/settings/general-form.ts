import { priceText } from '../../checkout/money.ts'
import { STORE_FIELDS } from '../../checkout/stores/store-fields.ts'
import type { RedirectMethod } from '../../contract/fields.ts'
import {
  GENERAL_FIELDS,
  type GeneralField,
  type GeneralSettings,
  type StoreSettings,
} from './settings.ts'
import {
  UNCHECKED,
  type FormFields,
  type FormInput,
  EMAIL_INPUT,
  checkboxField,
  formView,
  hiddenField,
  inputField,
  selectField,
} from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { zoneOptions } from '../frame/time-zones.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import {
  METHOD_NAMES,
  REDIRECT_METHODS,
  methodsFor,
} from '../../checkout/payments/redirect-methods.ts'
import { CURRENCY_OPTIONS, currencyName } from '../frame/fields/name-and-currency.ts'
import { SWITCHES, languageOptions } from './general-fields.ts'
import { withdrawalField, withdrawalWord } from './withdrawal-field.ts'

/** By the names of the form's fields, in the order of the page. */
const LABELS = Object.fromEntries(
  GENERAL_FIELDS.flatMap((name) =>
    name === 'paymentMethods' ? Object.entries(METHOD_NAMES) : [[name, STORE_FIELDS[name].label]],
  ),
) as Record<Exclude<GeneralField, 'paymentMethods'> | RedirectMethod, string>

function textOf(value: unknown) {
  if (typeof value === 'string') return value
  return value === true ? 'yes' : ''
}

/** What the form holds of these settings. */
export function toFields(saved: GeneralSettings): FormFields {
  const { paymentMethods, confirmRefundsAbove: sum } = saved
  const values = { ...saved, ...Object.fromEntries(paymentMethods.map((name) => [name, true])) }
  return {
    ...Object.fromEntries(
      Object.keys(LABELS).map((name) => [name, textOf(Reflect.get(values, name))]),
    ),
    withdrawals: withdrawalWord(saved.withdrawals),
    confirmRefundsAbove: sum === null ? '' : priceText(sum, saved.currency),
  }
}

const SWITCH_NAMES: string[] = [...SWITCHES, ...REDIRECT_METHODS]

/** What somebody else has saved meanwhile, where it is not what was typed. */
export function differencesView(now: FormFields, typed: FormFields) {
  const others = Object.entries(LABELS).filter(([field]) => now[field] !== typed[field])
  return html`<ul>
    ${others.map(([field, label]) => {
      const nothing = SWITCH_NAMES.includes(field) ? 'no' : 'nothing'
      return html`<li>${label}: <bdi>${now[field] || nothing}</bdi></li>`
    })}
  </ul>`
}

type Name = keyof typeof LABELS

type Form = { typed: FormInput; saved: StoreSettings }

/** A field to read alone while an order or a session keeps the currency. */
function currencyField({ typed, saved: { currency, hold } }: Form, storePath: string): Html {
  const field = { typed, name: 'currency', label: LABELS.currency }
  const held = { ...field, value: currency, attributes: html`readonly` }
  const name = currencyName(currency)
  if (hold.orders) return inputField({ ...held, hint: `${name}. Fixed since the first order.` })
  if (hold.sessions)
    return inputField({
      ...held,
      hint: html`${name}. It stays while a checkout is open: let it end, or end it under
        <a href="${storePath}/sessions">Checkouts</a>.`,
    })
  const example = priceText(1990, currency)
  const kept = `Prices and delivery fees keep their numbers: ${example} stays ${example}.`
  const hint = `Fixed from the first order on.${hold.amounts ? ` ${kept}` : ''}`
  return selectField({ ...field, options: CURRENCY_OPTIONS, hint })
}

const storeFields = ({ typed, saved }: Form, storePath: string) => {
  const field = (name: Name) => ({ typed, name, label: LABELS[name] })
  const contactHint = saved.seller.isRequired
    ? 'Shown to buyers; one of the two is needed for real payments.'
    : 'Shown to buyers; may stay empty.'
  return html`<fieldset class="part">
      <legend>Store</legend>
      ${inputField({
        ...field('name'),
        attributes: html`autocomplete="organization" maxlength="120" dir="auto" required`,
        hint: 'Buyers see it when they pay.',
      })}
      <div class="pair">
        ${inputField({
          ...field('contactEmail'),
          attributes: html`${EMAIL_INPUT} autocomplete="email" maxlength="254"`,
          hint: contactHint,
        })}
        ${inputField({
          ...field('contactPhone'),
          attributes: html`type="tel" autocomplete="tel" maxlength="32"`,
          hint: contactHint,
        })}
      </div>
    </fieldset>
    <fieldset class="part">
      <legend>Money, language and time</legend>
      ${currencyField({ typed, saved }, storePath)}
      ${switchField(
        'pricesIncludeTax',
        typed,
        'Totals then say “incl. VAT”, in the buyer’s language. No amount changes by it.',
      )}
      ${selectField({
        ...field('language'),
        options: languageOptions(saved.currency),
        hint: 'How these pages write money, numbers and dates. Their text is English.',
      })}
      ${selectField({
        ...field('timeZone'),
        options: zoneOptions(typed.fields?.['timeZone']),
        hint: 'When a day begins, and the times on these pages.',
      })}
    </fieldset>`
}

const switchField = (
  name: keyof typeof LABELS,
  { fields }: FormInput,
  hint: Parameters<typeof checkboxField>[0]['hint'],
) => checkboxField({ name, label: LABELS[name], isChecked: fields?.[name] === 'yes', hint })

/** What buyers see and may do when a session is over. */
const afterFields = (typed: FormInput, baseUrl: string) =>
  html`<fieldset class="part">
    <legend>After the checkout</legend>
    ${inputField({
      typed,
      name: 'nextStep',
      label: LABELS.nextStep,
      hint: 'One line on the receipt, such as “We send it within two working days.” It may stay empty.',
      attributes: html`maxlength="200" dir="auto" autocomplete="off"`,
    })}
    ${inputField({
      typed,
      name: 'statementName',
      label: LABELS.statementName,
      hint: 'The shortened descriptor of your Stripe account, such as LOOM. The receipt says that the payment appears by it and the order number. It may stay empty.',
      attributes: html`maxlength="10" dir="ltr" autocomplete="off"`,
    })}
    ${switchField(
      'returnsAtOnce',
      typed,
      'Otherwise they see the receipt first and go there after 20 seconds, or when they want to.',
    )}
    ${switchField(
      'restarts',
      typed,
      html`A button opens a new session with the same item at today’s price. Your server hears of it
        by <a href="${baseUrl}/docs/events">the event <code>checkout.session.restarted</code></a
        >, or by the id in the success URL. A page that is sold out goes on with its own session and
        price.`,
    )}
  </fieldset>`

/** What buyers hear of by mail. */
const mailFields = (typed: FormInput) =>
  html`<fieldset class="part">
    <legend>Mails to buyers</legend>
    ${switchField(
      'mailsBuyers',
      typed,
      'Their order with amounts, delivery and your terms, its refunds, and a payment that failed after they left. Answers go to your email for buyers. Who withdraws hears of it in any case.',
    )}
    ${switchField('mailsFulfilment', typed, undefined)}
    ${switchField('providerReceipts', typed, 'For payments by Stripe, in its look.')}
  </fieldset>`

/** What buyers may pay by beside cards. */
const methodFields = ({ typed, saved: { currency } }: Form) =>
  html`<fieldset class="part">
    <legend>Ways to pay beside cards</legend>
    <p class="hint">
      Where Stripe takes your payments: turn them on in your Stripe account first. Buyers confirm
      them on a page of the provider, and the money is taken at once. What comes after the time to
      pay is over goes back to the buyer by itself.
    </p>
    ${REDIRECT_METHODS.map((name) =>
      switchField(
        name,
        typed,
        methodsFor([name], currency).length > 0
          ? undefined
          : `It does not take ${currency}: your buyers do not see it.`,
      ),
    )}
  </fieldset>`

/** Which refunds ask for the password. */
const refundFields = ({ typed, saved: { currency } }: Form) =>
  html`<fieldset class="part">
    <legend>Refunds</legend>
    ${inputField({
      typed,
      name: 'confirmRefundsAbove',
      label: `${LABELS.confirmRefundsAbove} (${currency})`,
      hint: 'And for the second factor. All refunds of an order count together. 0: always. Empty: never.',
      attributes: html`inputmode="decimal" autocomplete="off"`,
    })}
  </fieldset>`

export const generalFormView = ({ app, viewer }: MemberVisit, form: Form) =>
  formView(
    viewer,
    {
      action: `${app.storePath}/settings/general`,
      attributes: UNCHECKED,
      button: 'Save',
      saved: toFields(form.saved),
    },
    [
      hiddenField('version', form.typed.fields?.['version'] ?? ''),
      storeFields(form, app.storePath),
      afterFields(form.typed, app.urls.baseUrl),
      mailFields(form.typed),
      methodFields(form),
      withdrawalField({ typed: form.typed, label: LABELS.withdrawals }),
      refundFields(form),
    ],
  )
