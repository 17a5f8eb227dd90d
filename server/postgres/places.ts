import { pageOf } from './pages.ts'

/**
 * A place in a list by time, where its next page begins. The id tells rows of the same millisecond
 * apart.
 */
export type Place = { at: Date; id: string }

const toCursor = ({ at, id }: Place) => Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

function parseCursor(cursor: string, id: RegExp): Place | undefined {
  const [time = '', rowId = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const place = { at: new Date(Number(time)), id: rowId }
  return /^\d{1,15}$/.test(time) && id.test(rowId) && toCursor(place) === cursor ? place : undefined
}

type List<Row> = { limit: number; placeOf: (row: Row) => Place }

/** A page of `limit` rows out of `limit + 1` that were asked for. */
export const toPlacedPage = <Row>(rows: Row[], { limit, placeOf }: List<Row>) =>
  pageOf(rows, { limit, cursorOf: (row) => toCursor(placeOf(row)) })

/**
 * Lists from where `cursor` says, or from the start; undefined when no list of rows with such ids
 * has handed it out. `id`: of a whole id.
 */
export async function listFromPlace<Rows>(
  cursor: string | undefined,
  { id, list }: { id: RegExp; list: (before: Place | undefined) => Promise<Rows> },
) {
  if (cursor === undefined) return list(undefined)
  const before = parseCursor(cursor, id)
  return before && list(before)
}
