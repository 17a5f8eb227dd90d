import { takingProvider } from '../../checkout/checkout-deps.ts'
import { currencyDigits, priceText } from '../../checkout/money.ts'
import type { AmountRule } from '../../checkout/ports/provider.ts'
import { MAX_AMOUNT } from '../../contract/fields.ts'
import type { StoreAppContext, Viewer } from './store-app-context.ts'

/** `amounts`: what can be charged in the currency; undefined when nothing can. */
export type Money = { currency: string; amounts: AmountRule | undefined }

export const moneyOf = ({ checkout }: StoreAppContext, { store }: Viewer): Money => ({
  currency: store.currency,
  amounts: takingProvider(checkout, store).amountRule(store.currency),
})

/** Arabic, Persian and full-width digits as 0 to 9: their last four bits are their value. */
export const withLatinDigits = (text: string) =>
  text.replaceAll(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15))

type PriceResult = { amount: number; problem?: undefined } | { amount?: undefined; problem: string }

/** Between the digits of a number, where it is written in groups of three. */
const GROUPED = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/

/** Arabic has a mark for decimals that is nothing else. */
const ARABIC_POINT = '٫'

/**
 * A price as a merchant writes it, in the currency's minor unit: "19.90", "19,90", "1 990",
 * "1.990,00", "١٩٫٩٠". What could mean two prices is not guessed.
 */
export function parsePrice(text: string, currency: string, maximum = MAX_AMOUNT): PriceResult {
  const digits = currencyDigits(currency)
  const written = withLatinDigits(text)
    .trim()
    .replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
    .replaceAll(/[’٬]/g, "'")
  if (written === '') return { problem: 'Enter a price.' }
  const point = decimalPointOf(written, digits)
  if (point === 'ambiguous') return { problem: ambiguous(written, currency) }
  const [whole, decimals] =
    point === undefined ? [written, ''] : [written.slice(0, point), written.slice(point + 1)]
  const isNumber = (/^\d*$/.test(whole) || GROUPED.test(whole)) && /^\d*$/.test(decimals)
  if (!isNumber || (point === undefined ? whole : decimals) === '') {
    return { problem: `Write the price as a number, such as ${priceText(1990, currency)}.` }
  }
  if (decimals.length > digits) return { problem: tooPrecise(currency) }
  return toAmount(whole.replaceAll(/\D/g, '') + decimals.padEnd(digits, '0'), { currency, maximum })
}

/** Where the decimals begin; undefined when there are none. */
function decimalPointOf(text: string, digits: number) {
  if (text.includes(ARABIC_POINT)) return text.indexOf(ARABIC_POINT)
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const [whole, decimals] = [text.slice(0, point), text.slice(point + 1)]
  const mark = text[point]
  if (point < 0 || (mark !== undefined && whole.includes(mark))) return undefined
  // One mark before three digits: a thousand, or decimals?
  if (!/^[1-9]\d{0,2}$/.test(whole) || decimals.length !== 3) return point
  if (digits === 0) return undefined
  return digits === 3 && mark === '.' ? point : 'ambiguous'
}

function ambiguous(text: string, currency: string) {
  const [whole = '', decimals = ''] = text.split(/[.,]/)
  const digits = currencyDigits(currency)
  const cents = decimals.padEnd(digits, '0').slice(0, digits)
  return `“${text}” can be read in two ways: write ${whole}${decimals}.${'0'.repeat(digits)} or ${whole}.${cents}.`
}

function tooPrecise(currency: string) {
  const digits = currencyDigits(currency)
  return digits === 0
    ? `A price in ${currency} has no decimals.`
    : `A price in ${currency} has at most ${digits} decimals.`
}

function toAmount(
  minorUnits: string,
  { currency, maximum }: { currency: string; maximum: number },
): PriceResult {
  const amount = Number(minorUnits)
  return amount <= maximum
    ? { amount }
    : { problem: `The price can be ${priceText(maximum, currency)} at most.` }
}
