import type { ProductSafety } from '../../contract/product-safety.ts'
import type { ProductTranslations } from '../../contract/translations.ts'
import type { Actor } from '../stores/audit.ts'
import type { PlacedPicture } from '../stores/pictures.ts'

export type ProductFields = {
  name: string
  description: string | null
  translations: ProductTranslations
  price: number
  /** How many units one order can have. */
  maxPerOrder: number
  /** For how many days its buyers may withdraw from the contract; 0: not at all. */
  withdrawalDays: number
  /** Why not at all, in the store's own words; null: a general sentence. */
  withdrawalReason: string | null
  /** Null: the store says nothing of it. */
  safety: ProductSafety | null
}

/** `stock`: units on hand. */
export type NewVariant = { size: string | null; colorName: string | null; stock: number }

export type NewProduct = ProductFields & {
  slug: string
  picture?: PlacedPicture | undefined
  variants: NewVariant[]
}

/**
 * Omitted fields stay as they are. `picture`: null removes it. `removed`: ids of variants; all others
 * keep their stock.
 */
export type ProductChange = Partial<ProductFields> & {
  picture?: PlacedPicture | null | undefined
  removed: string[]
  added: NewVariant[]
}

/** Which product of which store, and who changes it. */
export type ProductEdit = { storeId: string; slug: string; actor: Actor }

type VariantNames = { size: string | null; colorName: string | null }

/** Units to add to a variant, or to take away from it. */
export type VariantDelta = VariantNames & { delta: number }

/**
 * The result of a change of stock. `stock`: units on hand after it. `forSale`: `stock` less the
 * units that payments hold; negative when payments hold more. `below_zero`: nothing was changed,
 * because these have fewer on hand.
 */
export type StockChange =
  | { type: 'changed'; variants: (VariantNames & { stock: number; forSale: number })[] }
  | { type: 'no_variant' }
  | { type: 'below_zero'; variants: VariantNames[] }

/** How the members of a store change what it sells. */
export type CatalogueChanges = {
  /** False when the store already has a product with this slug. */
  createProduct(storeId: string, product: NewProduct, actor: Actor): Promise<boolean>
  /** False when there is no such product, or its variants have changed meanwhile. */
  changeProduct(edit: ProductEdit, change: ProductChange): Promise<boolean>
  /** False when there is no such product. A product can be archived twice. */
  archiveProduct(edit: ProductEdit): Promise<boolean>
  restoreProduct(edit: ProductEdit): Promise<boolean>
  changeStock(edit: ProductEdit, changes: VariantDelta[]): Promise<StockChange>
}
