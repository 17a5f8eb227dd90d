/** A page of a list. */
export type Page<Item> = { data: Item[]; nextCursor: string | null }

/** Lists answer undefined instead of a page when no list has handed out that cursor. */
export type PageQuery = { limit: number; cursor?: string | undefined }
