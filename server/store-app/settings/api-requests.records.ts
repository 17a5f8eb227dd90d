import type { AnsweredRequest, ApiRequest } from '../../web/answers/answered-request.ts'
import type { KeyKind } from '../../contract/platform/platform.ts'
import {
  columns,
  flag,
  integer,
  moment,
  orNull,
  text,
  texts,
  word,
} from '../../postgres/columns.ts'
import type { RequestPage, RequestQuery } from './api-access.ts'
import { MAX_COUNTED } from './api-access.ts'
import { type Pool, named, piece, sql } from '../../postgres/database.ts'
import { listFrom, toPage } from '../../postgres/pages.ts'

/**
 * One JSON text for the whole batch: the driver would write arrays down value by value, which keeps
 * the process busy for longer. A key that another process is marking as used at this moment is left
 * to that one: nobody waits. The digest says which key it was, so that a request with the one
 * before does not count.
 */
async function recordRequests(pool: Pool, requests: AnsweredRequest[]) {
  await pool.run(
    named('record-requests')`
      with answered as (
        select request_id, store_id, key_kind, digest, to_timestamp(at_ms / 1000) as at,
          method, route, status, duration_ms, secret_in_browser
        from json_to_recordset(${JSON.stringify(requests.map(toRow))}::json) as r (
          request_id uuid, store_id text, key_kind text, digest text, at_ms float8,
          method text, route text, status smallint, duration_ms real, secret_in_browser boolean)),
      recorded as (
        insert into api_requests (request_id, store_id, key_kind, at,
          method, route, status, duration_ms, secret_in_browser)
        select request_id, store_id, key_kind, at,
          method, route, status, duration_ms, secret_in_browser
        from answered
        on conflict (request_id) do nothing),
      used as (
        select k.digest, u.at
        from (select digest, max(at) as at from answered group by digest) u
        join api_keys k on k.digest = decode(u.digest, 'hex')
        where k.last_used_at is null or k.last_used_at < u.at - interval '60 seconds'
        for no key update of k skip locked)
      update api_keys k
      set last_used_at = used.at
      from used
      where k.digest = used.digest`,
  )
}

const toRow = (request: AnsweredRequest) => ({
  request_id: request.requestId,
  store_id: request.storeId,
  key_kind: request.keyKind,
  digest: request.keyDigest.toString('hex'),
  at_ms: request.at.getTime(),
  method: request.method,
  route: request.route,
  status: request.status,
  duration_ms: request.durationMs,
  secret_in_browser: request.isSecretInBrowser,
})

const ROUTES = columns({ routes: texts('routes') })

/** Of a row of `api_requests r`; null in the only row of a list without requests. */
const NUMBER = columns({ id: orNull(integer('r.id')) })
const REQUEST = columns({
  id: integer('r.id'),
  requestId: text('r.request_id'),
  at: moment('r.at'),
  method: text('r.method'),
  route: text('r.route'),
  status: integer('r.status'),
  keyKind: word<KeyKind>('r.key_kind'),
  durationMs: integer('r.duration_ms'),
  isSecretInBrowser: flag('r.secret_in_browser'),
})

const COUNT = columns({ count: integer('count(*)') })

/** By leaps over the index, one for each: their number is small, that of the requests is not. */
const routesOf = (storeId: string) => piece`
  array(
    with recursive known as (
      (select route from api_requests where store_id = ${storeId} order by route limit 1)
      union all
      select (
        select route
        from api_requests
        where store_id = ${storeId} and route > known.route
        order by route limit 1)
      from known
      where known.route is not null)
    select route from known where route is not null)`

/** All that the store has asked for. */
async function listRoutes(pool: Pool, storeId: string) {
  const { routes } = await ROUTES.onlyRow(pool, sql`select ${routesOf(storeId)} as routes`)
  return routes
}

/** Newest first. */
async function listRequests(
  pool: Pool,
  storeId: string,
  query: RequestQuery,
): Promise<RequestPage | undefined> {
  const { limit, cursor, route = null, requestId = null, statusClass } = query
  const [from, to] =
    statusClass === undefined ? [0, 999] : [statusClass * 100, statusClass * 100 + 99]
  let routes: string[] = []
  const page = await listFrom(cursor, async (before) => {
    // Not prepared: the plan depends on what the list is narrowed to.
    const rows = await pool.rows(sql`
      select ${REQUEST.list}, all_routes.routes
      from (select ${routesOf(storeId)} as routes) all_routes
      left join lateral (
        select id, request_id, at, method, route, status, key_kind, duration_ms, secret_in_browser
        from api_requests
        where store_id = ${storeId} and at > statement_timestamp() - interval '7 days'
          and status between ${from} and ${to}
          and (${route}::text is null or route = ${route})
          and (${requestId}::uuid is null or request_id = ${requestId})
          and (${before}::bigint is null or id < ${before})
        order by id desc limit ${limit + 1}) r on true
      order by r.id desc`)
    routes = rows[0] ? ROUTES.read(rows[0]).routes : []
    const found = rows.filter((row) => NUMBER.read(row).id !== null).map(REQUEST.read)
    return toPage(found, { limit, toItem: ({ id: _, ...request }): ApiRequest => request })
  })
  return page && { ...page, routes }
}

/** Of the last 7 days; any number above `MAX_COUNTED` is given as one more than that. */
async function countRequests(pool: Pool, storeId: string) {
  const { count } = await COUNT.onlyRow(
    pool,
    sql`
    select ${COUNT.list}
    from (
      select from api_requests
      where store_id = ${storeId} and at > statement_timestamp() - interval '7 days'
      limit ${MAX_COUNTED + 1}) newest`,
  )
  return count
}

export const openApiRequests = (pool: Pool) => ({
  listRequests: (storeId: string, query: RequestQuery) => listRequests(pool, storeId, query),
  listRoutes: (storeId: string) => listRoutes(pool, storeId),
  countRequests: (storeId: string) => countRequests(pool, storeId),
  recordRequests: (requests: AnsweredRequest[]) => recordRequests(pool, requests),
})
