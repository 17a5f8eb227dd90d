import type { Actor } from './audit.ts'

export type ProductFields = { name: string; description: string | null; price: number }

/** `stock`: the count on hand. */
export type NewVariant = { size: string | null; colorName: string | null; stock: number }

export type NewProduct = ProductFields & { slug: string; variants: NewVariant[] }

/**
 * A field that is left out stays as it is. `removed`: ids of variants; all others keep their stock.
 */
export type ProductChange = Partial<ProductFields> & { removed: string[]; added: NewVariant[] }

/** Which product, of which store, and who changes it. */
export type ProductEdit = { storeId: string; slug: string; actor: Actor }

/**
 * What has become of a change of stock. `onHand`: how many units there are after it; `forSale`: those
 * less what payments hold, below 0 when so many are owed. `below_zero`: less than nothing would be
 * on hand, and nothing was changed.
 */
export type StockChange =
  | { type: 'changed'; onHand: number; forSale: number }
  | { type: 'no_variant' }
  | { type: 'below_zero' }

/** How a store's own members change what it sells. */
export type CatalogueChanges = {
  /** False when the store has a product of that slug. */
  createProduct(storeId: string, product: NewProduct, actor: Actor): Promise<boolean>
  /**
   * False when there is no such product, or its variants are no longer those that the change was
   * made for.
   */
  changeProduct(edit: ProductEdit, change: ProductChange): Promise<boolean>
  /** False when there is no such product. It may be archived already. */
  archiveProduct(edit: ProductEdit): Promise<boolean>
  restoreProduct(edit: ProductEdit): Promise<boolean>
  changeVariantStock(
    edit: ProductEdit,
    change: { variantId: string; delta: number },
  ): Promise<StockChange>
}
