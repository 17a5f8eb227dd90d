import { ADDRESS_FIELDS, problemOf } from '../../widget/form/buyer-fields.ts'
import type { AskedName, FieldProblem } from '../../widget/session/checkout-state.ts'
import type { Language } from '../../widget/i18n/language.ts'
import { fillText } from '../../widget/i18n/translate.ts'
import { withLatinDigits } from '../../widget/form/latin-digits.ts'
import { regionName } from '../../widget/views/address-view.ts'
import { countryName, type Ui } from '../../widget/views/ui.ts'
import { writtenAddress } from '../checkout/buyers/address.ts'
import { completedPhone } from '../checkout/buyers/phone.ts'
import { type CheckoutView, PayRequest } from '../contract/buyer.ts'
import { goesTo, offeredIn } from '../checkout/sessions/delivery-by-country.ts'
import { Country, type DeliveryAddress, type DeliveryCountry } from '../contract/delivery.ts'
import type { Draft } from '../web/drafts.ts'
import { parse } from '../web/requests/parse.ts'

/** The fields of a plain form as they were sent. Any of them may be missing. */
type FormBody = Record<string, unknown>

export type Details = Omit<Draft, 'receiptKey'>

/** `texts` are those of pages without script, `ui` has the others. */
type Words = { ui: Ui; texts: Language['page'] }

/** As text, without U+0000, which the record refuses. */
export const sentText = (sent: FormBody, name: string) => {
  const value = sent[name]
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

/** What the buyer typed. Other countries' fields stay, should the country be changed back. */
export function readDetails(sent: FormBody, view: CheckoutView): Details {
  const entry = (field: AskedName) => sentText(sent, field).trim().replaceAll('\r\n', '\n')
  const email = entry('email')
  const phone = withLatinDigits(entry('phone'))
  const { deliveryOptions: options, deliveryCountries: [first] = [] } = view
  const country = sentCountry(sent) ?? first?.country
  const offered = options.filter((option) => !country || goesTo(option, country))
  const chosen = offered.find(({ id }) => id === sentText(sent, 'option')) ?? offered[0]
  const parts = ADDRESS_FIELDS.filter((field) => field === 'place' || entry(field) !== '')
  const address = Object.fromEntries(parts.map((field) => [field, entry(field)]))
  const details = {
    customer: {
      name: entry('name'),
      phone: country ? completedPhone(phone, country) : phone,
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

function sentCountry(sent: FormBody) {
  const { success, data } = Country.safeParse(sent['country'])
  return success ? data : undefined
}

/** When the store has removed its list of countries meanwhile, the address becomes one text. */
export function asAsked<Typed extends Details>(typed: Typed, view: CheckoutView): Typed {
  const { address, ...fulfillment } = typed.fulfillment
  if (!address || view.deliveryCountries) return typed
  const details = writtenAddress(address, { withCountry: true })
  return { ...typed, fulfillment: { ...fulfillment, details } }
}

const isCollected = ({ fulfillment }: Details, { deliveryOptions }: CheckoutView) =>
  deliveryOptions.some((option) => option.id === fulfillment.option && option.place)

const countryOf = ({ fulfillment: { address } }: Details, { deliveryCountries }: CheckoutView) =>
  deliveryCountries?.find(({ country }) => country === address?.country)

/** Whether the store delivers there. Its list of countries may have changed meanwhile. */
export function isDeliveredTo(details: Details, view: CheckoutView) {
  const mustBeListed = details.fulfillment.address && view.deliveryCountries
  return !mustBeListed || isCollected(details, view) || countryOf(details, view) !== undefined
}

/** Says at the field that the buyer can change that the store does not deliver there. */
export function refusedAddress(
  details: Details,
  { view, ui, texts }: Words & { view: CheckoutView },
): FieldProblem[] {
  if (isDeliveredTo(details, view)) return []
  const name = countryName(details.fulfillment.address?.country ?? '', ui)
  const isChosen = view.deliveryCountries?.[1] !== undefined
  const message = fillText(texts.country, { country: name })
  return [{ field: isChosen ? 'country' : 'place', message }]
}

/** What is wrong, by the rules of the script. `drawn`: the country whose fields the form showed. */
export function problemsIn(
  details: Details,
  { drawn, ...asked }: Words & { view: CheckoutView; drawn: string },
): FieldProblem[] {
  const { view, ui, texts } = asked
  const {
    customer,
    fulfillment: { address, details: addressText },
    agreedToTerms,
  } = details
  const entries = {
    place: addressText,
    ...customer,
    ...address,
    agreed: agreedToTerms ? 'yes' : '',
  }
  const country = countryOf(details, view)
  const wrong = (fields: readonly AskedName[]) =>
    fields.flatMap((field) => {
      const isOptional = country?.optional?.some((name) => name === field)
      const hasParts = country?.fields[1] !== undefined
      const message = problemOf(field, entries[field] ?? '', {
        t: ui.t,
        isOptional,
        hasParts,
        regionWord: country?.regionWord && regionName(country.regionWord, ui.t),
      })
      return message === undefined ? [] : [{ field, message }]
    })
  const atAddress = (): FieldProblem[] => {
    // The form has address fields, which a collected order does not need.
    if (isCollected(details, view)) return []
    const refused = refusedAddress(details, asked)
    if (refused.length > 0) return refused
    const found = wrong(country?.fields ?? ['place'])
    if (found.length > 0 || !country || drawn === country.country) return found
    const name = countryName(country.country, ui)
    return [{ field: 'place', message: fillText(texts.address, { country: name }) }]
  }
  return [
    ...wrong(['name', 'email', 'phone']),
    ...atAddress(),
    ...wrong(view.store.seller?.mustAgree ? ['agreed'] : []),
  ]
}

const OrderEntries = PayRequest.pick({ customer: true, fulfillment: true, agreedToTerms: true })

/** Whether the draft is complete. A draft from a late form may hold anything. */
export const mayBeOrdered = ({ customer, fulfillment, agreedToTerms }: Draft) =>
  OrderEntries.safeParse({ customer, fulfillment, agreedToTerms }).success

/**
 * The details that the order needs: no address for collection, otherwise the fields of its country.
 * @throws {CheckoutError} invalid_request
 */
export function orderedOf(details: Details, view: CheckoutView): Details {
  const { method, option, address, details: addressText } = details.fulfillment
  const delivered = address
    ? { address: partsOf(address, countryOf(details, view)) }
    : { details: addressText }
  return parse(OrderEntries, {
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

/** The view with what was typed instead of the merchant's suggestions. */
export function withDetails(
  view: CheckoutView,
  { customer, fulfillment: { address, details = '' } }: Details,
): CheckoutView {
  const { deliveryCountries: countries = [] } = view
  if (!address) return { ...view, customer: { ...customer, details } }
  const deliveryOptions = offeredIn(view.deliveryOptions, address.country)
  const chosen = countries.filter(({ country }) => country === address.country)
  const others = countries.filter(({ country }) => country !== address.country)
  return { ...view, customer, deliveryOptions, deliveryCountries: [...chosen, ...others] }
}
