import { priceText } from '../../checkout/money.ts'
import type { Stock } from '../frame/stock-badge.ts'
import type { Formats } from '../frame/formats.ts'
import { type Html, html } from '../../web/html.ts'
import { findAmountProblem } from '../../checkout/amounts.ts'
import { type Money, parsePrice } from '../frame/price.ts'

type Names = { size: string | null; colorName: string | null }

/** "M, Sand"; empty for the only variant of a product without sizes and colors. */
export const variantName = ({ size, colorName }: Names) =>
  [size, colorName].filter((name) => name !== null).join(', ')

/** The same as markup, with each name in its own writing direction. */
export function variantView({ size, colorName }: Names): Html {
  const names = [size, colorName]
    .filter((name) => name !== null)
    .map((name) => html`<bdi>${name}</bdi>`)
  return names.length === 0
    ? html`One variant`
    : html`${names.map((name, index) => (index === 0 ? name : html`, ${name}`))}`
}

/** In words: "12 for sale". */
export const leftView = (
  { forSale, supplied }: Pick<Stock, 'forSale' | 'supplied'>,
  formats: Formats,
) =>
  forSale > 0 || (forSale === 0 && supplied === 0)
    ? html`${formats.number(forSale)} for sale`
    : html`Sold out`

export const ARCHIVED_BADGE = html`<span class="badge">Archived</span>`

/** A price as merchants write it, if the payment provider accepts it. */
export function parseProductPrice(
  text: string,
  { currency, amounts }: Money,
): ReturnType<typeof parsePrice> {
  const price = parsePrice(text, currency)
  const problem = price.amount === undefined ? undefined : findAmountProblem(price.amount, amounts)
  const refused = (rule: string, reason: string) => ({
    problem: `The price ${rule}: the payment provider takes no ${reason}.`,
  })
  switch (problem?.type) {
    case undefined:
      return price
    case 'currency':
      return {
        problem: `Nothing can be sold in ${currency}: the payment provider does not take it.`,
      }
    case 'too_little':
      return refused(`must be ${priceText(problem.least, currency)} at least`, 'less')
    case 'too_much':
      return refused(`can be ${priceText(problem.most, currency)} at most`, 'more')
    case 'uneven':
      return refused(`must be a multiple of ${priceText(problem.step, currency)}`, 'other')
  }
}
