import { LOW_STOCK } from '../frame/stock-limit.ts'
import type { Formats } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'
import { findAmountProblem } from '../../checkout/amounts.ts'
import { takingProvider } from '../../checkout/checkout-deps.ts'
import type { AmountRule } from '../../checkout/ports/provider.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { parsePrice, priceText } from '../frame/price.ts'

type Names = { size: string | null; colorName: string | null }

/** "M, Sand"; empty for the one variant of a product without sizes and colours. */
export const variantName = ({ size, colorName }: Names) =>
  [size, colorName].filter((name) => name !== null).join(', ')

/** The same as markup, in which each name keeps its own direction of writing. */
export function variantView({ size, colorName }: Names): Html {
  const names = [size, colorName]
    .filter((name) => name !== null)
    .map((name) => html`<bdi>${name}</bdi>`)
  return names.length === 0
    ? html`One variant`
    : html`${names.map((name, index) => (index === 0 ? name : html`, ${name}`))}`
}

/** `least`: of the variant with the least; `owed`: sold or held, and not there. */
type Stock = { forSale: number; least: number; owed: number }

export function stockBadge({ forSale, least, owed }: Stock, formats: Formats): Html | undefined {
  if (owed > 0) return html`<span class="badge danger">${formats.number(owed)} owed</span>`
  if (forSale === 0) return html`<span class="badge danger">Sold out</span>`
  return least <= LOW_STOCK ? html`<span class="badge warning">Low stock</span>` : undefined
}

export const ARCHIVED_BADGE = html`<span class="badge">Archived</span>`

/** The store's currency, and what can be charged in it; undefined for nothing. */
export type Money = { currency: string; amounts: AmountRule | undefined }

export const moneyOf = ({ checkout }: StoreAppContext, { store }: Viewer): Money => ({
  currency: store.currency,
  amounts: takingProvider(checkout, store).amountRule(store.currency),
})

/** A price as a merchant writes it, if the payment provider takes it. */
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
