import type { Page } from '../checkout/ports/list-pages.ts'

const toCursor = (id: number) => Buffer.from(String(id)).toString('base64url')

/** Undefined for a cursor that no list has made. */
function parseCursor(cursor: string) {
  const id = Buffer.from(cursor, 'base64url').toString()
  return /^\d{1,15}$/.test(id) && toCursor(Number(id)) === cursor ? Number(id) : undefined
}

/** A page of `limit` rows. The caller reads one more, which shows that the list goes on. */
export function pageOf<Row>(
  rows: Row[],
  { limit, cursorOf }: { limit: number; cursorOf: (row: Row) => string },
): Page<Row> {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: rows.length > limit && last ? cursorOf(last) : null }
}

/** Like `pageOf`, for rows with a numeric id, which the items do not have. */
export function toPage<Row extends { id: number }, Item>(
  rows: Row[],
  { limit, toItem }: { limit: number; toItem: (row: Row) => Item },
): Page<Item> {
  const { data, nextCursor } = pageOf(rows, { limit, cursorOf: ({ id }) => toCursor(id) })
  return { data: data.map(toItem), nextCursor }
}

/** Lists from `cursor`, or from the start; undefined for an unknown cursor. */
export async function listFrom<Item>(
  cursor: string | undefined,
  list: (id: number | null) => Promise<Page<Item>>,
) {
  if (cursor === undefined) return list(null)
  const id = parseCursor(cursor)
  return id === undefined ? undefined : list(id)
}
