import { formatAddress } from 'localized-address-format'
import type {
  AddressField,
  DeliveryAddress,
  DeliveryCountry,
  RegionWord,
} from '../../contract/delivery.ts'
import { examplePhone } from './phone.ts'

/** Countries whose post asks for a postal code (`require`, Google's libaddressinput, June 2025). */
const POSTAL_CODE =
  'AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU LV MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU SE SG SH SJ SK SM TC TR TW UA US VI WF YT ZA'

/** Countries whose addresses name a state or a province. From the same source. */
const REGION =
  'AE AS AU BR CA CN CO CR ES FM HK HN ID IN IQ IT JM JP KN KR KY MH MP MX NR PF PG PW RU SO SV TW UM US VE VI VN'

/** Countries whose addresses need no town. From the same source. */
const NO_TOWN = 'CO HK ID VN'

/**
 * What countries call a region that is no province (`state_name_type`). From the same source.
 * `region` is also for islands, parishes and districts, whose people know which one is meant.
 */
const REGION_WORDS: Partial<Record<RegionWord, string>> = {
  state: 'AS AU BR CC CX FM HM IN MH MP MX MY NF NG PW UM US VE VI',
  prefecture: 'JP',
  county: 'EE IE LT TW',
  department: 'CO HN NI SV UY',
  emirate: 'AE',
  region: 'BB BS BY CL CV HK JM KI KN KY KZ LV NR PE PF RO RU SC SO SR TV UA UZ',
}

/** A character of no language for each field: `formatAddress` puts it where the field belongs. */
const MARKS: Readonly<Record<string, AddressField>> = {
  '\uE000': 'place',
  '\uE001': 'postalCode',
  '\uE002': 'city',
  '\uE003': 'region',
}

function isOptional(field: AddressField, country: string) {
  switch (field) {
    case 'place':
      return false
    case 'postalCode':
      return !POSTAL_CODE.includes(country)
    case 'city':
      return NO_TOWN.includes(country)
    case 'region':
      return !REGION.includes(country)
  }
}

const regionWordOf = (country: string) =>
  (Object.keys(REGION_WORDS) as RegionWord[]).find((word) =>
    REGION_WORDS[word]?.includes(country),
  ) ?? 'province'

/** By country code, because each view of a session asks for all countries of its store. */
const known = new Map<string, DeliveryCountry>()

/**
 * The fields of an address in this country, in the order in which people write them there, and a
 * phone number as one looks there.
 */
export function addressIn(country: string): DeliveryCountry {
  const address = known.get(country) ?? findAddress(country)
  known.set(country, address)
  return address
}

function findAddress(country: string): DeliveryCountry {
  const [street, postalCode, locality, administrativeArea] = Object.keys(MARKS) as [
    string,
    string,
    string,
    string,
  ]
  const parts = { addressLines: [street], postalCode, locality, administrativeArea }
  const fields = [...formatAddress({ postalCountry: country, ...parts }).join('')].flatMap(
    (character) => MARKS[character] ?? [],
  )
  const optional = fields.filter((field) => isOptional(field, country))
  const phone = examplePhone(country)
  return {
    country,
    fields,
    ...(optional.length > 0 && { optional }),
    ...(fields.includes('region') && { regionWord: regionWordOf(country) }),
    ...(phone && { phone }),
  }
}

/**
 * A postal code without what the country's format writes before it, such as `CH-`, or the country's
 * code: buyers type both.
 */
function ownPostalCode({ country, postalCode = '' }: DeliveryAddress) {
  const [mark = ''] = Object.keys(MARKS)
  const format = formatAddress({ postalCountry: country, postalCode: mark }, 'local').join(' ')
  const before = /(?<letters>[\p{L}〒]+)[ -]*$/u.exec(format.split(mark)[0] ?? '')?.groups
  if (!before) return postalCode
  const prefix = new RegExp(`^\\s*(?:${before['letters']}|${country})[\\s\\p{Pd}]*(?=\\d)`, 'iu')
  return postalCode.replace(prefix, '')
}

/** English, because the post of every country reads it. */
const names = new Intl.DisplayNames('en', { type: 'region' })

const isLatin = (text: string) => !/[^\p{Script=Latin}\p{Script=Common}]/u.test(text)

/**
 * The lines of the address as the country's post reads them. A field that the country's format does
 * not have comes after them. `withCountry`: the last line names the country.
 */
export function writtenAddress(
  address: DeliveryAddress,
  { withCountry }: { withCountry: boolean },
) {
  const { country, place: street, city = '' } = address
  const postalCode = ownPostalCode(address)
  // A town that is its own province is written once.
  const region = address.region === city ? '' : (address.region ?? '')
  const lines = formatAddress(
    {
      postalCountry: country,
      addressLines: [street],
      postalCode,
      locality: city,
      administrativeArea: region,
    },
    isLatin(street + city + region) ? 'latin' : 'local',
  )
  const written = lines.join('\n')
  const rest = [city, region, postalCode].filter((part) => part && !written.includes(part))
  return [...lines, ...rest, ...(withCountry ? [names.of(country) ?? country] : [])].join('\n')
}
