import { EventType } from '../../contract/events.ts'
import type { UpdateWebhookEndpointRequest } from '../../contract/platform/platform-webhooks.ts'
import {
  type By,
  type EndpointName,
  type EndpointRecord,
  MAX_ENDPOINTS,
  type NewEndpoint,
  type NewSecret,
} from '../../checkout/ports/webhook-records.ts'
import type { AuditAction } from '../../checkout/stores/audit.ts'
import { insertAudit } from '../audit-log.ts'
import { type RowOf, columns, flag, moment, orNull, text, texts } from '../columns.ts'
import { type Pool, type Queryable, type Transaction, fragment, sql } from '../database.ts'
import { readEvents } from '../events/event-log.ts'
import { forgetAnswers } from './answers.ts'

const SECRET_VERSION = `left(encode(sha256(sealed), 'hex'), 16)`

export const ENDPOINT = columns({
  id: text('id'),
  url: text('url'),
  types: orNull(texts('types')),
  description: orNull(text('description')),
  enabled: flag('is_enabled'),
  createdAt: moment('created_at'),
  failingSince: orNull(moment('failing_since')),
  oldSecretUntil: orNull(
    moment('case when previous_until > statement_timestamp() then previous_until end'),
  ),
  // A deleted endpoint has no secret.
  secretVersion: text(`coalesce(${SECRET_VERSION}, '')`),
})

export const toEndpoint = ({
  types,
  description,
  createdAt,
  ...row
}: RowOf<typeof ENDPOINT>): EndpointRecord => ({
  ...row,
  types: EventType.options.filter((type) => types === null || types.includes(type)),
  ...(description !== null && { description }),
  createdAt: createdAt.toISOString(),
})

/** Locks the store's reader. The first endpoint creates it, at the present end of the log. */
async function lockReader(tx: Transaction, storeId: string) {
  const locked = await tx.row(sql`
    select from webhook_readers where store_id = ${storeId} for no key update`)
  if (locked) return
  const read = await readEvents(tx, storeId, { after: 'now', limit: 1 })
  await tx.run(sql`
    insert into webhook_readers (store_id, cursor, history, read_before)
    values (${storeId}, ${read?.nextCursor}, database_history(),
      pg_snapshot_xmin(pg_current_snapshot()))
    on conflict (store_id) do update set store_id = excluded.store_id`)
}

const countEndpoints = async (tx: Transaction, storeId: string) =>
  (
    await tx.rows(sql`
      select from webhook_endpoints where store_id = ${storeId} and deleted_at is null`)
  ).length

type EndpointChange = By & { storeId: string; url: string; details?: Record<string, unknown> }

/** Writes the change to the audit log, in the same transaction. */
const writeDown = (
  tx: Transaction,
  action: AuditAction & `webhook_endpoint.${string}`,
  { storeId, url, ...entry }: EndpointChange,
) => insertAudit(tx, storeId, { ...entry, action, subject: url })

export const createEndpoint = (
  pool: Pool,
  { id, storeId, url, types, description, secret, actor }: NewEndpoint & By,
) =>
  pool.transaction(async (tx) => {
    await lockReader(tx, storeId)
    if ((await countEndpoints(tx, storeId)) >= MAX_ENDPOINTS) return 'too_many'
    const row = await ENDPOINT.row(
      tx,
      sql`
        insert into webhook_endpoints (id, store_id, url, types, description, sealed, key_id)
        values (${id}, ${storeId}, ${url}, ${types}, ${description}, ${secret.sealed}, ${secret.keyId})
        on conflict (id) do nothing
        returning ${ENDPOINT.list}`,
    )
    if (!row) return 'exists'
    await writeDown(tx, 'webhook_endpoint.added', { storeId, actor, url })
    return toEndpoint(row)
  })

export const listEndpoints = async (db: Queryable, storeId: string) =>
  (
    await ENDPOINT.rows(
      db,
      sql`
        select ${ENDPOINT.list}
        from webhook_endpoints
        where store_id = ${storeId} and deleted_at is null
        order by created_at, id`,
    )
  ).map(toEndpoint)

export async function findEndpoint(db: Queryable, { storeId, endpointId }: EndpointName) {
  const row = await ENDPOINT.row(
    db,
    sql`
      select ${ENDPOINT.list}
      from webhook_endpoints
      where id = ${endpointId} and store_id = ${storeId} and deleted_at is null`,
  )
  return row && toEndpoint(row)
}

/** Whether delivery `d` is still to be sent to its endpoint `e`. */
export const IS_WANTED = fragment(`(
  e.deleted_at is null
  and (d.type = 'endpoint.test'
    or (e.is_enabled and (e.types is null or d.type = any(e.types)))))`)

/** How many deliveries end at once. The others end when they are due. */
const STOPPED_AT_ONCE = 1000

/** Ends what the endpoint no longer wants. Its row was changed before, and so is locked. */
export const stopUnwanted = (tx: Transaction, endpointId: string) =>
  tx.run(sql`
    update webhook_deliveries
    set status = 'failed', ended_at = clock_timestamp(), next_attempt_at = null, due_at = null
    where number = any(array(
      select d.number
      from webhook_deliveries d
      join webhook_endpoints e on e.id = d.endpoint_id
      where d.endpoint_id = ${endpointId} and d.status = 'pending' and not ${IS_WANTED}
      order by d.due_at
      limit ${STOPPED_AT_ONCE}
      for update of d skip locked))`)

export const updateEndpoint = (
  pool: Pool,
  { storeId, endpointId, actor }: EndpointName & By,
  change: Nullable,
) =>
  pool.transaction(async (tx) => {
    const { url = null, types = null, enabled = null, description = null } = change
    const row = await ENDPOINT.row(
      tx,
      sql`
        update webhook_endpoints
        set url = coalesce(${url}, url),
          types = coalesce(${types}, types),
          description = coalesce(${description}, description),
          is_enabled = coalesce(${enabled}::boolean, is_enabled),
          listens_since = case when ${enabled}::boolean and not is_enabled
            then clock_timestamp() else listens_since end,
          failing_since = case when ${enabled}::boolean and not is_enabled or ${url} <> url
            then null else failing_since end,
          owners_told_at = case when ${enabled}::boolean and not is_enabled or ${url} <> url
            then null else owners_told_at end
        where id = ${endpointId} and store_id = ${storeId} and deleted_at is null
        returning ${ENDPOINT.list}`,
    )
    if (!row) return undefined
    if (types !== null || enabled === false) await stopUnwanted(tx, endpointId)
    const details = { changed: Object.keys(change), ...(enabled !== null && { enabled }) }
    await writeDown(tx, 'webhook_endpoint.changed', { storeId, actor, url: row.url, details })
    return toEndpoint(row)
  })

type Nullable = {
  [Field in keyof UpdateWebhookEndpointRequest]?: UpdateWebhookEndpointRequest[Field] | null
}

export const deleteEndpoint = (pool: Pool, { storeId, endpointId, actor }: EndpointName & By) =>
  pool.transaction(async (tx) => {
    await tx.row(sql`
      select from webhook_readers where store_id = ${storeId} for no key update`)
    const deleted = await ENDPOINT.row(
      tx,
      sql`
        update webhook_endpoints
        set deleted_at = clock_timestamp(), is_enabled = false, sealed = null, key_id = null,
          previous_sealed = null, previous_key_id = null, previous_until = null
        where id = ${endpointId} and store_id = ${storeId} and deleted_at is null
        returning ${ENDPOINT.list}`,
    )
    if (!deleted) return false
    await writeDown(tx, 'webhook_endpoint.removed', { storeId, actor, url: deleted.url })
    await forgetAnswers(tx, endpointId)
    await stopUnwanted(tx, endpointId)
    if ((await countEndpoints(tx, storeId)) === 0)
      await tx.run(sql`delete from webhook_readers where store_id = ${storeId}`)
    return true
  })

/** Only the last secret before the new one still signs. */
export const rollSecret = (
  pool: Pool,
  { storeId, endpointId, actor }: EndpointName & By,
  { sealed, keyId, overlapSeconds, seen }: NewSecret,
) =>
  pool.transaction(async (tx) => {
    const rolled = await ENDPOINT.row(
      tx,
      sql`
        update webhook_endpoints
        set sealed = ${sealed}, key_id = ${keyId}, previous_sealed = sealed,
          previous_key_id = key_id,
          previous_until = clock_timestamp() + make_interval(secs => ${overlapSeconds}::integer)
        where id = ${endpointId} and store_id = ${storeId} and deleted_at is null
          and ${fragment(SECRET_VERSION)} = coalesce(${seen ?? null}, ${fragment(SECRET_VERSION)})
        returning ${ENDPOINT.list}`,
    )
    if (!rolled) return false
    await writeDown(tx, 'webhook_endpoint.secret_rolled', { storeId, actor, url: rolled.url })
    return true
  })
