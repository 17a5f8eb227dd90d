import {
  DAYS_SHOWN,
  type SalesDay,
  type StatisticsRecords,
  type StoreStatistics,
  addUp,
} from './statistics.ts'
import { LOW_STOCK } from '../frame/stock-limit.ts'
import { recordsOf } from '../frame/open.records.ts'
import { fragment, piece, sql } from '../../postgres/database.ts'
import { UNSAID } from '../../postgres/key-holders.ts'
import { type Calendar, daysOf } from './store-days.records.ts'

const LOW_STOCK_SHOWN = 10

const FAILED_REFUNDS_SHOWN = 3

/** Of `order_refunds r`: as its index has it, and `isToAnswer` of the core. */
const TO_ANSWER = fragment(
  `r.state = 'failed' and r.succeeded_at is not null and r.failure_answer is null`,
)

type Row = Omit<StoreStatistics, 'days' | 'before'> & {
  /** The oldest first. */
  sales: SalesDay[]
}

/**
 * Wherever a store's first row is among those of all others, its latest is found in the index at
 * once.
 */
const LATEST_SESSION = fragment('order by created_at desc limit 1')
const LATEST_ORDER = fragment('order by paid_at desc limit 1')

/** What a provider has done to orders' money, as the column `attention`. */
const attentionOf = (storeId: string) => piece`
  json_build_object(
    'disputes', (
      select count(*)
      from order_disputes
      where store_id = ${storeId} and state = 'needs_response'),
    'dispute', (
      select json_build_object('orderNumber', o.order_number, 'dueAt', d.due_at)
      from order_disputes d
      join orders o on o.id = d.order_id
      where d.store_id = ${storeId} and d.state = 'needs_response'
      order by d.due_at limit 1),
    'failedRefunds', (
      select coalesce(json_agg(failed.order_number), '[]')
      from (
        select o.order_number
        from order_refunds r
        join orders o on o.id = r.order_id
        where r.store_id = ${storeId} and ${TO_ANSWER}
        order by r.settled_at desc limit ${FAILED_REFUNDS_SHOWN}) failed),
    'failedRefundsCount', (
      select count(*)
      from order_refunds r
      where r.store_id = ${storeId} and ${TO_ANSWER})) as attention`

/** One statement for the whole page. Not prepared: the plan is to be the store's own. */
const statisticsStatement = (storeId: string, store: Calendar) => sql`
  with ${daysOf(storeId, store)},
    low as materialized (
      select p.slug, p.name, v.size, v.color_name, v.stock, v.position
      from products p
      join variants v on v.product_id = p.id
      where p.store_id = ${storeId} and not p.archived and not v.removed
        and v.stock <= ${LOW_STOCK})
  select
    (select json_agg(json_build_object(
      'day', day,
      'orders', orders,
      'revenue', revenue) order by day)
    from days) as sales,
    (select sum(foreign_orders)::bigint from days) as "foreignOrders",
    (select json_build_object(
      'created', sum(created),
      'opened', sum(opened),
      'paid', sum(paid),
      'expired', sum(expired))
    from days
    where day > today - ${DAYS_SHOWN}::integer) as conversion,
    (select coalesce(json_agg(lowest), '[]')
    from (
      select slug, name as "productName", size, color_name as color, stock
      from low
      order by stock, lower(name), slug, position limit ${LOW_STOCK_SHOWN}) lowest) as "lowStock",
    (select count(*) from low) as "lowStockCount",
    (select json_build_object('product', p.slug, 'size', v.size, 'color', v.color_name)
    from products p
    join variants v on v.product_id = p.id
    where p.store_id = ${storeId} and not p.archived and not v.removed and v.stock > 0
    order by p.id, v.position limit 1) as "itemToTry",
    (select public_text
    from api_keys
    where store_id = ${storeId} and kind = 'public' and ends_at is null) as "publicKey",
    (select json_build_object('unsaid', ${fragment(UNSAID('st'))}, 'isRequired', seller_required)
    from stores st
    where id = ${storeId}) as "leftOut",
    ${attentionOf(storeId)},
    json_build_object(
      'hasProduct', exists (select from products where store_id = ${storeId}),
      'hasUsedKey', latest_session.is_there
        or exists (select from api_keys where store_id = ${storeId} and last_used_at is not null),
      'hasSession', latest_session.is_there,
      'hasOrder', latest_order.is_there) as steps
  from calendar,
    lateral (
      select (
        select true from checkout_sessions
        where store_id = ${storeId} ${LATEST_SESSION}) is not null as is_there) latest_session,
    lateral (
      select (
        select true from orders
        where store_id = ${storeId} ${LATEST_ORDER}) is not null as is_there) latest_order`

export const openStatisticsRecords = recordsOf<StatisticsRecords>({
  async getStatistics(pool, storeId, store) {
    const row = await pool.row<Row>(statisticsStatement(storeId, store))
    if (!row) throw new Error('The statistics gave no row')
    const { sales, ...rest } = row
    return { ...rest, days: sales.slice(DAYS_SHOWN), before: addUp(sales.slice(0, DAYS_SHOWN)) }
  },
})
