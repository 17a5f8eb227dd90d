import type { StockReason } from '../../checkout/sessions/stock.ts'
import type { Page, PageQuery } from '../../checkout/ports/list-pages.ts'
import type { Unsaid } from '../../checkout/stores/seller.ts'
import type { ProductFields } from '../../checkout/sessions/catalogue.ts'

/** A product in a list. `price` is in the minor unit of the store's currency. */
export type ProductSummary = {
  slug: string
  name: string
  imageUrl: string | null
  price: number
  archived: boolean
  variants: number
  /** Of all variants together. */
  forSale: number
  /** The variant with the least for sale. */
  lowest: {
    size: string | null
    colorName: string | null
    stock: number
    supplied: number
  } | null
  /** Units that there have ever been, of all variants together. */
  supplied: number
  /** How many variants have little for sale, or nothing. */
  low: number
  /** How many units of all variants were sold or are held and do not exist. */
  owed: number
}

/** `search`: a part of the name or slug; empty for all. */
export type ProductQuery = PageQuery & { search: string; show: 'for_sale' | 'archived' | 'all' }

/** `held`: for payments under way. `forSale`: on hand minus held; below 0 when units are owed. */
export type CatalogueVariant = {
  id: string
  size: string | null
  colorName: string | null
  onHand: number
  held: number
  forSale: number
  /** Units that there have ever been. */
  supplied: number
}

export type CatalogueProduct = ProductFields & {
  slug: string
  imageUrl: string | null
  archived: boolean
  variants: CatalogueVariant[]
  /** What the store must still say before it may take real money. */
  missing: Unsaid[]
  /** How many sessions can still be paid, without those being paid now. */
  openSessions: number
}

export type StockHistoryLine = {
  at: Date
  size: string | null
  colorName: string | null
  delta: number
  /** What somebody counted; null for other changes. */
  counted: number | null
  reason: StockReason
  orderNumber: string | null
  /** The member's email. */
  actor: string | null
}

export type StockHistory = Page<StockHistoryLine> & { productName: string }
