/** Where a list by time goes on; rows of the same millisecond are told apart by their ids. */
export type Place = { at: Date; id: string }

const toCursor = ({ at, id }: Place) => Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

/** Undefined when no list of rows with such ids has handed it out. `id`: of a whole id. */
export function parseCursor(cursor: string, id: RegExp): Place | undefined {
  const [time = '', rowId = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const place = { at: new Date(Number(time)), id: rowId }
  return /^\d{1,15}$/.test(time) && id.test(rowId) && toCursor(place) === cursor ? place : undefined
}

type List<Row> = { limit: number; placeOf: (row: Row) => Place }

/**
 * A page of `limit` rows out of `limit + 1` that were asked for: the row too many says that the
 * list goes on.
 */
export function pageOf<Row>(rows: Row[], { limit, placeOf }: List<Row>) {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: rows.length > limit && last ? toCursor(placeOf(last)) : null }
}
