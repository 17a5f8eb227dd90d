import type { Actor } from '../../../checkout/stores/audit.ts'
import type { FileProblem } from './import-file.ts'
import type { ProductTexts, TextColumn } from './product-texts.ts'

/** What a file says of a product, by the names of its columns. */
export type ProductColumns = {
  name: string
  description: string | null
  price: number
  archived: boolean
  max_per_order: number
  image_url: string | null
  withdrawal_days: number
  withdrawal_reason: string | null
}

/** `stock`: the count on hand with units held for payments; below 0 when too many were sold. */
export type FileProduct = ProductColumns &
  ProductTexts & {
    slug: string
    variants: { size: string | null; colorName: string | null; stock: number }[]
  }

/** A product as the file states it. Other columns stay, and so does a stock of null. */
export type StatedProduct = {
  line: number
  slug: string
  columns: Pick<ProductColumns, 'name' | 'price'> & {
    [Name in keyof ProductColumns]?: ProductColumns[Name] | undefined
  }
  texts: { line: number; column: TextColumn; text: string | null }[]
  variants: { line: number; size: string | null; colorName: string | null; stock: number | null }[]
}

/** How many products are new, changed or as before; or why nothing was imported. */
export type ImportResult =
  | { created: number; changed: number; unchanged: number; problems?: undefined }
  | { problems: FileProblem[] }

export type ProductFile = { products: StatedProduct[]; currency: string; actor: Actor }
