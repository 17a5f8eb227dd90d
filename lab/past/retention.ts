import type { GrownShop } from '../../server/testing/past/grown-shop.ts'
import { textTable } from '../measure/text-table.ts'

/** When the shop's service may delete old records; it asks once a minute. */
export const letSweep = ({ sql }: GrownShop, { at }: { at: 'infinity' | 'now' }) =>
  sql.rows('update record_sweeps set next_at = $1', [at])

/** Whether nothing is left that is older than it may be. */
export async function isSwept({ sql }: GrownShop) {
  const [row] = await sql.rows<{ isSwept: boolean }>(
    `select not exists (
        select from checkout_sessions
        where state = 'expired' and attempts = 0 and created_at < now() - interval '91 days')
      and not exists (
        select from checkout_sessions
        where buyer_erased_at is null and state in ('complete', 'expired')
          and created_at < now() - interval '366 days')
      and (select created_at > now() - interval '31 days' from events order by id limit 1)
      and (select created_at > now() - interval '41 days' from webhook_deliveries order by number limit 1)
      and (select at > now() - interval '8 days' from api_requests order by id limit 1)
      and (select min(created_at) > now() - interval '49 hours' from idempotency_keys)
      and (select min(received_at) > now() - interval '31 days' from provider_notifications)
      as "isSwept"`,
  )
  return row?.isSwept === true
}

type Table = {
  name: string
  rows: string
  dead: string
  mb: string
  indexes: string
  vacuums: string
}

/** The tables that grow: rows, dead ones, and space with and without indexes. */
export async function describeSizes({ sql }: GrownShop) {
  const tables = await sql.rows<Table>(
    `select relname as name, n_live_tup::text as rows, n_dead_tup::text as dead,
      (pg_table_size(relid) / 1000000)::text as mb,
      (pg_indexes_size(relid) / 1000000)::text as indexes, autovacuum_count::text as vacuums
    from pg_stat_user_tables
    where pg_table_size(relid) > 1000000
    order by pg_total_relation_size(relid) desc`,
  )
  const head = ['table', 'rows', 'dead', 'MB', 'MB of indexes', 'vacuums']
  return `\n${textTable([head, ...tables.map(({ name, rows, dead, mb, indexes, vacuums }) => [name, rows, dead, mb, indexes, vacuums])]).join('\n')}`
}
