import type { OldRecords } from '../checkout/ports/old-records.ts'
import { type Pool, type Statement, named, piece } from './database.ts'
import { eraseSessions } from './erase-sessions.ts'

async function eraseBuyers(pool: Pool, limit: number, olderThanDays: number) {
  const { sessions } = await eraseSessions(pool, {
    name: 'erase-old-buyers',
    sessionIds: piece`
      select id
      from checkout_sessions
      where buyer_erased_at is null
        and created_at < statement_timestamp() - make_interval(days => ${olderThanDays}::integer)
        and state in ('complete', 'expired')
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

// Ids come in the order of time, near enough: only the oldest rows are looked at.
const deleteEvents = (limit: number) =>
  named('delete-old-events')`
    delete from events
    using (
      select id
      from events
      order by id
      limit ${limit}
      for update skip locked) oldest
    where events.id = oldest.id
      and events.created_at < statement_timestamp() - interval '30 days'
      and events.announced_at is not null`

const deleteDeliveries = (limit: number) =>
  named('delete-old-deliveries')`
    delete from webhook_deliveries
    using (
      select number
      from webhook_deliveries
      order by number
      limit ${limit}
      for update skip locked) oldest
    where webhook_deliveries.number = oldest.number
      and webhook_deliveries.ended_at < statement_timestamp() - interval '40 days'`

const deleteEndpoints = (limit: number) =>
  named('delete-old-endpoints')`
    delete from webhook_endpoints
    where id in (
      select id
      from webhook_endpoints e
      where e.deleted_at is not null
        and not exists (select from webhook_deliveries d where d.endpoint_id = e.id)
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

export function openOldRecords(pool: Pool): OldRecords {
  const run = (statement: (limit: number) => Statement) => (limit: number) =>
    pool.run(statement(limit))
  return {
    claim: async () => (await pool.run(claimSweep())) === 1,
    eraseBuyers: (limit, olderThanDays) => eraseBuyers(pool, limit, olderThanDays),
    deleteSessions: run(deleteSessions),
    deleteEvents: run(deleteEvents),
    deleteDeliveries: run(deleteDeliveries),
    deleteEndpoints: run(deleteEndpoints),
    deleteKeys: run(deleteKeys),
    deleteNotifications: run(deleteNotifications),
  }
}
