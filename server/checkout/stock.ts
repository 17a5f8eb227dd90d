import type { CheckoutItem } from '../contract/merchant.ts'
import { CheckoutError } from './errors.ts'
import type { NotForSale, VariantNames } from './ports/session-creation.ts'

/** Why a variant's stock has changed. */
export type StockReason = 'sale' | 'edit' | 'refund_return' | 'import' | 'platform' | 'removal'

const join = (words: (string | null | undefined)[]) =>
  words.filter((word) => word !== null && word !== undefined).join(', ')

const nameOf = (productName: string, { size, color }: CheckoutItem) => {
  const choice = join([size, color])
  return choice ? `${productName} (${choice})` : productName
}

function variantNotFound({ product, size, color }: CheckoutItem, choices: VariantNames[]) {
  const has = (field: 'size' | 'colorName') => choices.some((variant) => variant[field] !== null)
  const superfluous = [
    size !== undefined && !has('size') && 'size',
    color !== undefined && !has('colorName') && 'color',
  ].filter((field) => field !== false)
  if (superfluous.length > 0) {
    const what = superfluous.map((field) => `${field}s`).join(' or ')
    return new CheckoutError(
      'variant_not_found',
      `"${product}" has no ${what}; leave ${superfluous.join(' and ')} out.`,
    )
  }
  const existing = choices.map((variant) => join([variant.size, variant.colorName])).join('; ')
  return new CheckoutError(
    'variant_not_found',
    `"${product}" has no such combination of size and color. It comes in: ${existing}.`,
  )
}

/** Why this item is not sold, in the words of spec §7. */
export function notForSale(item: CheckoutItem, why: NotForSale): CheckoutError {
  switch (why.type) {
    case 'no_product':
      return productNotFound(item.product)
    case 'no_variant':
      return variantNotFound(item, why.choices)
    case 'too_few':
      return tooFewLeft(nameOf(why.productName, item), why.left)
  }
}

/** The error for a quantity of which only `left` units are there; `left` is less than that. */
export const tooFewLeft = (name: string, left: number) =>
  left === 0
    ? new CheckoutError('sold_out', `${name} is sold out.`)
    : new CheckoutError('insufficient_stock', `Only ${left} left of ${name}; lower the quantity.`, {
        left,
      })

/** The same words whether the store has no such product or does not sell it any more. */
export const productNotFound = (slug: string) =>
  new CheckoutError('product_not_found', `There is no product "${slug}" in this store.`)
