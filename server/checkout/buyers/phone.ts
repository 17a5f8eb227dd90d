import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'
import examples from 'libphonenumber-js/examples.mobile.json'

/** As many as the form takes. */
const MAXIMUM = 32

/**
 * The number with the country's code, as people abroad dial it. What is no whole number of that
 * country, or has a code already, stays as it was typed.
 */
export function completedPhone(typed: string, country: string): string {
  if (typed.trim().startsWith('+')) return typed
  const defaultCountry = country as CountryCode
  const number = parsePhoneNumberFromString(typed, { defaultCountry, extract: false })
  const completed = number?.isValid() ? number.formatInternational() : typed
  return completed.length > MAXIMUM ? typed : completed
}

/** A number as one looks there. Some territories have none. */
export const examplePhone = (country: string): string | undefined =>
  getExampleNumber(country as CountryCode, examples)?.formatInternational()

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The ten digits of a script follow each other, from zero on. */
function latinDigit(digit: string) {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String(code - zero)
}

/** With the digits of every script as Latin ones. */
export const latinDigits = (text: string) =>
  text.normalize('NFKC').replaceAll(/\p{Nd}/gu, latinDigit)

const COUNTRY_CODES = new Set<string>(
  getCountries().map((country) => getCountryCallingCode(country)),
)

const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

/** No country's code is the beginning of another one. */
const countryCodeOf = (digits: string) =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => COUNTRY_CODES.has(code))

/** The zero that one dials within the country, as in `+49 (0) 151`. */
const INNER_ZERO = /\(\s*0\s*\)/g

type PhoneDigits = {
  /** All of them, as they were typed. */
  all: string
  /** Set when the number has its country's code. `own`: what follows the code. */
  country?: { code: string; own: string }
}

function digitsOf(phone: string): PhoneDigits {
  const text = latinDigits(phone).replaceAll(INNER_ZERO, '')
  const all = text.replaceAll(/\D/g, '')
  if (!/^\D*\+/.test(text) && !all.startsWith('00')) return { all }
  const digits = withoutZeros(all)
  const code = countryCodeOf(digits)
  return { all, ...(code && { country: { code, own: withoutZeros(digits.slice(code.length)) } }) }
}

/** As they are dialled within the country, with a zero or another digit before them or not. */
function ownDigits({ all, country }: PhoneDigits, code: string) {
  if (country) return country.code === code ? [country.own] : []
  const number = parsePhoneNumberFromString(all, { defaultCallingCode: code })
  return [all, number?.nationalNumber ?? ''].map(withoutZeros)
}

/**
 * Whether what was typed is the number that was kept, as people write it. The country's code and the
 * zero before the number may be left out, and no other digit.
 */
export function isSamePhone(typed: string, kept: string): boolean {
  const known = digitsOf(kept)
  const given = digitsOf(typed)
  const whole = withoutZeros(given.all)
  if (whole === withoutZeros(known.all)) return whole !== ''
  const code = (known.country ?? given.country)?.code
  if (code === undefined) {
    const isWhole = parsePhoneNumberFromString(`+${whole}`)?.isValid() ?? false
    return isWhole && isSamePhone(`+${whole}`, kept)
  }
  const others = ownDigits(known, code)
  return ownDigits(given, code).some((digits) => digits !== '' && others.includes(digits))
}

/** A number in each way of writing it with its country's code: with the zero before the rest, and without. */
export function phoneSpellings(phone: string): string[] {
  const { country } = digitsOf(phone)
  return country
    ? [phone, ...['', '0'].map((zero) => `${country.code}${zero}${country.own}`)]
    : [phone]
}
