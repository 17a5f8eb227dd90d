import type { ApiAccess, ApiAccessRecords, ApiKey, KeyUse } from './api-access.ts'
import type { ExampleItem } from '../frame/session-command.ts'
import { MAX_COUNTED } from './api-access.ts'
import type { Actor, AuditAction } from '../../checkout/audit.ts'
import { KEY_WORKS, endOldKey, replaceKey } from '../../postgres/stores/store-keys.ts'
import { type Pool, type Statement, named, sql } from '../../postgres/database.ts'
import { recordsOf } from '../frame/open.records.ts'
import { API_REQUESTS } from './api-requests.records.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

const MAX_ORIGINS = 100

type AccessRow = Omit<ApiKey, 'old'> & {
  oldLast4: string | null
  oldEndsAt: Date | null
  oldLastUsedAt: Date | null
} & Pick<ApiAccess, 'allowedOrigins' | 'secretExposedAt'> & {
    product: string | null
    size: string | null
    color: string | null
  }

const toKey = ({
  oldLast4: last4,
  oldEndsAt: endsAt,
  oldLastUsedAt,
  ...key
}: AccessRow): ApiKey => ({
  ...key,
  old: last4 === null || endsAt === null ? null : { last4, endsAt, lastUsedAt: oldLastUsedAt },
})

const toExample = ({ product, size, color }: AccessRow): ExampleItem | null =>
  product === null ? null : { product, size, color }

/** Every store has both keys since it was made. */
async function findAccess(pool: Pool, storeId: string): Promise<ApiAccess> {
  const rows = await pool.rows<AccessRow>(
    named('find-api-access')`
      select present.kind, present.last4, present.public_text as "publicText", present.created_at as "createdAt",
        present.created_by as "createdBy", present.last_used_at as "lastUsedAt",
        ending.last4 as "oldLast4", ending.ends_at as "oldEndsAt",
        ending.last_used_at as "oldLastUsedAt",
        st.allowed_origins as "allowedOrigins", p.slug as product, v.size, v.color_name as color,
        (select max(at)
        from api_requests
        where store_id = st.id and secret_in_browser
          and at > greatest(present.created_at, statement_timestamp() - interval '7 days')
        ) as "secretExposedAt"
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
  const rowOf = (kind: ApiKey['kind']) => rows.find((row) => row.kind === kind)
  const [publicRow, secretRow] = [rowOf('public'), rowOf('secret')]
  if (!publicRow || !secretRow) throw new Error('a store lacks a key')
  return {
    keys: { public: toKey(publicRow), secret: toKey(secretRow) },
    allowedOrigins: secretRow.allowedOrigins,
    example: toExample(secretRow),
    secretExposedAt: secretRow.secretExposedAt,
  }
}

type UseRow = Pick<KeyUse, 'last4' | 'lastUsedAt' | 'isCut'> & {
  method: string | null
  route: string
  count: number
}

async function findKeyUse(pool: Pool, storeId: string, kind: ApiKey['kind']): Promise<KeyUse> {
  const rows = await pool.rows<UseRow>(sql`
    with newest as (
      select key_kind, method, route, at
      from api_requests
      where store_id = ${storeId}
      order by id desc limit ${MAX_COUNTED + 1})
    select k.last4, k.last_used_at as "lastUsedAt",
      (select count(*) from newest) > ${MAX_COUNTED} as "isCut", u.method, u.route, u.count
    from api_keys k
    left join lateral (
      select method, route, count(*) as count
      from newest
      where key_kind = k.kind
        and at > greatest(k.created_at, statement_timestamp() - interval '7 days')
      group by method, route) u on true
    where k.store_id = ${storeId} and k.kind = ${kind} and k.ends_at is null
    order by u.count desc`)
  const [first] = rows
  if (!first) throw new Error('a store lacks a key')
  const calls = rows.flatMap(({ method, route, count }) =>
    method === null ? [] : [{ method, route, count }],
  )
  return { last4: first.last4, lastUsedAt: first.lastUsedAt, calls, isCut: first.isCut }
}

type Change = { actor: Actor; action: AuditAction; details: Record<string, unknown> }

/** Runs the statement and tells the audit log of it, unless there was nothing to change. */
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

export const openApiAccessRecords = recordsOf<ApiAccessRecords>({
  findAccess,
  findKeyUse,
  replaceKey,
  endOldKey,
  allowOrigin,

  async removeOrigin(pool, storeId, origin, actor) {
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

  async changePlan(pool, storeId, plan, actor) {
    await change(pool, storeId, {
      actor,
      action: 'plan.changed',
      details: { plan },
      statement: sql`
        update stores set plan = ${plan} where id = ${storeId} and plan <> ${plan}`,
    })
  },

  ...API_REQUESTS,
})
