/** A transaction whose events up to `upTo` were seen; 0: none of them. */
type SeenRange = { transaction: string; upTo: number }

/**
 * Which events of a store were seen. Transactions do not commit in the order of their numbers, so
 * one number is not enough: all before `end` were seen, except those in `open`.
 */
export type EventPosition = { end: SeenRange; open: SeenRange[] }

const unseen = (transaction: string): SeenRange => ({ transaction, upTo: 0 })

export const BEGINNING: EventPosition = { end: unseen('0'), open: [] }

const transactionsOf = (list: string) => (list === '' ? [] : list.split(','))

/** All that is visible in `snapshot` was seen. Its form is PostgreSQL's `xmin:xmax:xip,…`. */
export function atEndOf(snapshot: string): EventPosition {
  const [, end = '', open = ''] = snapshot.split(':')
  return { end: unseen(end), open: transactionsOf(open).map(unseen) }
}

/**
 * `before` was seen, and then all that `snapshot` shows beyond it in the order of transactions, up
 * to event `upTo` of `transaction`.
 */
export function cutAt(
  before: EventPosition,
  { snapshot, transaction, upTo }: SeenRange & { snapshot: string },
): EventPosition {
  const { open } = atEndOf(snapshot)
  const last = BigInt(transaction)
  const isEarlier = (one: SeenRange) => BigInt(one.transaction) < last
  const cut = { transaction, upTo }
  if (last >= BigInt(before.end.transaction)) return { end: cut, open: open.filter(isEarlier) }
  const isOpen = (one: SeenRange) => open.some((other) => other.transaction === one.transaction)
  return {
    end: before.end,
    open: before.open
      .filter((one) => !isEarlier(one) || isOpen(one))
      .map((one) => (one.transaction === transaction ? cut : one)),
  }
}

/** How many transactions a promoted standby lacks at most: some minutes of heavy use. */
const MAX_LOST = 1_000_000n

/** A promotion gives numbers a second time. Some events come again, but none is missed. */
export function beforePromotion({ end, open }: EventPosition): EventPosition {
  const oldest = [end, ...open]
    .map(({ transaction }) => BigInt(transaction))
    .reduce((one, other) => (other < one ? other : one))
  return { end: unseen(String(oldest > MAX_LOST ? oldest - MAX_LOST : 0n)), open: [] }
}

/** A position, and the history of the database in which its numbers have a meaning. */
export type EventCursor = { position: EventPosition; cluster: string; timeline: string }

/** Each one is looked up. There are as many as connections that write. */
const MAX_OPEN = 1000

const SEEN = String.raw`\d{1,19}(?:\.\d{1,16})?`
const CURSOR = new RegExp(`^([0-9a-f]{8})-(\\w{1,8})-(${SEEN})((?:-${SEEN}){0,${MAX_OPEN}})$`)

/** A request's line may have 16 KiB. */
export const MAX_CURSOR = 8_192

const formatSeen = ({ transaction, upTo }: SeenRange) =>
  upTo > 0 ? `${transaction}.${upTo}` : transaction

const parseSeen = (text: string): SeenRange => {
  const [transaction = '', upTo = '0'] = text.split('.')
  return { transaction, upTo: Number(upTo) }
}

export const formatCursor = ({ position: { end, open }, cluster, timeline }: EventCursor) =>
  [cluster, timeline, ...[end, ...open].map(formatSeen)].join('-')

/** Undefined for a text that `formatCursor` did not make. */
export function parseCursor(text: string): EventCursor | undefined {
  const [, cluster = '', timeline = '', end = '', open = ''] =
    (text.length <= MAX_CURSOR && CURSOR.exec(text)) || []
  if (end === '') return undefined
  const position = { end: parseSeen(end), open: open.split('-').slice(1).map(parseSeen) }
  return { position, cluster, timeline }
}
