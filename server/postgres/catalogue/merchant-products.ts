import { CheckoutError } from '../../checkout/errors.ts'
import type { ProductUpdate } from '../../checkout/ports/platform-records.ts'
import { notForSale, productChanged, productNotFound } from '../../checkout/sessions/stock.ts'
import { madeBefore } from '../../checkout/sessions/used-keys.ts'
import type { Product, VariantUpdate } from '../../contract/merchant.ts'
import type { Pool } from '../database.ts'
import { takeKey } from '../sessions/idempotency-keys.ts'
import { lockCurrent, replaceProduct } from './platform-products.ts'
import { type GivenVariant, type LockedVariant, isSameVariant } from './product-variants.ts'
import { findProduct } from './products.ts'

/** All variants as they are to be. @throws {CheckoutError} variant_not_found, invalid_request */
function variantsAfter(slug: string, existing: LockedVariant[], changes: VariantUpdate[]) {
  const after = existing.map(({ size, colorName }): GivenVariant => {
    return { size, colorName, stock: null }
  })
  for (const [index, { size, colorName, stock, delta = 0 }] of changes.entries()) {
    const at = existing.findIndex(isSameVariant({ size, colorName }))
    const known = existing[at]
    if (!known) {
      const item = { product: slug, size: size ?? undefined, color: colorName ?? undefined }
      throw notForSale({ ...item, quantity: 1 }, { type: 'no_variant', choices: existing })
    }
    const { forSale } = known
    if (delta < 0 && forSale + delta < 0)
      throw new CheckoutError(
        'invalid_request',
        `variants[${index}].delta: must be at least ${-Math.max(0, forSale)}, because no more is for sale now`,
      )
    after[at] = {
      size,
      colorName,
      ...(stock === undefined ? { stock: null, delta } : { stock }),
    }
  }
  return after
}

/**
 * Changes what is given, all of it or nothing. A count is of what is on hand, held units included,
 * as the platform's is.
 * @throws {CheckoutError} product_not_found, product_changed, variant_not_found, invalid_request
 */
export const updateProduct = (pool: Pool, { edit, change, key, isExpected }: ProductUpdate) =>
  pool.transaction(async (tx): Promise<Product> => {
    const { storeId, slug } = edit
    const isFirst = !key || !madeBefore(await takeKey(tx, key, {}))
    const current = isFirst ? await lockCurrent(tx, edit) : undefined
    const before = await findProduct(tx, storeId, slug)
    if (!before) throw productNotFound(slug)
    if (!current) return before
    if (!isExpected(before)) throw productChanged(slug)
    const { variants = [], ...fields } = change
    const existing = current.variants.filter(({ removed }) => !removed)
    const product = { ...fields, variants: variantsAfter(slug, existing, variants) }
    await replaceProduct(tx, { current, product, edit, origin: { reason: 'api', actor: null } })
    return (await findProduct(tx, storeId, slug)) ?? before
  })
