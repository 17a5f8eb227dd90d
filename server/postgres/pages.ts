import type { Page } from '../checkout/ports/list-pages.ts'

const toCursor = (id: number) => Buffer.from(String(id)).toString('base64url')

/** The id that a cursor stands for; undefined when no list has handed it out. */
function parseCursor(cursor: string) {
  const id = Buffer.from(cursor, 'base64url').toString()
  return /^\d{1,15}$/.test(id) && toCursor(Number(id)) === cursor ? Number(id) : undefined
}

/**
 * A page of `limit` rows out of `limit + 1` that were asked for: the row too many says that the
 * list goes on.
 */
export function pageOf<Row>(
  rows: Row[],
  { limit, cursorOf }: { limit: number; cursorOf: (row: Row) => string },
): Page<Row> {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: rows.length > limit && last ? cursorOf(last) : null }
}

/** The same of rows that are named by a number, as items without it. */
export function toPage<Row extends { id: number }, Item>(
  rows: Row[],
  { limit, toItem }: { limit: number; toItem: (row: Row) => Item },
): Page<Item> {
  const { data, nextCursor } = pageOf(rows, { limit, cursorOf: ({ id }) => toCursor(id) })
  return { data: data.map(toItem), nextCursor }
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
