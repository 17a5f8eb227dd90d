import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
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
