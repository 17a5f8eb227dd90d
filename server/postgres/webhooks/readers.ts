import { EventType, eventData } from '../../contract/events.ts'
import type { StoreEvent } from '../../checkout/ports/event-log.ts'
import { columns, idsOf, moment, orNull, text, texts } from '../columns.ts'
import { type Pool, type Queryable, type Transaction, named } from '../database.ts'
import { readEvents } from '../events/event-log.ts'

/** How many events one transaction turns into deliveries. */
const EVENTS = 100

export const findReaders = (db: Queryable, storeIds: string[]) =>
  idsOf(
    db,
    named('find-webhook-readers')`
      select store_id as id from webhook_readers where store_id = any(${storeIds})`,
  )

/**
 * Looks at each log every 10 s, in case a signal was lost. In another history transaction numbers
 * mean nothing, so the log is read in any case.
 */
export const findUnread = (db: Queryable, limit: number) =>
  idsOf(
    db,
    named('find-unread-webhooks')`
      with looked_at as (
        update webhook_readers
        set checked_at = clock_timestamp()
        where store_id = any(array(
          select store_id
          from webhook_readers
          where checked_at <= statement_timestamp() - interval '10 seconds'
            and not exists (select from stores_elsewhere e where e.id = store_id)
          order by checked_at
          limit ${limit}
          for no key update skip locked))
        returning store_id, history, read_before)
      select store_id as id
      from looked_at
      where history <> database_history()
        or exists (
          select
          from unnest(${EventType.options}::text[]) one (type)
          cross join lateral (
            select
            from events e
            where e.store_id = looked_at.store_id
              and e.type = one.type
              and e.placed_in >= looked_at.read_before
            limit 1) news)`,
  )

const READER = columns({
  cursor: text('cursor'),
  history: text('database_history()'),
  readBefore: text('pg_snapshot_xmin(pg_current_snapshot())::text'),
})

const LISTENER = columns({
  id: text('id'),
  types: orNull(texts('types')),
  since: moment('listens_since'),
})

/**
 * The holder of the reader's row reads on from its cursor. Each event becomes one delivery for each
 * endpoint that wants it, even when processes die.
 */
export const readOn = (pool: Pool, storeId: string, createDeliveryId: () => string) =>
  pool.transaction(async (tx) => {
    const reader = await READER.row(
      tx,
      named('lock-webhook-reader')`
        select ${READER.list}
        from webhook_readers
        where store_id = ${storeId}
        for no key update`,
    )
    if (!reader) return false
    const read = await readEvents(tx, storeId, { after: reader.cursor, limit: EVENTS })
    if (!read) throw new Error(`${storeId}: the log does not know the cursor of its webhooks`)
    if (read.data.length > 0)
      await insertDeliveries(tx, { storeId, events: read.data, createDeliveryId })
    await tx.run(named('move-webhook-reader')`
      update webhook_readers
      set cursor = ${read.nextCursor}, history = ${reader.history},
        read_before = ${reader.readBefore}::xid8
      where store_id = ${storeId}`)
    return read.data.length === EVENTS
  })

type NewEvents = { storeId: string; events: StoreEvent[]; createDeliveryId: () => string }

async function insertDeliveries(tx: Transaction, { storeId, events, createDeliveryId }: NewEvents) {
  const listeners = await LISTENER.rows(
    tx,
    named('list-webhook-listeners')`
      select ${LISTENER.list}
      from webhook_endpoints
      where store_id = ${storeId} and is_enabled and deleted_at is null`,
  )
  const deliveries = events.flatMap((event) =>
    listeners
      .filter(
        ({ types, since }) => types?.includes(event.type) !== false && event.createdAt >= since,
      )
      .map(({ id }) => ({
        id: createDeliveryId(),
        endpointId: id,
        eventId: event.id,
        type: event.type,
        happenedAt: event.createdAt,
        data: JSON.stringify(eventData(event)),
      })),
  )
  if (deliveries.length === 0) return
  await tx.run(named('insert-webhook-deliveries')`
    with inserted as (
      insert into webhook_deliveries
        (id, store_id, endpoint_id, event_id, type, happened_at, data)
      select id, ${storeId}, endpoint_id, event_id, type, happened_at, data
      from unnest(
        ${deliveries.map(({ id }) => id)}::text[],
        ${deliveries.map(({ endpointId }) => endpointId)}::text[],
        ${deliveries.map(({ eventId }) => eventId)}::text[],
        ${deliveries.map(({ type }) => type)}::text[],
        ${deliveries.map(({ happenedAt }) => happenedAt)}::timestamptz[],
        ${deliveries.map(({ data }) => data)}::text[])
        delivery (id, endpoint_id, event_id, type, happened_at, data)
      on conflict (endpoint_id, event_id) do nothing
      returning endpoint_id)
    update webhook_endpoints
    set due_at = least(due_at, statement_timestamp())
    where id in (select endpoint_id from inserted)`)
}
