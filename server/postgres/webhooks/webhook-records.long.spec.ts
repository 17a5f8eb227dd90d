import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FreeSlots } from '../../checkout/ports/webhook-records.ts'
import { aStore } from '../../testing/builders.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { startTestService } from '../../testing/servers/test-service.ts'
import { anEndpoint } from '../../testing/webhook-builders.ts'
import { type Pool, type Statement, openPool } from '../database.ts'
import { openOldRecords } from '../upkeep/old-records.ts'
import { readFigures } from '../upkeep/figures.ts'
import { openWebhookRecords } from './open-webhook-records.ts'

const ROWS = 300_000

/** Pages of 8 KiB that one statement may look at, and what it changes. */
const MOST_PAGES = 1_500

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql
let pool: Pool
let storeId: string
let dead: string
let good: string
let records: ReturnType<typeof openWebhookRecords>

beforeAll(async () => {
  database = await createTestDatabase()
  const service = await startTestService({ databaseUrl: database.url })
  sql = openSql(database.url)
  const store = await aStore(service)
  storeId = store.id
  dead = (await anEndpoint(service, store, { url: 'http://127.0.0.1:65535/dead' })).id
  good = (await anEndpoint(service, store, { url: 'http://127.0.0.1:65535/good' })).id
  // Nothing but what is looked at here happens to the rows.
  await service.stop()
  await sql.rows(
    `insert into webhook_deliveries
      (id, store_id, endpoint_id, event_id, type, happened_at, data, status, created_at, ended_at,
        due_at, next_attempt_at)
    select 'whd_' || n, $1, $2, 'evt_' || n, 'order.refunded', now(), '{}', status, now(),
      case when status <> 'pending' then now() - n * interval '1 ms' end,
      case when status = 'pending' then now() end, case when status = 'pending' then now() end
    from generate_series(1, $3::integer) n,
      lateral (select (array['pending', 'failed', 'delivered'])[n % 3 + 1] as status) one`,
    [storeId, dead, ROWS],
  )
  await sql.rows('vacuum analyze webhook_deliveries')
  pool = openPool({ connectionString: database.url }, { onIdleError: () => undefined })
  records = openWebhookRecords(pool)
}, 400_000)
afterAll(async () => {
  await pool.close()
  await sql.close()
  await database.drop()
})

type Plan = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }

/** The statements of `work`, each with the pages that it looks at when it is asked once more. */
async function pagesOf(work: () => Promise<unknown>) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const statements = query.mock.calls
    .map(([statement]) => statement as unknown as Statement | string)
    .filter((one): one is Statement => typeof one === 'object' && 'values' in one)
  query.mockRestore()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const pages: number[] = []
  for (const { text, values } of statements) {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': Plan[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    await client.query('rollback')
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    pages.push((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0))
  }
  await client.end()
  expect(pages.length).toBeGreaterThan(0)
  return pages
}

const SLOTS: FreeSlots = { sound: 100, failing: 100, each: 4, underWay: {}, busy: [] }

describe(`performance: Growth: webhooks with ${ROWS} deliveries of one endpoint`, () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the list', () => records.listDeliveries(storeId, { limit: 20 })],
    ['of an endpoint', () => records.listDeliveries(storeId, { limit: 20, endpoint: dead })],
    ['of one without any', () => records.listDeliveries(storeId, { limit: 20, endpoint: good })],
    [
      'of those that failed',
      () => records.listDeliveries(storeId, { limit: 20, status: 'failed' }),
    ],
    [
      'an endpoint with a page of its own',
      () => records.findWithDeliveries({ storeId, endpointId: dead }, { limit: 25 }),
    ],
    [
      'one delivery',
      () => records.findDelivery({ storeId, endpointId: dead, deliveryId: 'whd_150000' }),
    ],
    ['the age of the oldest', () => readFigures(pool)],
    ['a sweep', () => openOldRecords(pool).deleteDeliveries(200, 0)],
    ['a round with nothing due', () => records.claim(SLOTS)],
    ['a look for unread logs', () => records.findUnread(500)],
    ['reading on', () => records.readOn(storeId, () => 'whd_none')],
  ])('a look into many webhooks reads few pages: %s', async (_what, work) => {
    for (const pages of await pagesOf(work)) expect(pages).toBeLessThan(MOST_PAGES)
  })

  test('a claim takes what is due of every endpoint, and looks at few pages', async () => {
    await sql.rows(
      `insert into webhook_deliveries (id, store_id, endpoint_id, event_id, type, happened_at, data)
      values ('whd_good', $1, $2, 'evt_good', 'order.refunded', now(), '{}')`,
      [storeId, good],
    )
    await sql.rows('update webhook_endpoints set due_at = now()')
    const claimed: string[] = []
    const pages = await pagesOf(async () => {
      const { deliveries } = await records.claim(SLOTS)
      claimed.push(...deliveries.map(({ endpointId }) => endpointId))
    })
    expect(claimed.toSorted()).toEqual([dead, good].toSorted())
    for (const each of pages) expect(each).toBeLessThan(MOST_PAGES)
  })

  test('an attempt is recorded, and 500 deliveries are sent again, with few pages', async () => {
    await sql.rows('update webhook_endpoints set due_at = now() where id = $1', [dead])
    const [claimed] = (await records.claim(SLOTS)).deliveries
    if (!claimed) throw new Error('nothing was due')
    const attempt = { status: 500, durationMs: 12, error: null }
    const answer = Buffer.alloc(2048, 'a')
    const failed = { ...claimed, attempt, answer, nextInMs: 5000, isGone: false }
    for (const each of await pagesOf(() => records.recordFailed(failed)))
      expect(each).toBeLessThan(MOST_PAGES)
    const recover = () =>
      records.resendFailed(
        { storeId, endpointId: dead },
        { since: new Date(0), after: undefined, limit: 10 },
      )
    for (const each of await pagesOf(recover)) expect(each).toBeLessThan(MOST_PAGES)
  })

  test('switching off an endpoint ends so many at once, the rest when they are due', async () => {
    const actor = { name: 'platform', address: null }
    await records.updateEndpoint({ storeId, endpointId: dead, actor }, { enabled: false })
    const pending = async () =>
      Number(
        (
          await sql.rows<{ n: string }>(
            `select count(*) as n from webhook_deliveries where endpoint_id = $1 and status = 'pending'`,
            [dead],
          )
        )[0]?.n,
      )
    const before = await pending()
    await sql.rows('update webhook_endpoints set due_at = now() where id = $1', [dead])
    const { deliveries, isEmpty } = await records.claim(SLOTS)
    expect([deliveries, isEmpty]).toEqual([[], false])
    expect(await pending()).toBe(before - 500)
  })
})
