import {
  DAYS_SHOWN, ENOUGH_STOCK, type SalesDay, type StatisticsRecords, type StoreStatistics, addUp,
} from '../../store/statistics.ts'
import { type Pool, fragment, sql } from '../database.ts'

const LOW_STOCK_SHOWN = 10

type Row = Omit<StoreStatistics, 'days' | 'before'> & {
  /** The oldest first. */
  sales: SalesDay[]
}

/** Wherever a store's first row is among those of all others, its latest is found in the index at once. */
const LATEST_SESSION = fragment('order by created_at desc limit 1')
const LATEST_ORDER = fragment('order by paid_at desc limit 1')

type Store = { storeId: string; currency: string; timeZone: string }

/**
 * One statement for the whole page. Orders and sessions are counted in their indexes, without the rows; orders by ranges of time,
 * for to ask each of them for its day takes ten times as long. Not prepared: the plan is to be the store's own.
 */
const statisticsStatement = ({ storeId, currency, timeZone }: Store) => sql`
  with today as materialized (select (clock_timestamp() at time zone ${timeZone}::text)::date as day),
    days as materialized (
      select start::date as day, sold.* from today,
        generate_series((today.day - ${2 * DAYS_SHOWN - 1}::integer)::timestamp, today.day::timestamp, interval '1 day') start,
        lateral (select count(*) as orders, count(*) filter (where currency <> ${currency}) as foreign_orders,
            coalesce(sum(amount_total - refunded) filter (where currency = ${currency}), 0) as revenue
          from orders where store_id = ${storeId} and paid_at >= start at time zone ${timeZone}::text
            and paid_at < (start + interval '1 day') at time zone ${timeZone}::text) sold),
    low as materialized (
      select p.slug, p.name, v.size, v.color_name, v.stock, v.position from products p join variants v on v.product_id = p.id
      where p.store_id = ${storeId} and not p.archived and not v.removed and v.stock < ${ENOUGH_STOCK})
  select (select json_agg(json_build_object('day', day, 'orders', orders, 'revenue', revenue) order by day) from days) as sales,
    (select sum(foreign_orders)::bigint from days) as "foreignOrders",
    (select json_build_object('created', count(*), 'opened', count(*) filter (where opened_at is not null or state = 'complete'),
        'paid', count(*) filter (where state = 'complete'), 'expired', count(*) filter (where state = 'expired'))
      from checkout_sessions where store_id = ${storeId}
        and created_at >= (today.day - ${DAYS_SHOWN - 1}::integer)::timestamp at time zone ${timeZone}::text) as conversion,
    (select coalesce(json_agg(lowest), '[]') from (
      select slug, name as "productName", size, color_name as color, stock from low order by stock, lower(name), slug, position
      limit ${LOW_STOCK_SHOWN}) lowest) as "lowStock",
    (select count(*) from low) as "lowStockCount",
    (select json_build_object('product', p.slug, 'size', v.size, 'color', v.color_name)
      from products p join variants v on v.product_id = p.id
      where p.store_id = ${storeId} and not p.archived and not v.removed and v.stock > 0
      order by p.id, v.position limit 1) as "itemToTry",
    (select public_text from api_keys where store_id = ${storeId} and kind = 'public') as "publicKey",
    json_build_object('hasProduct', exists (select from products where store_id = ${storeId}),
      'hasUsedKey', exists (select from api_keys where store_id = ${storeId} and last_used_at is not null)
        or latest_session.is_there, 'hasSession', latest_session.is_there, 'hasOrder', latest_order.is_there) as steps
  from today,
    lateral (select (select true from checkout_sessions where store_id = ${storeId} ${LATEST_SESSION}) is not null
      as is_there) latest_session,
    lateral (select (select true from orders where store_id = ${storeId} ${LATEST_ORDER}) is not null as is_there) latest_order`

async function getStatistics(pool: Pool, store: Store): Promise<StoreStatistics> {
  const row = await pool.row<Row>(statisticsStatement(store))
  if (!row) throw new Error('The statistics gave no row')
  const { sales, ...rest } = row
  return { ...rest, days: sales.slice(DAYS_SHOWN), before: addUp(sales.slice(0, DAYS_SHOWN)) }
}

export const openStatisticsRecords = (pool: Pool): StatisticsRecords => ({
  getStatistics: (storeId, store) => getStatistics(pool, { storeId, ...store }),
})
