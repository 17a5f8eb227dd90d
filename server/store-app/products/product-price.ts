import { findAmountProblem } from '../../checkout/amounts.ts'
import { takingProvider } from '../../checkout/checkout-deps.ts'
import type { AmountRule } from '../../checkout/ports/provider.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { parsePrice, priceText } from '../frame/price.ts'

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
  switch (problem?.type) {
    case undefined:
      return price
    case 'currency':
      return {
        problem: `Nothing can be sold in ${currency}: the payment provider does not take it.`,
      }
    case 'too_little':
      return {
        problem: `The price must be ${priceText(problem.least, currency)} at least: the payment provider takes no less.`,
      }
    case 'too_much':
      return {
        problem: `The price can be ${priceText(problem.most, currency)} at most: the payment provider takes no more.`,
      }
    case 'uneven':
      return {
        problem: `The price must be a multiple of ${priceText(problem.step, currency)}: the payment provider takes no other.`,
      }
  }
}
