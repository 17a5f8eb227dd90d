import type { OldRecords } from '../../checkout/ports/old-records.ts'
import { columns, integer, orNull } from '../columns.ts'
import { type Pool, type Statement, fragment, named, piece } from '../database.ts'
import { IN_DISPUTE, eraseSessions } from '../buyers/erase-sessions.ts'

async function eraseBuyers(pool: Pool, limit: number, olderThanDays: number) {
  const { sessions } = await eraseSessions(pool, {
    name: 'erase-old-buyers',
    sessionIds: piece`
      select id
      from checkout_sessions s
      where buyer_erased_at is null
        and created_at < statement_timestamp() - make_interval(days => ${olderThanDays}::integer)
        and state in ('complete', 'expired')
        and not ${IN_DISPUTE}
      order by created_at
      limit ${limit}
      for update skip locked`,
  })
  return sessions
}

const claimSweep = () => named('claim-sweep')`
  update record_sweeps
  set next_at = clock_timestamp() + interval '1 minute'
  where next_at <= statement_timestamp()`

const deleteSessions = (limit: number) =>
  named('delete-old-sessions')`
    delete from checkout_sessions
    where id in (
      select id
      from checkout_sessions
      where state = 'expired'
        and attempts = 0
        and created_at < statement_timestamp() - interval '90 days'
      order by created_at
      limit ${limit}
      for update skip locked)`

type InOrder = {
  name: string
  /** `number`: grows with the time `createdAt`, near enough. */
  table: { name: string; number: string; createdAt: string }
  days: number
  mayGo: string
}

const LAST = columns({ last: orNull(integer('max(number)')) })

/**
 * Needs no index on the time. Those of this age that may not go yet are passed, as are rows that
 * are dead but still in the index, so that no step reads them twice.
 */
const deleteInOrder = async (
  pool: Pool,
  { name, table, days, mayGo }: InOrder,
  { limit, after }: { limit: number; after: number },
) => {
  const [from, number] = [fragment(table.name), fragment(table.number)]
  const isOld = fragment(`${table.createdAt} < statement_timestamp() - interval '${days} days'`)
  const row = await LAST.row(
    pool,
    named(name)`
      with oldest as (
        select ${number} as number, ${isOld} as is_old, ${fragment(mayGo)} as may_go
        from ${from}
        where ${number} > ${after}
        order by ${number}
        limit ${limit}
        for update skip locked),
      deleted as (
        delete from ${from}
        where ${number} in (select number from oldest where is_old and may_go))
      select ${LAST.list}
      from oldest
      having count(*) filter (where is_old) = ${limit}`,
  )
  return row?.last ?? undefined
}

const EVENTS: InOrder = {
  name: 'delete-old-events',
  table: { name: 'events', number: 'id', createdAt: 'created_at' },
  days: 30,
  mayGo: 'announced_at is not null',
}

const DELIVERIES: InOrder = {
  name: 'delete-old-deliveries',
  table: { name: 'webhook_deliveries', number: 'number', createdAt: 'created_at' },
  days: 40,
  mayGo: `coalesce(ended_at < statement_timestamp() - interval '40 days', false)`,
}

const MAILS: InOrder = {
  name: 'delete-old-mails',
  table: { name: 'buyer_mails', number: 'id', createdAt: 'created_at' },
  days: 40,
  mayGo: 'true',
}

const SALE_MAILS: InOrder = {
  name: 'delete-old-sale-mails',
  table: { name: 'sale_mails', number: 'id', createdAt: 'created_at' },
  days: 40,
  mayGo: 'true',
}

const SALE_MAIL_ORDERS: InOrder = {
  name: 'delete-old-sale-mail-orders',
  table: { name: 'sale_mail_orders', number: 'id', createdAt: 'created_at' },
  days: 40,
  mayGo: 'true',
}

const deleteMailCounts = (limit: number) =>
  named('delete-old-mail-counts')`
    delete from mail_counts
    where key in (
      select key
      from mail_counts
      where last_at < statement_timestamp() - interval '24 hours'
      order by last_at
      limit ${limit}
      for update skip locked)`

const REQUESTS: InOrder = {
  name: 'delete-old-requests',
  table: { name: 'api_requests', number: 'id', createdAt: 'at' },
  days: 7,
  mayGo: 'true',
}

/** Looks for deliveries of one endpoint at a time: a join can be planned as a scan of them all. */
const deleteEndpoints = (limit: number) =>
  named('delete-old-endpoints')`
    delete from webhook_endpoints
    where id in (
      select id
      from webhook_endpoints e
      where e.deleted_at is not null
        and (select true from webhook_deliveries d where d.endpoint_id = e.id limit 1) is null
      order by e.deleted_at
      limit ${limit}
      for update skip locked)`

const deleteKeys = (limit: number) =>
  named('delete-old-keys')`
    delete from idempotency_keys
    where (store_id, key_kind, key) in (
      select store_id, key_kind, key
      from idempotency_keys
      where created_at < statement_timestamp() - interval '48 hours'
      order by created_at
      limit ${limit}
      for update skip locked)`

const deleteNotifications = (limit: number) =>
  named('delete-old-notifications')`
    delete from provider_notifications
    where (provider, event_id) in (
      select provider, event_id
      from provider_notifications
      where received_at < statement_timestamp() - interval '30 days'
      order by received_at
      limit ${limit}
      for update skip locked)`

const deleteFiles = (limit: number) =>
  named('delete-old-files')`
    delete from published_files
    where name in (
      select name
      from published_files
      where needed_until < statement_timestamp()
      limit ${limit}
      for update skip locked)`

export function openOldRecords(pool: Pool): OldRecords {
  const run = (statement: (limit: number) => Statement) => (limit: number) =>
    pool.run(statement(limit))
  const runInOrder = (which: InOrder) => (limit: number, after: number) =>
    deleteInOrder(pool, which, { limit, after })
  return {
    claim: async () => (await pool.run(claimSweep())) === 1,
    eraseBuyers: (limit, olderThanDays) => eraseBuyers(pool, limit, olderThanDays),
    deleteSessions: run(deleteSessions),
    deleteEvents: runInOrder(EVENTS),
    deleteDeliveries: runInOrder(DELIVERIES),
    deleteMails: runInOrder(MAILS),
    deleteSaleMails: runInOrder(SALE_MAILS),
    deleteSaleMailOrders: runInOrder(SALE_MAIL_ORDERS),
    deleteMailCounts: run(deleteMailCounts),
    deleteEndpoints: run(deleteEndpoints),
    deleteRequests: runInOrder(REQUESTS),
    deleteKeys: run(deleteKeys),
    deleteNotifications: run(deleteNotifications),
    deleteFiles: run(deleteFiles),
  }
}
