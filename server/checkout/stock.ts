import type { CheckoutItem, Product, Variant } from '../contract/merchant.ts'
import { CheckoutError } from './errors.ts'

/** Why what there is of a variant has changed. */
export type StockReason = 'sale' | 'edit' | 'refund_return' | 'import' | 'platform'

const join = (words: (string | null)[]) => words.filter((word) => word !== null).join(', ')

const nameOf = (product: Product, { size, colorName }: Variant) => {
  const choice = join([size, colorName])
  return choice ? `${product.name} (${choice})` : product.name
}

const matches = (variant: Variant, item: CheckoutItem) =>
  variant.size === (item.size ?? null) && variant.colorName === (item.color ?? null)

function variantNotFound(product: Product, item: CheckoutItem) {
  const has = (field: 'size' | 'colorName') =>
    product.variants.some((variant) => variant[field] !== null)
  const superfluous = [
    item.size !== undefined && !has('size') && 'size',
    item.color !== undefined && !has('colorName') && 'color',
  ].filter((field) => field !== false)
  if (superfluous.length > 0) {
    const what = superfluous.map((field) => `${field}s`).join(' or ')
    return new CheckoutError(
      'variant_not_found',
      `"${product.slug}" has no ${what}; leave ${superfluous.join(' and ')} out.`,
    )
  }
  const existing = product.variants.map(({ size, colorName }) => join([size, colorName])).join('; ')
  return new CheckoutError(
    'variant_not_found',
    `"${product.slug}" has no such combination of size and color. It comes in: ${existing}.`,
  )
}

/** Why this item cannot be sold (spec §7), or undefined when nothing speaks against it. */
export function refusalOf(
  product: Product | undefined,
  item: CheckoutItem,
): CheckoutError | undefined {
  if (!product || product.archived) {
    return new CheckoutError(
      'product_not_found',
      `There is no product "${item.product}" in this store.`,
    )
  }
  const variant = product.variants.find((candidate) => matches(candidate, item))
  if (!variant) return variantNotFound(product, item)
  return stockRefusal(nameOf(product, variant), variant.stock, item.quantity)
}

export function stockRefusal(
  name: string,
  left: number,
  quantity: number,
): CheckoutError | undefined {
  if (left === 0) return new CheckoutError('sold_out', `${name} is sold out.`)
  if (left < quantity)
    return new CheckoutError(
      'insufficient_stock',
      `Only ${left} left of ${name}; lower the quantity.`,
    )
  return undefined
}
