import { withLatinDigits } from '../form/latin-digits.ts'

type Expiry = [month: number, year: number]

/** As programs write it: "2027-03". */
const YEAR_FIRST = /^(20\d\d)\D+(\d\d?)$/

/** Reads "3/27", "0327", "03/2027", "2027-03" and the like. `undefined` for no month of a year. */
export function parseExpiry(text: string): Expiry | undefined {
  const entry = withLatinDigits(text).trim().replace(YEAR_FIRST, '$2/$1')
  const [, month, year] = /^(0?[1-9]|1[0-2])\D*(?:20)?(\d\d)$/.exec(entry) ?? []
  return month ? [Number(month), 2000 + Number(year)] : undefined
}

/** A card is valid to the last day of its month, wherever the buyer is. */
export const isPast = ([month, year]: Expiry, nowMs: number) =>
  nowMs >= Date.UTC(year, month, 1, 12)

export const formatExpiry = ([month, year]: Expiry) =>
  `${month}/${year % 100}`.replace(/\b\d\b/g, '0$&')

/**
 * Adds the slash while the buyer types: "3" stays, "4" becomes "04/", "12" becomes "12/". An entry
 * with a slash stays as it is, except that a second slash of the buyer is removed.
 */
export function withSlash(text: string): string {
  if (!/^\d+$/.test(text)) return text.replace('//', '/')
  return text.replace(/^[2-9]/, '0$&').replace(/^\d\d/, '$&/')
}
