import { SESSION_TTL_SECONDS } from '../../checkout/session.ts'
import { DAYS_SHOWN } from './statistics.ts'
import { fragment, piece } from '../../postgres/database.ts'

/** Where a store's days begin, and the currency of its revenue. */
export type Calendar = { currency: string; timeZone: string }

const COUNTS = fragment('day, orders, foreign_orders, taken, created, opened, paid, expired')

const PAID_AT = fragment('paid_at')
const CREATED_AT = fragment('created_at')

const onDay = (at: typeof PAID_AT, timeZone: string) => piece`
  ${at} >= day_start(day, ${timeZone}) and ${at} < day_start(day + 1, ${timeZone})`

/**
 * The parts of a `with`. `days`: what happened on each of the last 60 of the store's calendar; of
 * sessions, on the last 30.
 *
 * Days come out of `store_days`. Those that are not there are counted in the indexes, without the
 * rows, and kept when they can change no more: an hour after the day nobody opens its sessions in
 * time, and nobody pays them unless that is under way. Refunds come at any time: they are taken off
 * whenever somebody looks.
 */
export const daysOf = (storeId: string, { currency, timeZone }: Calendar) => piece`
  calendar as materialized (
    select (clock_timestamp() at time zone ${timeZone}::text)::date as today),
  known as materialized (
    select ${COUNTS}
    from store_days, calendar
    where store_id = ${storeId} and currency = ${currency} and time_zone = ${timeZone}
      and day > today - ${2 * DAYS_SHOWN}::integer),
  missing as materialized (
    select today - n as day
    from calendar, generate_series(0, ${2 * DAYS_SHOWN - 1}::integer) n
    except
    select day
    from known),
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
    where day_start(day + 1, ${timeZone}) < statement_timestamp() - interval '1 hour'
      and created = paid + expired
    -- So that two who count the same days never wait for each other.
    order by day
    on conflict do nothing),
  days as materialized (
    select *,
      taken - coalesce((
        select sum(refunded)::bigint
        from orders
        where store_id = ${storeId} and refunded > 0
          and currency = ${currency} and ${onDay(PAID_AT, timeZone)}), 0) as revenue
    from (select ${COUNTS} from known union all select ${COUNTS} from counted) kept_and_counted)`
