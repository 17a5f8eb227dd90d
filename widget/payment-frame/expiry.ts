import { withLatinDigits } from '../latin-digits.ts'

export type Expiry = { month: number; year: number }

/** "3/27", "0327", "03/2027" and the like; `undefined` when it is no month of a year. */
export function parseExpiry(text: string): Expiry | undefined {
  const [first = '', second, ...more] = withLatinDigits(text).trim().split(/\D+/)
  if (more.length) return undefined
  const yearLength = first.length > 4 ? 4 : 2
  const [month, year] = second === undefined ? [first.slice(0, -yearLength), first.slice(-yearLength)] : [first, second]
  if (!month || !year || month.length > 2 || (year.length !== 2 && year.length !== 4)) return undefined
  const expiry = { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) }
  return expiry.month >= 1 && expiry.month <= 12 && expiry.year < 2100 ? expiry : undefined
}

/** A card is good to the last day of its month, wherever the buyer is. */
export const isPast = ({ month, year }: Expiry, now: Date) => now.getTime() >= Date.UTC(year, month, 1, 12)

const twoDigits = (value: number) => String(value).padStart(2, '0')

export const formatExpiry = ({ month, year }: Expiry) => `${twoDigits(month)}/${twoDigits(year % 100)}`

/** The slash while typing: "3" stays, "4" becomes "04/", "12" becomes "12/". What already holds a slash is left alone. */
export function withSlash(text: string): string {
  if (!/^\d+$/.test(text)) return text
  const digits = /^[2-9]/.test(text) ? `0${text}` : text
  return digits.length >= 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}
