import { html } from 'lit/html.js'
import type { AddressField, DeliveryCountry } from '../../server/contract/delivery.ts'
import { addressTextView, fieldView } from './field-view.ts'
import { countryName, type Ui } from './ui.ts'

/** The name of each field for people, and for browsers that fill it in; and how long it may be. */
const PARTS = {
  place: ['delivery.street', 'address-line1', 500],
  postalCode: ['delivery.postalCode', 'postal-code', 120],
  city: ['delivery.city', 'address-level2', 120],
  region: ['delivery.region', 'address-level1', 120],
} as const

/** The sheet hides the word "optional" where the field is required. */
function partView(name: AddressField, { fields, optional }: DeliveryCountry, { t }: Ui) {
  const [label, token, maximum] = PARTS[name]
  return fieldView({
    name,
    label: t(label),
    ...(name !== 'place' && { optional: t('field.optional') }),
    hidden: !fields.includes(name),
    control: html`<input id=${name} name=${name} part="input" autocomplete="shipping ${token}" enterkeyhint="next"
      maxlength=${maximum} ?required=${!optional?.includes(name)} aria-describedby="${name}-error">`,
  })
}

function countryView(countries: DeliveryCountry[], ui: Ui) {
  const [first] = countries
  return fieldView({
    name: 'country',
    label: ui.t('delivery.country'),
    hidden: !countries[1],
    control: html`<select id="country" name="country" part="input" autocomplete="shipping country">${countries
      .map(({ country }) => [countryName(country, ui), country] as const)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(
        ([name, country]) =>
          html`<option value=${country} ?selected=${country === first?.country}>${name}</option>`,
      )}</select>`,
  })
}

/**
 * The fields as an address in the first country has them. An address that the merchant has
 * prefilled is one text in each country.
 */
export function addressView(countries: DeliveryCountry[], ui: Ui) {
  const [country] = countries as [DeliveryCountry]
  const names = new Set([...country.fields, 'place', 'postalCode', 'city', 'region'] as const)
  const isOneText = !countries.some(({ fields }) => fields[1])
  return html`${countryView(countries, ui)}
    <div class="address" data-address=${country.country}>${[...names].map((name) =>
      isOneText && name === 'place' ? addressTextView(ui) : partView(name, country, ui),
    )}</div>`
}
