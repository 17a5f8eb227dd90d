import { html } from 'lit/html.js'
import type { AddressField, DeliveryCountry } from '../../server/contract/delivery.ts'
import { fieldView, placeFieldView } from './field-view.ts'
import type { Ui } from './ui.ts'

/** The name of each for people, and for what fills forms in. */
const PARTS = {
  postalCode: ['delivery.postalCode', 'postal-code'],
  city: ['delivery.city', 'address-level2'],
  region: ['delivery.region', 'address-level1'],
} as const

/** The sheet takes "optional" away from what is required. */
function partView(name: AddressField, { fields, optional }: DeliveryCountry, ui: Ui) {
  const { t } = ui
  if (name === 'place')
    return placeFieldView(t(fields[1] ? 'delivery.street' : 'delivery.place.hint'), ui)
  const [label, token] = PARTS[name]
  return fieldView({
    name,
    label: t(label),
    optional: t('field.optional'),
    hidden: !fields.includes(name),
    control: html`<input id=${name} name=${name} part="input" autocomplete="shipping ${token}" enterkeyhint="next"
      maxlength="120" ?required=${!optional?.includes(name)} aria-describedby="${name}-error">`,
  })
}

function countryView(countries: DeliveryCountry[], { t, countryName }: Ui) {
  const [first] = countries
  return fieldView({
    name: 'country',
    label: t('delivery.country'),
    hidden: !countries[1],
    control: html`<select id="country" name="country" part="input" autocomplete="shipping country">${countries
      .map(({ country }) => [countryName(country), country] as const)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(
        ([name, country]) =>
          html`<option value=${country} ?selected=${country === first?.country}>${name}</option>`,
      )}</select>`,
  })
}

/** Fields as an address in the first country has them. */
export function addressView(countries: DeliveryCountry[], ui: Ui) {
  const [country] = countries as [DeliveryCountry]
  const names = new Set([...country.fields, 'place', 'postalCode', 'city', 'region'] as const)
  return html`${countryView(countries, ui)}
    <div class="address" data-address=${country.country}>${[...names].map((name) => partView(name, country, ui))}</div>`
}
