import { html } from 'lit/html.js'
import type { AddressField, DeliveryCountry, RegionWord } from '../../server/contract/delivery.ts'
import type { Translate } from '../i18n/translate.ts'
import { addressTextView, fieldView } from './field-view.ts'
import { countryName, type Ui } from './ui.ts'

/** The name of each field for people, and for browsers that fill it in; and how long it may be. */
const PARTS = {
  place: ['delivery.street', 'address-line1', 500],
  postalCode: ['delivery.postalCode', 'postal-code', 120],
  city: ['delivery.city', 'address-level2', 120],
  region: ['delivery.region.region', 'address-level1', 120],
} as const

const REGION_WORDS = {
  state: 'delivery.region.state',
  province: 'delivery.region.province',
  prefecture: 'delivery.region.prefecture',
  county: 'delivery.region.county',
  department: 'delivery.region.department',
  emirate: 'delivery.region.emirate',
  region: 'delivery.region.region',
} as const satisfies Record<RegionWord, string>

export const regionName = (word: RegionWord, t: Translate) => t(REGION_WORDS[word])

/** What the store's countries call a region; the present country's word is not hidden. */
function regionWordsView(countries: DeliveryCountry[], { t }: Ui) {
  const [country] = countries
  const words = new Set(countries.flatMap(({ regionWord }) => regionWord ?? []))
  return [...words].map(
    (word) =>
      html`<span data-region=${word} ?hidden=${word !== country?.regionWord}>${regionName(word, t)}</span>`,
  )
}

/** The sheet hides the word "optional" where the field is required. */
function partView(name: AddressField, countries: DeliveryCountry[], ui: Ui) {
  const [{ fields, optional }] = countries as [DeliveryCountry]
  const { t } = ui
  const [label, token, maximum] = PARTS[name]
  return fieldView({
    name,
    label: name === 'region' ? regionWordsView(countries, ui) : t(label),
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
      isOneText && name === 'place' ? addressTextView(ui) : partView(name, countries, ui),
    )}</div>`
}
