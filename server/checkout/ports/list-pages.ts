export type Page<Item> = { data: Item[]; nextCursor: string | null }

/** A list answers undefined instead of a page when it does not know the cursor. */
export type PageQuery = { limit: number; cursor?: string | undefined }

/** The first and the last day that are listed, `2026-11-21`, in the store's time zone. */
export type Days = { from?: string | undefined; to?: string | undefined }

export type ProductChoice = { slug: string; name: string }

/** `products`: by name, those for sale first, 200 at most. */
export type NarrowedList<Row> = Page<Row> & { products: ProductChoice[] }
