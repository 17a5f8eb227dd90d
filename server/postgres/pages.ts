export type Page<Item> = { data: Item[]; nextCursor: string | null }

const toCursor = (id: number) => Buffer.from(String(id)).toString('base64url')

/** The id that a cursor stands for; undefined when no list has handed it out. */
function parseCursor(cursor: string) {
  const id = Buffer.from(cursor, 'base64url').toString()
  return /^\d{1,15}$/.test(id) && toCursor(Number(id)) === cursor ? Number(id) : undefined
}

/**
 * A page of `limit` items out of `limit + 1` rows that were asked for: the row too many says that
 * the list goes on.
 */
export function toPage<Row extends { id: number }, Item>(
  rows: Row[],
  { limit, toItem }: { limit: number; toItem: (row: Row) => Item },
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toItem),
    nextCursor: rows.length > limit && last ? toCursor(last.id) : null,
  }
}

/** Lists from where `cursor` says, or from the start; undefined when the cursor is none of ours. */
export async function listFrom<Item>(
  cursor: string | undefined,
  list: (id: number | null) => Promise<Page<Item>>,
) {
  if (cursor === undefined) return list(null)
  const id = parseCursor(cursor)
  return id === undefined ? undefined : list(id)
}
