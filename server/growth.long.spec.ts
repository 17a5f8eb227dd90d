import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './postgres/embedded/embedded-postgres.ts'
import {
  type TestStore,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
} from './testing/builders.ts'
import type { EventList } from './contract/events.ts'
import { growHistory } from './testing/grown-history.ts'
import { call } from './testing/http-call.ts'
import { type Sql, openSql } from './testing/sql.ts'
import { isOfRounds, nameOf } from './testing/statements.ts'
import { type Browser, aColleague } from './testing/store-browser.ts'
import { type RedisServer, startRedis } from './testing/test-redis.ts'
import { type TestService, startTestService } from './testing/test-service.ts'

/** Orders of the store, and as many of all that comes with them; `PAST`: another than 100,000. */
const LONG_PAST = Number(process.env['PAST'] ?? 100_000)
const PASTS = [1_000, LONG_PAST]

/** What every process does each second. */
const ROUNDS = [
  'claim-due-attempts',
  'claim-due-orphans',
  'claim-due-readings',
  'claim-due-refunds',
  'claim-messages',
  'expire-late-sessions',
]

/** How often each thing is done: a page of an index that splits counts little then. */
const TIMES = 10

let folder: string
let postgres: EmbeddedPostgres
let redis: RedisServer
let observer: Awaited<ReturnType<typeof observe>>
let service: TestService
let store: TestStore
let browser: Browser
let email: string
let sql: Sql
let paid: string
let unpaid: string

const observe = (url: string) => createClient({ url }).connect()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hc-growth-'))
  postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      shared_preload_libraries: 'pg_stat_statements',
    },
  })
  redis = await startRedis()
  observer = await observe(redis.url)
  const { host, database, user } = postgres.connection
  const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
  service = await startTestService({ databaseUrl, env: { REDIS_URL: redis.url } })
  sql = openSql(databaseUrl)
  await sql.rows('create extension pg_stat_statements')
  store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 1_000_000 }] })
  await aProduct(service, store, { slug: 'unsold' })
  ;({ browser, email } = await aColleague(service, sql, { store, role: 'owner' }))
  unpaid = await aSession(service, store)
  paid = await aSession(service, store)
  await (await aBuyer(service, paid)).pay()
  await sql.rows(
    `with endpoint as (
      insert into webhook_endpoints (id, store_id, url, is_enabled, deleted_at)
      values ('we_past', $1, 'https://shop.example/hook', false, clock_timestamp())
      returning id)
    insert into webhook_deliveries (id, store_id, endpoint_id, event_id, type, happened_at, data,
      status, ended_at, due_at, next_attempt_at)
    select 'whd_past', $1, id, 'evt_past', 'checkout.session.completed', clock_timestamp(), '{}',
      'delivered', clock_timestamp(), null, null
    from endpoint`,
    [store.id],
  )
})
afterAll(async () => {
  await sql.close()
  await service.stop()
  observer.destroy()
  await Promise.all([postgres.stop(), redis.stop()])
  await rm(folder, { recursive: true })
})

/** What PostgreSQL keeps as it is of a statement, to find it among those that it has counted. */
const beginningOf = (text: string) => /^[^'\d$]*/.exec(text.trim())?.[0] ?? ''

type Counted = { query: string; calls: number; pages: number; wal: number }

const COUNTED = `
  select query, calls::integer, (shared_blks_hit + shared_blks_read)::integer as pages,
    wal_bytes::integer as wal
  from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database())`

/** How many commands have come to Redis, and how many bytes went to and fro. */
async function askRedis() {
  const stats = await observer.info('stats')
  const numberOf = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(stats)?.[1])
  return {
    commands: numberOf('total_commands_processed'),
    bytes: numberOf('total_net_input_bytes') + numberOf('total_net_output_bytes'),
  }
}

/**
 * What one time of `work` costs: statements with those that begin and commit, pages of 8 KiB that
 * PostgreSQL looked at, bytes of its log, commands and bytes of Redis, lines of the service's log.
 */
async function costOf(work: () => Promise<unknown>) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await sql.rows('select pg_stat_statements_reset()')
  const redisBefore = await askRedis()
  const logBefore = service.log().length
  for (let again = 0; again < TIMES; again += 1) await work()
  const counted = await sql.rows<Counted>(COUNTED)
  const redisAfter = await askRedis()
  const lines = service.log().slice(logBefore).split('\n').length - 1
  const calls = query.mock.calls.map(([statement]): unknown => statement)
  const sent = calls.filter((statement) => !isOfRounds(nameOf(statement)))
  query.mockRestore()
  const own = new Set(sent.map((statement) => beginningOf(textOf(statement))))
  const ofWork = counted.filter(({ query: text }) => own.has(beginningOf(text)))
  const sum = (key: 'pages' | 'wal') => ofWork.reduce((total, row) => total + row[key], 0)
  return {
    statements: sent.filter((statement) => textOf(statement) !== COUNTED).length / TIMES,
    commits: sent.filter((statement) => textOf(statement) === 'commit').length / TIMES,
    pages: sum('pages') / TIMES,
    wal: sum('wal') / TIMES,
    redisCommands: (redisAfter.commands - redisBefore.commands) / TIMES,
    redisBytes: (redisAfter.bytes - redisBefore.bytes) / TIMES,
    // One of all the times may be about something else.
    logLines: Math.floor(lines / TIMES),
  }
}

type Cost = Awaited<ReturnType<typeof costOf>>

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : (statement as pg.QueryConfig).text

/** The middle of the store's past, as each list names the place where its next page begins. */
let middle = { orders: '', sessions: '', rows: '' }

async function findMiddle() {
  const [row] = await sql.rows<{ at: string }>(
    `select (extract(epoch from paid_at) * 1000)::bigint::text as at
    from orders
    where store_id = $1
    order by paid_at desc
    offset (select count(*) from orders where store_id = $1) / 2 limit 1`,
    [store.id],
  )
  const cursor = (place: string) => Buffer.from(place).toString('base64url')
  const [orders, sessions] = [`${row?.at}.1`, `${row?.at}.${unpaid}`].map(cursor)
  // Rows of the past have numbers below all others.
  middle = { orders: orders!, sessions: sessions!, rows: cursor('1') }
}

const pageOf = (path: string, list?: keyof typeof middle) =>
  list ? `${path}${path.includes('?') ? '&' : '?'}cursor=${middle[list]}` : path

const open = (path: string, list?: keyof typeof middle) => async () => {
  expect((await browser.open(pageOf(path, list))).status).toBe(200)
}

const ask = (path: string, list?: keyof typeof middle) => async () => {
  const answer = await service.call('GET', pageOf(path, list), { token: store.keys.secret })
  expect(answer.status).toBe(200)
}

const askAsPlatform = (path: string, list?: keyof typeof middle) => async () => {
  const answer = await service.platform('GET', pageOf(`/stores/${store.id}${path}`, list))
  expect(answer.status).toBe(200)
}

let token = ''

const listEvents = async (query: string) => {
  const token = store.keys.secret
  const { status, body } = await service.call<EventList>('GET', `/v1/events?${query}`, { token })
  expect(status).toBe(200)
  return body
}

/** Where somebody who follows the log is. */
let end = 'now'

/** Looks at some thousands of the newest orders first, which a short past has not. */
const SEARCH_IN_VAIN = 'orders of a name that none has'

const ACTIONS: Record<string, () => Promise<unknown>> = {
  create: () => aSession(service, store),
  'read, open': () => readSession(service, store, unpaid),
  'read, final': () => readSession(service, store, paid),
  'events, the end': async () => {
    ;({ nextCursor: end } = await listEvents(`after=${end}`))
  },
  'events, a page of the oldest': () => listEvents('limit=20'),
  'events, a page of one type': () => listEvents('limit=20&type=checkout.session.completed'),
  'events, none of a type': () => listEvents('limit=20&type=order.withdrawn'),
  page: () => call('GET', `${service.checkoutUrl}/${unpaid}`),
  token: async () => {
    ;({ token } = await aBuyer(service, unpaid))
  },
  view: () => call('GET', `${service.checkoutUrl}/${unpaid}/view`, { token }),
  product: open('/products/mug'),
  pay: async () => {
    const buyer = await aBuyer(service, await aSession(service, store))
    expect((await buyer.payWith(await aPaymentMethod(service))).status).toBe(200)
  },
  home: open('/'),
  orders: open('/orders'),
  'orders, the middle': open('/orders', 'orders'),
  'orders of a name that all have': open('/orders?search=ana'),
  [SEARCH_IN_VAIN]: open('/orders?search=nobody'),
  'orders of a product': open('/orders?product=mug'),
  'orders of a product without any': open('/orders?product=unsold'),
  'orders, disputed': open('/orders?state=disputed'),
  products: open('/products'),
  'stock history, the middle': open('/products/mug/history', 'rows'),
  'stock history of a product without any': open('/products/unsold/history'),
  sessions: open('/sessions'),
  'sessions of a product without any': open('/sessions?product=unsold'),
  'sessions, the middle': open('/sessions', 'sessions'),
  'request log': open('/settings/developers/requests'),
  'audit log, the middle': open('/settings/audit-log', 'rows'),
  'audit log, what nobody did': open('/settings/audit-log?kind=sessions'),
  'audit log of somebody who did nothing': open('/settings/audit-log?member=nobody'),
  'api, orders': ask('/v1/orders?paidAfter=2026-01-01T00:00:00Z'),
  'api, orders, the middle': ask('/v1/orders', 'orders'),
  'api, sessions': ask('/v1/checkout/sessions'),
  'api, sessions, the middle': ask('/v1/checkout/sessions', 'sessions'),
  'api, open sessions': ask('/v1/checkout/sessions?status=open'),
  'api, paid sessions': ask('/v1/checkout/sessions?status=complete'),
  'platform, orders': askAsPlatform('/orders'),
  'platform, deliveries, the middle': askAsPlatform('/webhook-deliveries', 'rows'),
  'platform, deliveries of another endpoint': askAsPlatform(
    '/webhook-deliveries?endpoint=we_other',
  ),
  'platform, failed deliveries': askAsPlatform('/webhook-deliveries?status=failed'),
  'sign-in': async () => {
    expect((await browser.signIn(email)).status).toBe(303)
  },
}

const cost = (
  ...[statements, commits, pages, wal, redisCommands, redisBytes, logLines]: number[]
) => ({ statements, commits, pages, wal, redisCommands, redisBytes, logLines }) as Cost

/** Who reads a page of a table cleans it of dead rows at times, which PostgreSQL's log tells. */
const CLEANING = 1_000

/**
 * What one time may cost at most, in a store with no matter how many orders behind it. The
 * service's rounds, which go on meanwhile, are in what is counted of Redis.
 */
const BUDGETS: Record<keyof typeof ACTIONS, Cost> = {
  //                      statements · commits · pages · bytes of the log · commands and bytes of Redis · lines
  create: cost(2, 0, 30, 1_800, 12, 1_600, 2),
  'read, open': cost(2, 0, 12, CLEANING, 8, 1_600, 1),
  'read, final': cost(2, 0, 12, CLEANING, 8, 1_800, 1),
  'events, the end': cost(3, 0, 40, CLEANING, 8, 1_600, 1),
  'events, a page of the oldest': cost(3, 0, 40, CLEANING, 8, 1_600, 1),
  'events, a page of one type': cost(3, 0, 40, CLEANING, 8, 1_600, 1),
  'events, none of a type': cost(3, 0, 40, CLEANING, 8, 1_600, 1),
  page: cost(2, 0, 30, CLEANING, 4, 1_000, 1),
  token: cost(2, 0, 24, CLEANING, 7, 700, 1),
  view: cost(3, 0, 40, CLEANING, 7, 700, 1),
  product: cost(3, 0, 100, CLEANING, 4, 700, 1),
  pay: cost(22, 3, 380, 15_000, 22, 3_600, 8),
  home: cost(4, 0, 280, CLEANING, 4, 800, 1),
  orders: cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders, the middle': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders of a name that all have': cost(4, 0, 320, CLEANING, 4, 800, 1),
  [SEARCH_IN_VAIN]: cost(4, 0, 500, CLEANING, 4, 800, 1),
  'orders of a product': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders, disputed': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders of a product without any': cost(4, 0, 320, CLEANING, 4, 800, 1),
  products: cost(3, 0, 40, CLEANING, 4, 700, 1),
  'stock history, the middle': cost(4, 0, 100, CLEANING, 4, 700, 1),
  'stock history of a product without any': cost(4, 0, 100, CLEANING, 4, 700, 1),
  sessions: cost(4, 0, 180, 2_000, 4, 700, 1),
  'sessions, the middle': cost(4, 0, 180, 2_000, 4, 700, 1),
  'sessions of a product without any': cost(4, 0, 180, 2_000, 4, 700, 1),
  'request log': cost(3, 0, 60, CLEANING, 4, 700, 1),
  'audit log, the middle': cost(3, 0, 60, CLEANING, 4, 700, 1),
  'audit log of somebody who did nothing': cost(3, 0, 60, CLEANING, 4, 700, 1),
  'audit log, what nobody did': cost(3, 0, 60, CLEANING, 4, 700, 1),
  'api, orders': cost(3, 0, 180, CLEANING, 8, 1_200, 2),
  'api, orders, the middle': cost(3, 0, 180, CLEANING, 8, 1_200, 2),
  'api, sessions': cost(3, 0, 120, CLEANING, 8, 1_200, 2),
  'api, sessions, the middle': cost(3, 0, 120, CLEANING, 8, 1_200, 2),
  'api, open sessions': cost(3, 0, 120, CLEANING, 8, 1_200, 2),
  'api, paid sessions': cost(3, 0, 120, CLEANING, 8, 1_200, 2),
  'platform, orders': cost(3, 0, 180, CLEANING, 8, 1_200, 2),
  'platform, deliveries, the middle': cost(3, 0, 60, CLEANING, 8, 1_200, 2),
  'platform, failed deliveries': cost(3, 0, 60, CLEANING, 8, 1_200, 2),
  'platform, deliveries of another endpoint': cost(3, 0, 60, CLEANING, 8, 1_200, 2),
  'sign-in': cost(10, 1, 80, 2_500, 10, 1_200, 2),
}

/** Measured again when it is too much: what the service does beside it does not come each time. */
async function typicalCostOf(action: () => Promise<unknown>, budget: Cost | undefined) {
  let cost = await costOf(action)
  const isTooMuch = () =>
    Object.entries(budget ?? {}).some(([what, most]) => cost[what as keyof Cost] > most)
  for (let tries = 1; tries < 5 && isTooMuch(); tries += 1) cost = await costOf(action)
  return cost
}

/** By name; of one round each. */
async function pagesOfRounds() {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await sql.rows('select pg_stat_statements_reset()')
  const found = await vi.waitFor(
    async () => {
      const names = new Map(
        query.mock.calls.map(([statement]): [string, string] => [
          beginningOf(textOf(statement)),
          nameOf(statement),
        ]),
      )
      const counted = await sql.rows<Counted>(COUNTED)
      const rounds = counted
        .map((row) => ({ ...row, name: names.get(beginningOf(row.query)) ?? '' }))
        .filter(({ name }) => ROUNDS.includes(name))
      expect(rounds.filter(({ calls }) => calls >= 3)).toHaveLength(ROUNDS.length)
      return rounds
    },
    { timeout: 60_000, interval: 500 },
  )
  query.mockRestore()
  return Object.fromEntries(found.map(({ name, pages, calls }) => [name, pages / calls]))
}

describe('performance: Growth', () => {
  const costs: Record<string, Cost[]> = {}
  const rounds: Record<string, number[]> = {}

  test('growth is looked at with two pasts', { timeout: 6 * LONG_PAST }, async () => {
    let from = 0
    for (const until of PASTS) {
      await growHistory(postgres.connection, { storeId: store.id, from, until })
      from = until
      await findMiddle()
      for (const [name, pages] of Object.entries(await pagesOfRounds()))
        (rounds[name] ??= []).push(pages)
      for (const [name, action] of Object.entries(ACTIONS)) {
        await action()
        ;(costs[name] ??= []).push(await typicalCostOf(action, BUDGETS[name]))
      }
    }
    expect(Object.keys(rounds).toSorted()).toEqual(ROUNDS.toSorted())
  })

  test.each(Object.keys(ACTIONS))('%s costs what it may, with every past', (name) => {
    for (const cost of costs[name] ?? [])
      for (const [what, most] of Object.entries(BUDGETS[name] ?? {}))
        expect(cost[what as keyof Cost], `${what} of ${JSON.stringify(cost)}`).toBeLessThanOrEqual(
          most,
        )
  })

  // The trees of the indexes are a level deeper, and the rows of a page lie further apart; what has
  // been done meanwhile left open sessions behind, which some of these look at.
  test.each(Object.keys(ACTIONS).filter((name) => name !== SEARCH_IN_VAIN))(
    '%s looks at hardly more pages with a hundred times the past',
    (name) => {
      const [short, long] = costs[name] ?? []
      expect(long?.pages).toBeLessThanOrEqual(70 + (short?.pages ?? 0) * 2)
    },
  )

  test.each(ROUNDS)('a round of %s looks at a few pages, however many rows there are', (name) => {
    for (const pages of rounds[name] ?? []) expect(pages).toBeLessThanOrEqual(60)
  })
})
