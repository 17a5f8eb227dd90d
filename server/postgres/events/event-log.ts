import { createHash } from 'node:crypto'
import type { EventLog, EventsQuery, StoreEvent } from '../../checkout/ports/event-log.ts'
import { EventType } from '../../contract/events.ts'
import { type RowOf, columns, integer, moment, orNull, text, word } from '../columns.ts'
import { type Pool, type Queryable, fragment, named } from '../database.ts'
import {
  BEGINNING,
  type EventCursor,
  type EventPosition,
  atEndOf,
  beforePromotion,
  cutAt,
  formatCursor,
  parseCursor,
} from './event-position.ts'

/** Of `listed`, which has columns of `events`. */
const LOGGED = columns({
  id: text('event_id(type, session_id, refund_id)'),
  type: word<EventType>('type'),
  createdAt: moment('created_at'),
  sessionId: text('session_id'),
  orderNumber: orNull(text('order_number')),
  restartedFrom: orNull(text('restarted_from')),
  transaction: text('placed_in::text'),
  number: integer('id'),
})

const LOG = columns({
  events: LOGGED.many('events'),
  snapshot: text('snapshot'),
  history: orNull(text('history')),
})

type Beyond = { storeId: string; types: readonly EventType[]; limit: number }

/**
 * The events beyond the position in one snapshot, in the order of transactions. Each type is looked
 * up in the index, so no other type is read. Transactions that were open are looked up one by one.
 */
const readBeyond = (
  db: Queryable,
  { end, open }: EventPosition,
  { storeId, types, limit }: Beyond,
) =>
  LOG.onlyRow(
    db,
    named('read-events')`
      select
        coalesce((
          select json_agg(${fragment(LOGGED.object)} order by placed_in, id)
          from (
            select *
            from (
              select e.*
              from unnest(${types}::text[]) wanted (type)
              cross join unnest(
                ${open.map(({ transaction }) => transaction)}::xid8[],
                ${open.map(({ upTo }) => upTo)}::bigint[]) was_open (placed_in, up_to)
              cross join lateral (
                select o.*
                from events o
                where o.store_id = ${storeId}
                  and o.type = wanted.type
                  and o.placed_in = was_open.placed_in
                  and o.id > was_open.up_to
                order by o.id
                limit ${limit}) e
              union all
              select e.*
              from unnest(${types}::text[]) wanted (type)
              cross join lateral (
                select n.*
                from events n
                where n.store_id = ${storeId}
                  and n.type = wanted.type
                  and (n.placed_in, n.id) > (${end.transaction}::xid8, ${end.upTo}::bigint)
                order by n.placed_in, n.id
                limit ${limit}) e) found
            order by placed_in, id
            limit ${limit}) listed
        ), '[]') as events,
        pg_current_snapshot()::text as snapshot,
        database_history() as history`,
  )

/**
 * `cluster`: names the history in which transaction numbers have a meaning. `timeline`: the part of
 * it that a promotion changes.
 */
function namesOf(history: string | null) {
  if (history === null) throw new Error('A standby does not know yet what has happened')
  const words = history.split(' ')
  const timeline = words.pop() ?? ''
  const cluster = createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 8)
  return { cluster, timeline }
}

/** Where to go on. Numbers of another cluster mean nothing: all kept events come again then. */
function resume(cursor: EventCursor, { cluster, timeline }: ReturnType<typeof namesOf>) {
  if (cursor.cluster !== cluster) return BEGINNING
  return cursor.timeline === timeline ? cursor.position : beforePromotion(cursor.position)
}

const toEvent = ({ transaction: _, number: __, ...event }: RowOf<typeof LOGGED>): StoreEvent =>
  event

/** Inside a transaction or outside; see `EventLog.readEvents`. */
export async function readEvents(
  db: Queryable,
  storeId: string,
  { after, types = EventType.options, limit }: EventsQuery,
) {
  const given = after === undefined || after === 'now' ? undefined : parseCursor(after)
  if (given === undefined && after !== undefined && after !== 'now') return undefined
  let from = given?.position ?? BEGINNING
  const asked = { storeId, types: after === 'now' ? [] : types, limit }
  let row = await readBeyond(db, from, asked)
  const names = namesOf(row.history)
  const resumed = given ? resume(given, names) : from
  if (resumed !== from) {
    from = resumed
    row = await readBeyond(db, from, asked)
  }
  const last = row.events.length === limit ? row.events.at(-1) : undefined
  const position = last
    ? cutAt(from, { snapshot: row.snapshot, transaction: last.transaction, upTo: last.number })
    : atEndOf(row.snapshot)
  return { data: row.events.map(toEvent), nextCursor: formatCursor({ position, ...names }) }
}

export const openEventLog = (pool: Pool): EventLog => ({
  readEvents: (storeId, query) => readEvents(pool, storeId, query),
})
