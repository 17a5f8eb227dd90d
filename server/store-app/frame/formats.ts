import { isCurrency, moneyFormat } from '../../checkout/money.ts'
import { type Html, html } from '../../web/html.ts'

const NO_BREAK = '\u00a0'

/** `language`: BCP 47; `timeZone`: IANA; `currency`: ISO 4217. */
export type Locale = { language: string; timeZone: string; currency: string }

export type Formats = ReturnType<typeof createFormats>

/** The formatters used last are kept: making one takes longer than most pages. */
const known = new Map<string, Formats>()
const MAX_KNOWN = 500

/** The store's way to write amounts, numbers and times. A page with times names their zone once. */
export function formatsOf({ language, timeZone, currency }: Locale): Formats {
  const key = [language, timeZone, currency].join(' ')
  const formats = known.get(key) ?? createFormats({ language, timeZone, currency })
  known.delete(key)
  known.set(key, formats)
  const [oldest = ''] = known.keys()
  if (known.size > MAX_KNOWN) known.delete(oldest)
  return formats
}

function createFormats({ language, timeZone, currency: own }: Locale) {
  const parts = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  } as const
  const instantFormat = new Intl.DateTimeFormat(language, parts)
  const secondFormat = new Intl.DateTimeFormat(language, { ...parts, second: '2-digit' })
  const dayFormat = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const numberFormat = new Intl.NumberFormat(language)
  const percentFormat = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  const moneyFormats = new Map<string, ReturnType<typeof moneyFormat>>()
  return {
    /** `amount` in the minor unit, which is all that is known of an unknown currency. */
    money(amount: number, currency = own) {
      if (!isCurrency(currency)) return `${amount}${NO_BREAK}${currency}`
      const format = moneyFormats.get(currency) ?? moneyFormat(language, currency)
      moneyFormats.set(currency, format)
      return format(amount)
    },
    instant: (at: Date) => momentText(at, instantFormat),
    timeZone,
    /** A moment in the store's zone. */
    time: (at: Date): Html =>
      html`<time datetime="${at.toISOString()}">${momentText(at, instantFormat)}</time>`,
    /** The same to the second. */
    second: (at: Date): Html =>
      html`<time datetime="${at.toISOString()}">${momentText(at, secondFormat)}</time>`,
    /** A day of the calendar, `2026-11-21`. */
    day: (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`)),
    number: (value: number) => numberFormat.format(value),
    /** A share: 0.25 is 25 %. */
    percent: (share: number) => percentFormat.format(share),
  }
}

/**
 * Between the day and the time a line may break, nowhere else. Before AM and PM Node 24 writes a narrow
 * space (U+202F) and Node 26 a usual one: here both become the same.
 */
function momentText(at: Date, format: Intl.DateTimeFormat) {
  const parts = format.formatToParts(at)
  const endOfDay = parts.findLastIndex(
    ({ type }) => type === 'day' || type === 'month' || type === 'year',
  )
  return parts
    .map(({ value }, index) =>
      index === endOfDay + 1 ? value : value.replaceAll(/[ \u202f]/g, NO_BREAK),
    )
    .join('')
}

type Variant = { size: string | null; color: string | null; quantity?: number }

/** "M · Sand · Qty 2"; without a quantity "M · Sand", which may be nothing. */
export const variantView = ({ size, color, quantity }: Variant) =>
  [size, color]
    .flatMap((name) => (name === null ? [] : html`<bdi>${name}</bdi>`))
    .concat(quantity === undefined ? [] : html`Qty${NO_BREAK}${quantity}`)
    .map((part, index) => (index === 0 ? part : html` · ${part}`))

/** Text from right to left keeps to itself where no markup can say so (U+2068 and U+2069). */
export const isolated = (text: string) => `\u2068${text}\u2069`

/** A count with its noun: "1 unit", "2 units". */
/** Of a count that ends at `most`, such as "99+". */
export const boundedCount = (count: number, most: number) =>
  count < most ? String(count) : `${most - 1}+`

export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
