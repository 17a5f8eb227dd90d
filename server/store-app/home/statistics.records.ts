import type { Unsaid } from '../../checkout/stores/seller.ts'
import {
  type Conversion,
  type SalesDay,
  type StoreStatistics,
  type Calendar,
  DAYS_SHOWN,
  addUp,
} from './statistics.ts'
import { LOWEST, LOW_VARIANTS, low } from './low-stock.records.ts'
import { ATTENTION, attentionOf } from './attention.records.ts'
import type { ExampleItem } from '../frame/members/session-command.ts'
import { columns, flag, integer, orNull, text, words } from '../../postgres/columns.ts'
import { type Pool, fragment, piece, sql } from '../../postgres/database.ts'
import { UNSAID } from '../../postgres/stores/key-holders.ts'
import { SESSION_TTL_SECONDS } from '../../checkout/sessions/session.ts'

const COUNTS = fragment('day, orders, foreign_orders, taken, created, opened, paid, expired')

const PAID_AT = fragment('paid_at')
const CREATED_AT = fragment('created_at')

const onDay = (at: typeof PAID_AT, timeZone: string) => piece`
  ${at} >= day_start(day, ${timeZone}) and ${at} < day_start(day + 1, ${timeZone})`

/**
 * An hour after the day nobody can open its sessions in time, nor pay them unless a payment is under
 * way.
 */
const isOver = (timeZone: string) => piece`
  day_start(day + 1, ${timeZone}) < statement_timestamp() - interval '1 hour'`

/**
 * The parts of a `with` whose `known` has what `store_days` has of the last 60 days, and `counted`
 * those of the missing ones that `which` leaves, counted from the indexes, with sessions for the
 * last 30. Days are kept when they are final.
 */
const countedOf = (
  storeId: string,
  { currency, timeZone }: Calendar,
  which: ReturnType<typeof piece>,
) => piece`
  calendar as materialized (
    select (clock_timestamp() at time zone ${timeZone}::text)::date as today),
  known as materialized (
    select ${COUNTS}
    from store_days, calendar
    where store_id = ${storeId} and currency = ${currency} and time_zone = ${timeZone}
      and day > today - ${2 * DAYS_SHOWN}::integer),
  uncounted as materialized (
    select today - n as day
    from calendar, generate_series(0, ${2 * DAYS_SHOWN - 1}::integer) n
    except
    select day
    from known),
  missing as materialized (
    select day
    from uncounted
    ${which}),
  counted as materialized (
    select *
    from missing,
      lateral (
        select count(*) as orders,
          count(*) filter (where currency <> ${currency}) as foreign_orders,
          coalesce(sum(amount_total) filter (where currency = ${currency}), 0)::bigint as taken
        from orders
        where store_id = ${storeId} and ${onDay(PAID_AT, timeZone)}) sold,
      lateral (
        select count(*) as created,
          count(*) filter (where state = 'complete'
            or opened_at < created_at + make_interval(secs => ${SESSION_TTL_SECONDS})) as opened,
          count(*) filter (where state = 'complete') as paid,
          count(*) filter (where state = 'expired') as expired
        from checkout_sessions
        where store_id = ${storeId} and ${onDay(CREATED_AT, timeZone)}
          and day > (select today - ${DAYS_SHOWN}::integer from calendar)) made),
  kept as (
    insert into store_days (store_id, currency, time_zone, ${COUNTS})
    select ${storeId}, ${currency}, ${timeZone}, ${COUNTS}
    from counted
    where ${isOver(timeZone)} and created = paid + expired
    -- So that two who count the same days never wait for each other.
    order by day
    on conflict do nothing
    returning day)`

/** So few that a statement counts them in time where each has a million sessions. */
const COUNTED_AT_ONCE = 3

/** Counts some of the days that are over, the oldest first, and returns how many were kept. */
const keepDays = (pool: Pool, storeId: string, store: Calendar) =>
  pool.run(sql`
    with ${countedOf(
      storeId,
      store,
      piece`where ${isOver(store.timeZone)} order by day limit ${COUNTED_AT_ONCE}::integer`,
    )}
    select from kept`)

/**
 * The parts of a `with` whose `days` has each of the last 60 days. Refunds can come at any time, so
 * they are subtracted at each reading.
 */
const daysOf = (storeId: string, store: Calendar, which: ReturnType<typeof piece>) => piece`
  ${countedOf(storeId, store, which)},
  days as materialized (
    select *,
      taken - coalesce((
        select sum(refunded)::bigint
        from orders
        where store_id = ${storeId} and refunded > 0
          and currency = ${store.currency} and ${onDay(PAID_AT, store.timeZone)}), 0) as revenue
    from (select ${COUNTS} from known union all select ${COUNTS} from counted) kept_and_counted)`

const DAY = columns<SalesDay>({
  day: text('day'),
  orders: integer('orders'),
  revenue: integer('revenue'),
})

const CONVERSION = columns<Conversion>({
  created: integer('sum(created)'),
  opened: integer('sum(opened)'),
  paid: integer('sum(paid)'),
  expired: integer('sum(expired)'),
})

const ITEM = columns<ExampleItem>({
  product: text('p.slug'),
  size: orNull(text('v.size')),
  color: orNull(text('v.color_name')),
})

const LEFT_OUT = columns({
  unsaid: words<Unsaid>(UNSAID('st')),
  isRequired: flag('seller_required'),
})

const STEPS = columns({
  hasProduct: flag('hasProduct'),
  hasDelivery: flag('hasDelivery'),
  hasSession: flag('hasSession'),
  hasOrder: flag('hasOrder'),
  isShared: flag('isShared'),
})

const STATISTICS = columns({
  /** Oldest first. */
  sales: DAY.many('sales'),
  /** Whether days are left out. */
  isPartial: flag('isPartial'),
  foreignOrders: integer('foreignOrders'),
  conversion: CONVERSION.one('conversion'),
  ...LOW_VARIANTS,
  itemToTry: orNull(ITEM.one('itemToTry')),
  publicKey: orNull(text('publicKey')),
  leftOut: LEFT_OUT.one('leftOut'),
  attention: ATTENTION,
  steps: STEPS.one('steps'),
})

/** The index gives the latest at once, wherever the rows of the store are. */
const LATEST_SESSION = fragment('order by created_at desc limit 1')
const LATEST_ORDERS = fragment('order by paid_at desc limit 2')

/** The newest of the days that are not kept yet: a store that is looked at each day has no others. */
const NEWEST = piece`order by day desc limit ${COUNTED_AT_ONCE}::integer`

/**
 * The whole page; `which`: of the days that are not kept. It is not prepared, so that its plan fits
 * this store.
 */
const statisticsStatement = (storeId: string, store: Calendar, which = piece``) => sql`
  with ${daysOf(storeId, store, which)},
    ${low(storeId)}
  select
    (select json_agg(${fragment(DAY.object)} order by day)
    from days) as sales,
    (select count(*) from uncounted) > (select count(*) from missing) as "isPartial",
    (select sum(foreign_orders)::bigint from days) as "foreignOrders",
    (select ${fragment(CONVERSION.object)}
    from days
    where day > today - ${DAYS_SHOWN}::integer) as conversion,
    ${LOWEST},
    (select ${fragment(ITEM.object)}
    from products p
    join variants v on v.product_id = p.id
    where p.store_id = ${storeId} and not p.archived and not v.removed and v.stock > 0
    order by p.id, v.position limit 1) as "itemToTry",
    (select public_text
    from api_keys
    where store_id = ${storeId} and kind = 'public' and ends_at is null) as "publicKey",
    (select ${fragment(LEFT_OUT.object)}
    from stores st
    where id = ${storeId}) as "leftOut",
    ${attentionOf(storeId)},
    json_build_object(
      'hasProduct', exists (select from products where store_id = ${storeId}),
      'hasDelivery', (
          select json_array_length(delivery_options) > 1 or (delivery_options -> 0 ->> 'fee') <> '0'
          from stores where id = ${storeId})
        or exists (
          select from audit_log where store_id = ${storeId} and action = 'delivery.changed'),
      'hasSession', latest_session.is_there,
      'hasOrder', latest_orders.count > 0,
      'isShared', latest_orders.count > 1) as steps
  from calendar,
    lateral (
      select count(*) > 0 as is_there
      from (select from checkout_sessions where store_id = ${storeId} ${LATEST_SESSION}) latest) latest_session,
    lateral (
      select count(*)
      from (select from orders where store_id = ${storeId} ${LATEST_ORDERS}) latest) latest_orders`

export const openStatisticsRecords = (pool: Pool) => ({
  async getStatistics(storeId: string, store: Calendar): Promise<StoreStatistics> {
    const read = (which?: typeof NEWEST) =>
      STATISTICS.onlyRow(pool, statisticsStatement(storeId, store, which))
    let row = await read(NEWEST)
    if (row.isPartial) {
      while ((await keepDays(pool, storeId, store)) > 0);
      row = await read()
    }
    const { sales, isPartial: _, ...rest } = row
    return { ...rest, days: sales.slice(DAYS_SHOWN), before: addUp(sales.slice(0, DAYS_SHOWN)) }
  },
})
