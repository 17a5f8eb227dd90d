import { problemOf } from '../../widget/buyer-fields.ts'
import type { AskedName, FieldProblem } from '../../widget/checkout-state.ts'
import { withLatinDigits } from '../../widget/latin-digits.ts'
import type { Ui } from '../../widget/views/ui.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import type { AddressField } from '../contract/delivery.ts'
import type { Draft } from '../web/drafts.ts'

/** What a plain form holds: each field once, or not at all. */
type Sent = Record<string, unknown>

/** As text, without the one character that the record does not take. */
export const sentText = (sent: Sent, name: string) => {
  const value = sent[name]
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

/** The form as the buyer filled it in, by the same rules as the script has, and what is wrong in it. */
export function readDetails(
  sent: Sent,
  { view, ui: { t } }: { view: CheckoutView; ui: Ui },
): { details: Omit<Draft, 'receiptKey'>; problems: FieldProblem[] } {
  const entry = (field: AskedName) => sentText(sent, field).trim().replaceAll('\r\n', '\n')
  const email = entry('email')
  const [first] = view.deliveryOptions
  const chosen = view.deliveryOptions.find(({ id }) => id === sentText(sent, 'option')) ?? first
  const country = countryIn(sent, view)
  const address = country?.fields ?? (['place'] as const)
  const names: AskedName[] = [
    'name',
    'phone',
    'email',
    // The form has the fields all the same, and nobody delivers there.
    ...(chosen?.place ? [] : address),
    ...(view.store.seller?.mustAgree ? (['agreed'] as const) : []),
  ]
  const problems = names.flatMap((field) => {
    const isOptional = country?.optional?.some((name) => name === field)
    const message = problemOf(field, entry(field), { t, isOptional })
    return message === undefined ? [] : [{ field, message }]
  })
  const details = {
    customer: {
      name: entry('name'),
      phone: withLatinDigits(entry('phone')),
      ...(email !== '' && { email }),
    },
    fulfillment: {
      method: 'DELIVERY' as const,
      option: chosen?.id ?? '',
      ...(country
        ? { address: { country: country.country, ...addressOf(entry) } }
        : { details: entry('place') }),
    },
    ...(entry('agreed') !== '' && { agreedToTerms: true }),
  }
  return { details, problems }
}

const countryIn = (sent: Sent, { deliveryCountries: [first, ...others] = [] }: CheckoutView) =>
  others.find(({ country }) => country === sentText(sent, 'country')) ?? first

/** Of another country's fields, too: whoever changes the country sees all that was typed. */
const addressOf = (entry: (field: AddressField) => string) => ({
  place: entry('place'),
  ...Object.fromEntries(
    (['postalCode', 'city', 'region'] as const)
      .filter((field) => entry(field) !== '')
      .map((field) => [field, entry(field)]),
  ),
})

/** The view with what was typed where else the merchant's own suggestions stand. */
export function withDetails(
  view: CheckoutView,
  { customer, fulfillment: { address, details = '' } }: Omit<Draft, 'receiptKey'>,
): CheckoutView {
  const { deliveryCountries: countries = [] } = view
  if (!address) return { ...view, customer: { ...customer, details } }
  const chosen = countries.filter(({ country }) => country === address.country)
  const others = countries.filter(({ country }) => country !== address.country)
  return { ...view, customer, deliveryCountries: [...chosen, ...others] }
}
