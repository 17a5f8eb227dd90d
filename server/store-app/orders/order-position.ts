/**
 * Which of a store's orders somebody has seen. Payments that run at the same time are not committed
 * in the order in which they were numbered, so this is no number: `snapshot` is PostgreSQL's own
 * list of the transactions that were visible at that moment, `xmin:xmax:xip,…`.
 */
export type OrderPosition = { at: Date; snapshot: string }

/**
 * Of at most 200 open transactions: PostgreSQL has 100 connections unless told otherwise, and each
 * order is looked for among them.
 */
const POSITION = /^(\d{13})-(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19}){0,199})?)$/

/** A page waits no longer than this for what it has missed: it is loaded again instead. */
const MAX_AGE_MS = 3_600_000

export const formatPosition = ({ at, snapshot }: OrderPosition) => `${at.getTime()}-${snapshot}`

/**
 * Undefined for a text that `formatPosition` has not made, and for a position that is too old to go
 * on from.
 */
export function parsePosition(text: string, now: Date): OrderPosition | undefined {
  const [, at = '', snapshot = ''] = POSITION.exec(text) ?? []
  const age = now.getTime() - Number(at)
  return snapshot !== '' && age < MAX_AGE_MS ? { at: new Date(Number(at)), snapshot } : undefined
}

/** The oldest transaction that was open at that moment: every one before it was over. */
export const oldestOpen = ({ snapshot }: OrderPosition) => BigInt(snapshot.split(':')[0] ?? 0)

/** Whether what that transaction did was not visible yet. */
export function isNewSince({ snapshot }: OrderPosition, placedIn: string) {
  const [xmin = '', xmax = '', open = ''] = snapshot.split(':')
  const transaction = BigInt(placedIn)
  return (
    transaction >= BigInt(xmax) ||
    (transaction >= BigInt(xmin) && open.split(',').includes(placedIn))
  )
}
