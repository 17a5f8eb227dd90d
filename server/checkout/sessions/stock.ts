import type { CheckoutItem } from '../../contract/merchant.ts'
import { CheckoutError } from '../errors.ts'
import type { NotForSale, VariantNames } from '../ports/session-creation.ts'

export type StockReason =
  | 'sale'
  | 'edit'
  | 'refund_return'
  | 'import'
  | 'platform'
  | 'api'
  | 'removal'

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

/** The error in the words of spec §7. */
export function notForSale(item: CheckoutItem, why: NotForSale): CheckoutError {
  switch (why.type) {
    case 'no_product':
      return productNotFound(item.product)
    case 'no_variant':
      return variantNotFound(item, why.choices)
    case 'too_few':
      return tooFewLeft(nameOf(why.productName, item), why.left)
    case 'too_many':
      return new CheckoutError(
        'invalid_request',
        `items[0].quantity: must be at most ${why.most} for this product`,
      )
  }
}

/** `left`: less than was asked for. */
export const tooFewLeft = (name: string, left: number) =>
  left === 0
    ? new CheckoutError('sold_out', `${name} is sold out.`)
    : new CheckoutError('insufficient_stock', `Only ${left} left of ${name}; lower the quantity.`, {
        left,
      })

/** The same message for a missing and an archived product. */
export const productNotFound = (slug: string) =>
  new CheckoutError('product_not_found', `There is no product "${slug}" in this store.`)

export const productChanged = (slug: string) =>
  new CheckoutError(
    'product_changed',
    `"${slug}" is not the version that If-Match names; read it again.`,
  )
