import type { KeyRegeneration } from '../../checkout/stores/regenerate-key.ts'
import type { KeyKind, Plan } from '../../contract/platform/platform.ts'
import {
  type RowOf,
  columns,
  flag,
  integer,
  moment,
  orNull,
  text,
  texts,
  word,
} from '../../postgres/columns.ts'
import type { ApiAccess, ApiKey, KeyUse } from './api-access.ts'
import type { ExampleItem } from '../frame/members/session-command.ts'
import { MAX_COUNTED } from './api-access.ts'
import type { Actor, AuditAction } from '../../checkout/stores/audit.ts'
import { KEY_WORKS, endOldKey, replaceKey } from '../../postgres/stores/store-keys.ts'
import { type Pool, type Statement, named, sql } from '../../postgres/database.ts'
import { openApiRequests } from './api-requests.records.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

const MAX_ORIGINS = 100

/** Of the store `st`, its key `present` and the one before, `ending`, and an item to buy. */
const KEY = columns({
  kind: word<KeyKind>('present.kind'),
  last4: text('present.last4'),
  publicText: orNull(text('present.public_text')),
  createdAt: moment('present.created_at'),
  createdBy: text('present.created_by'),
  lastUsedAt: orNull(moment('present.last_used_at')),
  oldLast4: orNull(text('ending.last4')),
  oldEndsAt: orNull(moment('ending.ends_at')),
  oldLastUsedAt: orNull(moment('ending.last_used_at')),
})
const STORE = columns({
  allowedOrigins: texts('st.allowed_origins'),
  product: orNull(text('p.slug')),
  size: orNull(text('v.size')),
  color: orNull(text('v.color_name')),
  secretExposedAt: orNull(
    moment(`
      (select max(at)
      from api_requests
      where store_id = st.id and secret_in_browser
        and at > greatest(present.created_at, statement_timestamp() - interval '7 days'))`),
  ),
})

const USE = columns({
  last4: text('k.last4'),
  lastUsedAt: orNull(moment('k.last_used_at')),
  isCut: flag(`(select count(*) from newest) > ${MAX_COUNTED}`),
  method: orNull(text('u.method')),
  route: orNull(text('u.route')),
  count: orNull(integer('u.count')),
})

const toKey = ({
  oldLast4: last4,
  oldEndsAt: endsAt,
  oldLastUsedAt,
  ...key
}: RowOf<typeof KEY>): ApiKey => ({
  ...key,
  old: last4 === null || endsAt === null ? null : { last4, endsAt, lastUsedAt: oldLastUsedAt },
})

const toExample = ({ product, size, color }: RowOf<typeof STORE>): ExampleItem | null =>
  product === null ? null : { product, size, color }

/** Every store has both keys since it was made. */
async function findAccess(pool: Pool, storeId: string): Promise<ApiAccess> {
  const rows = await pool.rows(
    named('find-api-access')`
      select ${KEY.list}, ${STORE.list}
      from stores st
      join api_keys present on present.store_id = st.id and present.ends_at is null
      left join lateral (
        select k.last4, k.ends_at, k.last_used_at
        from api_keys k
        where k.store_id = st.id and k.kind = present.kind
          and k.ends_at is not null and ${KEY_WORKS}) ending on true
      left join lateral (
        select id, slug
        from products
        where store_id = st.id and not archived
        order by id limit 1) p on true
      left join lateral (
        select size, color_name
        from variants
        where product_id = p.id and not removed
        order by (stock > 0) desc, position limit 1) v on true
      where st.id = ${storeId}`,
  )
  const find = (kind: KeyKind) => {
    const row = rows.find((each) => KEY.read(each).kind === kind)
    if (!row) throw new Error('a store lacks a key')
    return { key: toKey(KEY.read(row)), store: STORE.read(row) }
  }
  const { key, store } = find('secret')
  return {
    keys: { public: find('public').key, secret: key },
    allowedOrigins: store.allowedOrigins,
    example: toExample(store),
    secretExposedAt: store.secretExposedAt,
  }
}

async function findKeyUse(pool: Pool, storeId: string, kind: KeyKind): Promise<KeyUse> {
  const rows = await USE.rows(
    pool,
    sql`
    with newest as (
      select key_kind, method, route, at
      from api_requests
      where store_id = ${storeId}
      order by id desc limit ${MAX_COUNTED + 1})
    select ${USE.list}
    from api_keys k
    left join lateral (
      select method, route, count(*) as count
      from newest
      where key_kind = k.kind
        and at > greatest(k.created_at, statement_timestamp() - interval '7 days')
      group by method, route) u on true
    where k.store_id = ${storeId} and k.kind = ${kind} and k.ends_at is null
    order by u.count desc`,
  )
  const [first] = rows
  if (!first) throw new Error('a store lacks a key')
  const calls = rows.flatMap(({ method, route, count }) =>
    method === null || route === null || count === null ? [] : [{ method, route, count }],
  )
  return { last4: first.last4, lastUsedAt: first.lastUsedAt, calls, isCut: first.isCut }
}

type Change = { actor: Actor; action: AuditAction; details: Record<string, unknown> }

/** Runs the statement and audits it, unless there was nothing to change. */
const change = (
  pool: Pool,
  storeId: string,
  { statement, ...entry }: Change & { statement: Statement },
) =>
  pool.transaction(async (tx) => {
    const isChanged = (await tx.run(statement)) > 0
    if (isChanged) await insertAudit(tx, storeId, entry)
    return isChanged
  })

async function allowOrigin(pool: Pool, storeId: string, origin: string, actor: Actor) {
  const isAdded = await change(pool, storeId, {
    actor,
    action: 'origins.changed',
    details: { added: origin },
    statement: sql`
      update stores
      set allowed_origins = array_append(allowed_origins, ${origin})
      where id = ${storeId} and ${origin} <> all (allowed_origins)
        and cardinality(allowed_origins) < ${MAX_ORIGINS}`,
  })
  if (isAdded) return 'allowed'
  const isThere =
    (await pool.run(
      sql`select from stores where id = ${storeId} and ${origin} = any (allowed_origins)`,
    )) > 0
  return isThere ? 'allowed' : 'too_many'
}

export const openApiAccessRecords = (pool: Pool) => ({
  ...openApiRequests(pool),

  findAccess: (storeId: string) => findAccess(pool, storeId),
  findKeyUse: (storeId: string, kind: KeyKind) => findKeyUse(pool, storeId, kind),
  replaceKey: (...change: Parameters<KeyRegeneration['replaceKey']>) => replaceKey(pool, ...change),
  /** The key before works no more. */
  endOldKey: (storeId: string, of: { kind: KeyKind; actor: Actor }) => endOldKey(pool, storeId, of),
  /** Says `allowed`, too, when the origin was allowed already. */
  allowOrigin: (storeId: string, origin: string, actor: Actor) =>
    allowOrigin(pool, storeId, origin, actor),

  async removeOrigin(storeId: string, origin: string, actor: Actor) {
    await change(pool, storeId, {
      actor,
      action: 'origins.changed',
      details: { removed: origin },
      statement: sql`
        update stores
        set allowed_origins = array_remove(allowed_origins, ${origin})
        where id = ${storeId} and ${origin} = any (allowed_origins)`,
    })
  },

  async changePlan(storeId: string, plan: Plan, actor: Actor) {
    await change(pool, storeId, {
      actor,
      action: 'plan.changed',
      details: { plan },
      statement: sql`
        update stores set plan = ${plan} where id = ${storeId} and plan <> ${plan}`,
    })
  },
})
