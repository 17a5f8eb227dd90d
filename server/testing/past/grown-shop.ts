import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../postgres/embedded/embedded-postgres.ts'
import { aBuyer, aProduct, aSession, aStore } from '../builders.ts'
import { growHistory } from './grown-history.ts'
import { addManyStores } from './many-stores.ts'
import { type Sql, openSql } from '../sql.ts'
import { aColleague } from '../store/store-browser.ts'
import { startRedis } from '../servers/redis-server.ts'
import { startTestService } from '../servers/test-service.ts'

/** What a session of the shop does not bring along: the address of an order, and the first row of each kind. */
const MODELS = [
  `update orders set customer_email = 'ana@mail.example' where store_id = $1`,
  `insert into idempotency_keys (store_id, key_kind, key, request_digest, session_id)
  values ($1, 'secret', 'past', '', 'cs_past')`,
  `insert into provider_notifications (provider, event_id, handled_at)
  select 'test', 'evt_past', clock_timestamp() where $1::text is not null`,
  `with endpoint as (
    insert into webhook_endpoints (id, store_id, url, is_enabled, deleted_at)
    values ('we_past', $1, 'https://shop.example/hook', false, clock_timestamp())
    returning id)
  insert into webhook_deliveries (id, store_id, endpoint_id, event_id, type, happened_at, data,
    status, ended_at, due_at, next_attempt_at)
  select 'whd_past', $1, id, 'evt_past', 'checkout.session.completed', clock_timestamp(), '{}',
    'delivered', clock_timestamp(), null, null
  from endpoint`,
]

export type GrownShop = Awaited<ReturnType<typeof openGrownShop>>

/** A service of its own with PostgreSQL and Redis, whose store has a paid session and an open one. */
export async function openGrownShop(
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'hc-growth-'))
  const [postgres, redis] = await Promise.all([
    startEmbeddedPostgres({
      dataDir: folder,
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        shared_preload_libraries: 'pg_stat_statements',
        ...settings,
      },
    }),
    startRedis(),
  ])
  const { host, database, user } = postgres.connection
  const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
  const service = await startTestService({ databaseUrl, env: { REDIS_URL: redis.url, ...env } })
  const sql = openSql(databaseUrl)
  await sql.rows('create extension pg_stat_statements')
  const store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 1_000_000 }] })
  await aProduct(service, store, { slug: 'unsold' })
  const unpaid = await aSession(service, store)
  const paid = await aSession(service, store)
  await (await aBuyer(service, paid)).pay()
  for (const text of MODELS) await sql.rows(text, [store.id])
  const { browser } = await aColleague(service, sql, { store, role: 'owner' })
  const colleague = await aColleague(service, sql, { store, role: 'owner' })
  // Exports ask for a confirmation, which counts for ten minutes.
  await sql.rows(`update store_sessions set confirmed_at = 'infinity'`)
  await untilLogged(sql)

  return {
    service,
    redisUrl: redis.url,
    sql,
    store,
    browser,
    /** Signs in again and again; `browser` stays signed in. */
    colleague,
    unpaid,
    paid,
    database,
    grow: (size: Omit<Parameters<typeof growHistory>[1], 'storeId'>) =>
      growHistory(postgres.connection, { storeId: store.id, ...size }),
    addManyStores: () => addManyStores(postgres.connection, store.id),
    async close() {
      await sql.close()
      await service.stop()
      await Promise.all([postgres.stop(), redis.remove()])
      await rm(folder, { recursive: true })
    },
  }
}

/** Requests are logged in batches. */
async function untilLogged(sql: Sql) {
  while ((await sql.rows('select from api_requests limit 1')).length === 0) await wait(100)
}

/** The middle of the store's past, as each list names where its next page begins. */
export async function findMiddle({ sql, store, unpaid }: GrownShop) {
  const [row] = await sql.rows<{ at: string }>(
    `select (extract(epoch from paid_at) * 1000)::bigint::text as at
    from orders
    where store_id = $1
    order by paid_at desc
    offset (select count(*) from orders where store_id = $1) / 2 limit 1`,
    [store.id],
  )
  const cursor = (position: string) => Buffer.from(position).toString('base64url')
  return {
    orders: cursor(`${row?.at}.1`),
    sessions: cursor(`${row?.at}.${unpaid}`),
    // Rows of the past have numbers below all others.
    rows: cursor('1'),
  }
}

export type Middle = Awaited<ReturnType<typeof findMiddle>>
