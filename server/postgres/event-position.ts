/**
 * Which of a store's events somebody has seen. Transactions that run at the same time are not
 * committed in the order in which they were numbered, so this is no number: all up to `end` are
 * seen, but for those that were `open`. Of `cut`, which is one of the rest, those up to `id` are.
 */
export type EventPosition = {
  end: string
  open: string[]
  cut: { transaction: string; id: number }
}

/** Nothing was seen. */
export const BEGINNING: EventPosition = { end: '0', open: [], cut: { transaction: '0', id: 0 } }

/** Whoever has seen all that is visible in `snapshot`, PostgreSQL's `xmin:xmax:xip,…`. */
export function atEndOf(snapshot: string): EventPosition {
  const [, end = '', open = ''] = snapshot.split(':')
  return { end, open: open === '' ? [] : open.split(','), cut: { transaction: end, id: 0 } }
}

/**
 * Whoever had seen `before`, and then what `snapshot` shows beyond it, up to this event in the order
 * of transactions.
 */
export function cutAt(
  before: EventPosition,
  { snapshot, transaction, id }: { snapshot: string; transaction: string; id: number },
): EventPosition {
  const now = atEndOf(snapshot)
  const cut = { transaction, id }
  const last = BigInt(transaction)
  if (last >= BigInt(before.end))
    return { end: transaction, open: now.open.filter((one) => BigInt(one) < last), cut }
  const isUnseen = (one: string) => BigInt(one) >= last || now.open.includes(one)
  return { end: before.end, open: before.open.filter(isUnseen), cut }
}

/** How many transactions at most a standby lacks when it is promoted; some minutes of many. */
const MAX_LOST = 1_000_000n

/**
 * A promotion gives numbers a second time, to other transactions. Some events are seen again, none is
 * missed.
 */
export function beforePromotion({ end, open }: EventPosition): EventPosition {
  const oldest = open.reduce(
    (one, other) => (BigInt(other) < one ? BigInt(other) : one),
    BigInt(end),
  )
  const earlier = String(oldest > MAX_LOST ? oldest - MAX_LOST : 0n)
  return { end: earlier, open: [], cut: { transaction: earlier, id: 0 } }
}

/** A cursor: a position, and the history of the database in which its numbers mean something. */
export type EventCursor = { position: EventPosition; cluster: string; timeline: string }

const CURSOR =
  /^(?<cluster>[0-9a-f]{8})-(?<timeline>\w{1,8})-(?<end>\d{1,19})-(?<open>(?:\d{1,19}(?:_\d{1,19})*)?)-(?<transaction>\d{1,19})-(?<id>\d{1,15})$/

/** A request's line has 16 KiB. Transactions are as many as the database has connections. */
export const MAX_CURSOR = 8_192

export const formatCursor = ({ position: { end, open, cut }, cluster, timeline }: EventCursor) =>
  [cluster, timeline, end, open.join('_'), cut.transaction, cut.id].join('-')

/** Undefined for a text that `formatCursor` has not made. */
export function parseCursor(text: string): EventCursor | undefined {
  const found = text.length <= MAX_CURSOR ? CURSOR.exec(text)?.groups : undefined
  if (!found) return undefined
  const { cluster = '', timeline = '', end = '', open = '', transaction = '', id = '' } = found
  const position = {
    end,
    open: open === '' ? [] : open.split('_'),
    cut: { transaction, id: Number(id) },
  }
  return { position, cluster, timeline }
}
