/**
 * Which orders somebody has seen. It is no number, because payments do not commit in the order of
 * their numbers. `snapshot` is PostgreSQL's list of the transactions that were visible:
 * `xmin:xmax:xip,…`.
 */
export type OrderPosition = { at: Date; snapshot: string }

/** At most 200 open transactions, since each order is looked up in them (usually 100). */
const POSITION = /^(\d{13})-(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19}){0,199})?)$/

/** A page that was away for longer is loaded again. */
const MAX_AGE_MS = 3_600_000

export const formatPosition = ({ at, snapshot }: OrderPosition) => `${at.getTime()}-${snapshot}`

/** Undefined for text that `formatPosition` did not make, and for a position that is too old. */
export function parsePosition(text: string, now: Date): OrderPosition | undefined {
  const [, at = '', snapshot = ''] = POSITION.exec(text) ?? []
  const age = now.getTime() - Number(at)
  return snapshot !== '' && age < MAX_AGE_MS ? { at: new Date(Number(at)), snapshot } : undefined
}

/** All transactions before this one had ended. */
export const oldestOpen = ({ snapshot }: OrderPosition) => BigInt(snapshot.split(':')[0] ?? 0)

/** Whether that transaction was not visible yet. */
export function isNewSince({ snapshot }: OrderPosition, placedIn: string) {
  const [xmin = '', xmax = '', open = ''] = snapshot.split(':')
  const transaction = BigInt(placedIn)
  return (
    transaction >= BigInt(xmax) ||
    (transaction >= BigInt(xmin) && open.split(',').includes(placedIn))
  )
}
