import {
  type DeliveryAttempt,
  DeliveryStatus,
  type WebhookDelivery,
  type WebhookDeliveryQuery,
} from '../../contract/platform/platform-webhooks.ts'
import type {
  DeliveryRecord,
  EndpointName,
  EndpointRecord,
  FailedPosition,
  Resending,
} from '../../checkout/ports/webhook-records.ts'
import { type RowOf, columns, integer, json, moment, orNull, text, word } from '../columns.ts'
import {
  type Fragment,
  type Pool,
  type Queryable,
  fragment,
  named,
  piece,
  sql,
} from '../database.ts'
import { listFrom, toPage } from '../pages.ts'
import { ANSWER } from './answers.ts'
import { lowerDue } from './attempts.ts'
import { ENDPOINT, toEndpoint } from './endpoints.ts'
import { ofStore } from '../of-store.ts'

const DELIVERY = columns({
  number: integer('d.number'),
  id: text('d.id'),
  eventId: text('d.event_id'),
  type: text('d.type'),
  endpoint: text('d.endpoint_id'),
  status: word<DeliveryStatus>('d.status'),
  attempts: json<DeliveryAttempt[]>('d.attempts'),
  nextAttemptAt: orNull(moment('d.next_attempt_at')),
})

const toDelivery = ({
  number: _,
  nextAttemptAt,
  ...row
}: RowOf<typeof DELIVERY>): WebhookDelivery => ({
  ...row,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
})

type Newest = Pick<WebhookDeliveryQuery, 'limit' | 'status'> & { before: number | null }

/**
 * Newest first, one more than a page has. Each status is looked up in the index, so deliveries of
 * other statuses are never read.
 */
const newestOf = (whose: Fragment, { limit, status, before }: Newest) => piece`(
  select d.*
  from unnest(${status === undefined ? DeliveryStatus.options : [status]}::text[]) wanted (status)
  cross join lateral (
    select *
    from webhook_deliveries d
    where ${whose}
      and d.status = wanted.status
      and -d.number > ${-(before ?? Number.MAX_SAFE_INTEGER)}
    order by -d.number
    limit ${limit + 1}) d
  order by d.number desc
  limit ${limit + 1})`

const pageOf = (rows: RowOf<typeof DELIVERY>[], limit: number) =>
  toPage(
    rows.map((row) => ({ ...row, key: row.id, id: row.number })),
    { limit, toItem: ({ key, ...row }) => toDelivery({ ...row, id: key }) },
  )

export const listDeliveries = (db: Queryable, storeId: string, query: WebhookDeliveryQuery) =>
  listFrom(query.cursor, async (before) => {
    const { endpoint } = query
    const ofEndpoint =
      endpoint === undefined ? fragment('') : piece`and d.endpoint_id = ${endpoint}`
    const whose = piece`d.store_id = ${storeId} ${ofEndpoint}`
    const rows = await DELIVERY.rows(
      db,
      sql`
        select ${DELIVERY.list}
        from ${newestOf(whose, { ...query, before })} d
        order by d.number desc`,
    )
    return pageOf(rows, query.limit)
  })

const LISTED = columns({
  deliveries: DELIVERY.many(`(
    select coalesce(json_agg(${DELIVERY.object} order by d.number desc), '[]')
    from listed d)`),
})

export async function findWithDeliveries(
  db: Queryable,
  { storeId, endpointId }: EndpointName,
  query: WebhookDeliveryQuery,
) {
  let endpoint: EndpointRecord | undefined
  const page = await listFrom(query.cursor, async (before) => {
    const row = await db.row(sql`
      with listed as ${newestOf(piece`d.endpoint_id = ${endpointId}`, { ...query, before })}
      select ${ENDPOINT.list}, ${LISTED.list}
      from webhook_endpoints
      where id = ${endpointId} and store_id = ${storeId} and deleted_at is null`)
    endpoint = row && toEndpoint(ENDPOINT.read(row))
    return pageOf(row ? LISTED.read(row).deliveries : [], query.limit)
  })
  return page && endpoint && { ...page, endpoint }
}

export async function findDelivery(
  db: Queryable,
  { storeId, endpointId, deliveryId }: EndpointName & { deliveryId: string },
): Promise<DeliveryRecord | undefined> {
  const row = await db.row(sql`
    select ${DELIVERY.list}, ${ANSWER.list}
    from webhook_deliveries d
    join webhook_endpoints e on e.id = d.endpoint_id
    where d.id = ${deliveryId} and d.store_id = ${storeId} and d.endpoint_id = ${endpointId}
      and e.deleted_at is null`)
  return row && { ...toDelivery(DELIVERY.read(row)), ...ANSWER.read(row) }
}

/** Begins the schedule anew. An attempt under way cannot undo this. */
const BEGUN_ANEW = fragment(`
  status = 'pending', tries = 0, resends = d.resends + 1, ended_at = null,
  next_attempt_at = statement_timestamp(),
  due_at = case when d.due_at > d.next_attempt_at then d.due_at else statement_timestamp() end`)

export const addTest = (
  pool: Pool,
  { storeId, endpointId }: EndpointName,
  { deliveryId, eventId }: { deliveryId: string; eventId: string },
) =>
  pool.transaction(async (tx) => {
    const added = await tx.run(sql`
      insert into webhook_deliveries
        (id, store_id, endpoint_id, event_id, type, happened_at, data)
      select ${deliveryId}, store_id, id, ${eventId}, 'endpoint.test', clock_timestamp(),
        ${JSON.stringify({ endpoint: endpointId })}
      from webhook_endpoints
      where id = ${endpointId} and store_id = ${storeId} and deleted_at is null
      for no key update`)
    await lowerDue(tx, endpointId)
    return added === 1
  })

const ENDPOINT_OF = columns({ endpointId: text('e.id'), type: text('d.type') })

export const resend = (
  pool: Pool,
  { storeId, deliveryId }: { storeId: string; deliveryId: string },
): Promise<Resending> =>
  pool.transaction(async (tx) => {
    const found = await ENDPOINT_OF.row(
      tx,
      sql`
        select ${ENDPOINT_OF.list}
        from webhook_deliveries d
        join webhook_endpoints e on e.id = d.endpoint_id
        where d.id = ${deliveryId} and ${ofStore('d.store_id', storeId)}
        for no key update of e`,
    )
    if (!found) return 'no_delivery'
    const resent = await tx.run(sql`
      update webhook_deliveries d
      set ${BEGUN_ANEW}
      from webhook_endpoints e
      where d.id = ${deliveryId} and e.id = d.endpoint_id and e.deleted_at is null
        and (e.is_enabled or d.type = 'endpoint.test')`)
    if (resent === 0) return 'endpoint_disabled'
    await lowerDue(tx, found.endpointId)
    return 'resent'
  })

const RESENT = columns({ endedAt: text('failed.ended_at::text'), number: integer('failed.number') })

type FailureQuery = { since: Date; after: FailedPosition | undefined; limit: number }

export const resendFailed = (
  pool: Pool,
  { storeId, endpointId }: EndpointName,
  { since, after, limit }: FailureQuery,
) =>
  pool.transaction(async (tx) => {
    await tx.row(sql`
      select from webhook_endpoints
      where id = ${endpointId} and store_id = ${storeId}
      for no key update`)
    const rows = await RESENT.rows(
      tx,
      named('resend-failed-webhooks')`
        with failed as (
          select d.number, d.ended_at
          from webhook_deliveries d
          join webhook_endpoints e on e.id = d.endpoint_id
          where d.endpoint_id = ${endpointId}
            and d.status = 'failed'
            and d.ended_at >= ${since}
            and (d.ended_at, d.number) >
              (${after?.endedAt ?? '-infinity'}::timestamptz, ${after?.number ?? 0}::bigint)
            and e.is_enabled and e.store_id = ${storeId}
          order by d.ended_at, d.number
          limit ${limit}
          for no key update of d skip locked),
        resent as (
          update webhook_deliveries d
          set ${BEGUN_ANEW}
          where d.number = any(array(select number from failed)))
        select ${RESENT.list} from failed order by failed.ended_at, failed.number`,
    )
    await lowerDue(tx, endpointId)
    return { count: rows.length, last: rows.length === limit ? rows.at(-1) : undefined }
  })
