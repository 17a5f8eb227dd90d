import { pageOf } from './pages.ts'

/** Where the next page of a list by time begins. The id separates rows of one millisecond. */
export type Cursor = { at: Date; id: string }

const toText = ({ at, id }: Cursor) => Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

function parseCursor(text: string, id: RegExp): Cursor | undefined {
  const [time = '', rowId = ''] = Buffer.from(text, 'base64url').toString().split('.')
  const cursor = { at: new Date(Number(time)), id: rowId }
  return /^\d{1,15}$/.test(time) && id.test(rowId) && toText(cursor) === text ? cursor : undefined
}

type List<Row> = { limit: number; cursorOf: (row: Row) => Cursor }

/** A page of `limit` rows; the caller reads `limit + 1`. */
export const toPageByTime = <Row>(rows: Row[], { limit, cursorOf }: List<Row>) =>
  pageOf(rows, { limit, cursorOf: (row) => toText(cursorOf(row)) })

/** Lists from `cursor`, or from the start; undefined for an unknown one. `id`: of a whole id. */
export async function listByTime<Rows>(
  cursor: string | undefined,
  { id, list }: { id: RegExp; list: (before: Cursor | undefined) => Promise<Rows> },
) {
  if (cursor === undefined) return list(undefined)
  const before = parseCursor(cursor, id)
  return before && list(before)
}
