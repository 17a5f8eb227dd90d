import type { StockReason } from '../../checkout/stock.ts'
import type { Page, PageQuery } from '../../checkout/ports/list-pages.ts'
import type { ProductImportRecords } from './product-imports.ts'
import type { CatalogueChanges, ProductFields } from '../../checkout/catalogue.ts'

/**
 * A product as the store application lists it. `price` is in the minor unit of the store's
 * currency.
 */
export type ProductSummary = {
  slug: string
  name: string
  imageUrl: string | null
  price: number
  archived: boolean
  variants: number
  /** Of all variants together. */
  forSale: number
  /** Of the variant with the least. */
  leastForSale: number
  /** Units of all variants together that are sold or held and not there. */
  owed: number
}

/** `search`: a part of the name or slug, empty for all. */
export type ProductQuery = PageQuery & { search: string; show: 'for_sale' | 'archived' | 'all' }

/**
 * `held`: for payments that are under way. `forSale` is what is on hand less those; below 0, so many
 * are owed.
 */
export type CatalogueVariant = {
  id: string
  size: string | null
  colorName: string | null
  onHand: number
  held: number
  forSale: number
}

export type CatalogueProduct = ProductFields & {
  slug: string
  imageUrl: string | null
  archived: boolean
  variants: CatalogueVariant[]
  /** How many sessions buyers could still pay, without those whose payment is under way. */
  openSessions: number
}

/** One line of the history of a product's stock. */
export type StockHistoryLine = {
  at: Date
  size: string | null
  colorName: string | null
  delta: number
  /** What was on hand by a count; null when nobody has counted. */
  counted: number | null
  reason: StockReason
  orderNumber: string | null
  /** The member's email address. */
  actor: string | null
}

export type StockHistory = Page<StockHistoryLine> & { productName: string }

export type CatalogueRecords = CatalogueChanges &
  ProductImportRecords & {
    /** Newest first. */
    listProducts(storeId: string, query: ProductQuery): Promise<Page<ProductSummary> | undefined>
    findProduct(storeId: string, slug: string): Promise<CatalogueProduct | undefined>
    /** Newest first; undefined when there is no such product or cursor. */
    listStockHistory(
      storeId: string,
      slug: string,
      query: PageQuery,
    ): Promise<StockHistory | undefined>
  }
