export type Page<Item> = { data: Item[]; nextCursor: string | null }

/** A list answers undefined instead of a page when it does not know the cursor. */
export type PageQuery = { limit: number; cursor?: string | undefined }
