import { currencyDigits, isCurrency } from '../checkout/money.ts'
import { type Html, html } from './html.ts'

const LANGUAGE = 'en'
const NO_BREAK = '\u00a0'

/** A payment provider may name a currency that there is not: then the number of its smallest units is all that is known. */
export function toMoney(amount: number, currency: string) {
  if (!isCurrency(currency)) return `${amount}${NO_BREAK}${currency}`
  const digits = currencyDigits(currency)
  return new Intl.NumberFormat(LANGUAGE, {
    style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

const instantFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short',
})

/** May be broken between the day and the time, nowhere else. */
const toInstant = (instant: Date) => instantFormat.format(instant).replaceAll(' ', NO_BREAK).replace(`,${NO_BREAK}`, ', ')

export const timeView = (instant: Date): Html => html`<time datetime="${instant.toISOString()}">${toInstant(instant)}</time>`

/** "M · Sand · Qty 2" */
export const variantView = ({ size, color, quantity }: { size: string | null; color: string | null; quantity: number }) =>
  [size, color].map((name) => name === null ? undefined : html`<bdi>${name}</bdi> · `).concat(html`Qty${NO_BREAK}${quantity}`)

/** A session's id opens its page: what is shown finds the session in a log and nothing more. */
export const shortSessionId = (id: string) => `cs_…${id.slice(-4)}`
