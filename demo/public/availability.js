/** @typedef {{ size: string | null, colorName: string | null, stock: number }} Variant */
/** @typedef {{ size: string | null, color: string | null }} Choice */

/** The page says how many are left when there are no more than these. */
const FEW = 3

/**
 * @param {readonly Variant[]} variants
 * @param {Choice} choice
 */
export const findVariant = (variants, choice) =>
  variants.find(({ size, colorName }) => size === choice.size && colorName === choice.color)

/** @param {number} stock */
export function describeStock(stock) {
  if (stock === 0) return 'Sold out'
  return stock <= FEW ? `Only ${stock} left` : 'In stock'
}

/**
 * How many can be bought of this choice. 0 when there is no such variant.
 * @param {readonly Variant[]} variants
 * @param {Choice} choice
 */
export const stockOf = (variants, choice) => findVariant(variants, choice)?.stock ?? 0

/** @param {readonly Variant[]} variants */
export const totalStock = (variants) => variants.reduce((sum, { stock }) => sum + stock, 0)
