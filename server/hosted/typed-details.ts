import { ADDRESS_FIELDS, problemOf } from '../../widget/form/buyer-fields.ts'
import type { AskedName, FieldProblem } from '../../widget/session/checkout-state.ts'
import type { Language } from '../../widget/i18n/language.ts'
import { withLatinDigits } from '../../widget/form/latin-digits.ts'
import type { Ui } from '../../widget/views/ui.ts'
import { writtenAddress } from '../checkout/address.ts'
import { type CheckoutView, PayRequest } from '../contract/buyer.ts'
import { Country, type DeliveryAddress, type DeliveryCountry } from '../contract/delivery.ts'
import type { Draft } from '../web/drafts.ts'
import { parse } from '../web/parse.ts'

/** What a plain form holds: each field once, or not at all. */
type Sent = Record<string, unknown>

export type Details = Omit<Draft, 'receiptKey'>

/** What is said in words of the server's own, beside those of the script. */
type Words = { ui: Ui; texts: Language['page'] }

/** As text, without the one character that the record does not take. */
export const sentText = (sent: Sent, name: string) => {
  const value = sent[name]
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

/**
 * The form as the buyer filled it in, whatever stands in it. Of an address also the fields of other
 * countries: whoever changes the country back finds them.
 */
export function readDetails(sent: Sent, view: CheckoutView): Details {
  const entry = (field: AskedName) => sentText(sent, field).trim().replaceAll('\r\n', '\n')
  const email = entry('email')
  const { deliveryOptions: options, deliveryCountries: [first] = [] } = view
  const chosen = options.find(({ id }) => id === sentText(sent, 'option')) ?? options[0]
  const country = sentCountry(sent) ?? first?.country
  const parts = ADDRESS_FIELDS.filter((field) => field === 'place' || entry(field) !== '')
  const address = Object.fromEntries(parts.map((field) => [field, entry(field)]))
  const details = {
    customer: {
      name: entry('name'),
      phone: withLatinDigits(entry('phone')),
      ...(email !== '' && { email }),
    },
    fulfillment: {
      method: 'DELIVERY' as const,
      option: chosen?.id ?? '',
      ...(country ? { address: { country, place: '', ...address } } : { details: entry('place') }),
    },
    ...(view.store.seller?.mustAgree && entry('agreed') !== '' && { agreedToTerms: true }),
  }
  return asAsked(details, view)
}

function sentCountry(sent: Sent) {
  const { success, data } = Country.safeParse(sent['country'])
  return success ? data : undefined
}

/** The store may have taken its list of countries away since: then an address is one text. */
export function asAsked<Typed extends Details>(typed: Typed, view: CheckoutView): Typed {
  const { address, ...fulfillment } = typed.fulfillment
  if (!address || view.deliveryCountries) return typed
  const details = writtenAddress(address, { withCountry: true })
  return { ...typed, fulfillment: { ...fulfillment, details } }
}

const isCollected = ({ fulfillment }: Details, { deliveryOptions }: CheckoutView) =>
  deliveryOptions.some(({ id, place }) => id === fulfillment.option && place)

const countryOf = ({ fulfillment: { address } }: Details, { deliveryCountries }: CheckoutView) =>
  deliveryCountries?.find(({ country }) => country === address?.country)

/** Whether the store delivers there: it may have changed its list of countries since. */
export function isDeliveredTo(details: Details, view: CheckoutView) {
  const mustBeListed = details.fulfillment.address && view.deliveryCountries
  return !mustBeListed || isCollected(details, view) || countryOf(details, view) !== undefined
}

/** That the store does not deliver there, at the field where the buyer can change that. */
export function refusedPlace(
  details: Details,
  { view, ui, texts }: Words & { view: CheckoutView },
): FieldProblem[] {
  if (isDeliveredTo(details, view)) return []
  const name = ui.countryName(details.fulfillment.address?.country ?? '')
  const isChosen = view.deliveryCountries?.[1] !== undefined
  const message = texts.country.replace('{country}', () => name)
  return [{ field: isChosen ? 'country' : 'place', message }]
}

/**
 * What is wrong in it, by the same rules as the script has; `drawn`: the country whose fields the
 * form showed.
 */
export function problemsIn(
  details: Details,
  { drawn, ...asked }: Words & { view: CheckoutView; drawn: string },
): FieldProblem[] {
  const { view, ui, texts } = asked
  const {
    customer,
    fulfillment: { address, details: place },
    agreedToTerms,
  } = details
  const entries = { place, ...customer, ...address, agreed: agreedToTerms ? 'yes' : '' }
  const country = countryOf(details, view)
  const wrong = (fields: readonly AskedName[]) =>
    fields.flatMap((field) => {
      const isOptional = country?.optional?.some((name) => name === field)
      const message = problemOf(field, entries[field] ?? '', { t: ui.t, isOptional })
      return message === undefined ? [] : [{ field, message }]
    })
  const atAddress = (): FieldProblem[] => {
    // The form has the fields all the same, and nobody delivers there.
    if (isCollected(details, view)) return []
    const refused = refusedPlace(details, asked)
    if (refused.length > 0) return refused
    const found = wrong(country?.fields ?? ['place'])
    if (found.length > 0 || !country || drawn === country.country) return found
    const name = ui.countryName(country.country)
    return [{ field: 'place', message: texts.address.replace('{country}', () => name) }]
  }
  return [
    ...wrong(['name', 'phone', 'email']),
    ...atAddress(),
    ...wrong(view.store.seller?.mustAgree ? ['agreed'] : []),
  ]
}

const Ordered = PayRequest.pick({ customer: true, fulfillment: true, agreedToTerms: true })

/** Whether a draft may be paid with: what came too late for its form is kept as it was typed. */
export const mayBeOrdered = ({ customer, fulfillment, agreedToTerms }: Draft) =>
  Ordered.safeParse({ customer, fulfillment, agreedToTerms }).success

/**
 * What of it the order needs: no address where the buyer collects, and of one the parts that its
 * country has. @throws {CheckoutError} invalid_request
 */
export function orderedOf(details: Details, view: CheckoutView): Details {
  const { method, option, address, details: place } = details.fulfillment
  const delivered = address
    ? { address: partsOf(address, countryOf(details, view)) }
    : { details: place }
  return parse(Ordered, {
    ...details,
    fulfillment: { method, option, ...(!isCollected(details, view) && delivered) },
  })
}

function partsOf(address: DeliveryAddress, shown: DeliveryCountry | undefined): DeliveryAddress {
  if (!shown) return address
  const parts = shown.fields.flatMap((field) =>
    address[field] === undefined ? [] : [[field, address[field]] as const],
  )
  return { country: shown.country, place: '', ...Object.fromEntries(parts) }
}

/** The view with what was typed where else the merchant's own suggestions stand. */
export function withDetails(
  view: CheckoutView,
  { customer, fulfillment: { address, details = '' } }: Details,
): CheckoutView {
  const { deliveryCountries: countries = [] } = view
  if (!address) return { ...view, customer: { ...customer, details } }
  const chosen = countries.filter(({ country }) => country === address.country)
  const others = countries.filter(({ country }) => country !== address.country)
  return { ...view, customer, deliveryCountries: [...chosen, ...others] }
}
