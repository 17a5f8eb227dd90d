import { pageOf } from './pages.ts'

/** Where the next page of a list by time begins. The id separates rows of one millisecond. */
export type Place = { at: Date; id: string }

const toCursor = ({ at, id }: Place) => Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

function parseCursor(cursor: string, id: RegExp): Place | undefined {
  const [time = '', rowId = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const place = { at: new Date(Number(time)), id: rowId }
  return /^\d{1,15}$/.test(time) && id.test(rowId) && toCursor(place) === cursor ? place : undefined
}

type List<Row> = { limit: number; placeOf: (row: Row) => Place }

/** A page of `limit` rows; the caller reads `limit + 1`. */
export const toPlacedPage = <Row>(rows: Row[], { limit, placeOf }: List<Row>) =>
  pageOf(rows, { limit, cursorOf: (row) => toCursor(placeOf(row)) })

/** Lists from `cursor`, or from the start; undefined for an unknown one. `id`: of a whole id. */
export async function listFromPlace<Rows>(
  cursor: string | undefined,
  { id, list }: { id: RegExp; list: (before: Place | undefined) => Promise<Rows> },
) {
  if (cursor === undefined) return list(undefined)
  const before = parseCursor(cursor, id)
  return before && list(before)
}
