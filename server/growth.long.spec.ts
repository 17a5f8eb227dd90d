import pg from 'pg'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SEARCH_IN_VAIN, actionsOf } from './testing/past/grown-actions.ts'
import {
  type GrownShop,
  type Middle,
  findMiddle,
  openGrownShop,
} from './testing/past/grown-shop.ts'
import { isOfRounds, nameOf } from './testing/statements.ts'

/** Orders of the store, and as many of all that comes with them; `PAST`: another than 50,000. */
const LONG_PAST = Number(process.env['PAST'] ?? 50_000)
const PASTS = [1_000, LONG_PAST]

/** What every process does each second. */
const ROUNDS = [
  'claim-due-attempts',
  'claim-due-orphans',
  'claim-due-readings',
  'claim-due-refunds',
  'claim-messages',
  'expire-late-sessions',
  'return-kept-units',
]

/** How often each thing is done: a page of an index that splits counts little then. */
const TIMES = 10

let observer: Awaited<ReturnType<typeof observe>>
let shop: GrownShop
let middle: Middle
let actions: Record<string, () => Promise<unknown>>

const observe = (url: string) => createClient({ url }).connect()

beforeAll(async () => {
  shop = await openGrownShop()
  observer = await observe(shop.redisUrl)
  actions = actionsOf(shop, () => middle)
})
afterAll(async () => {
  observer.destroy()
  await shop.close()
})

/** What PostgreSQL keeps as it is of a statement, to find it among those that it has counted. */
const beginningOf = (text: string) => /^[^'\d$]*/.exec(text.trim())?.[0] ?? ''

type QueryCount = { query: string; calls: number; pages: number; wal: number }

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
  await shop.sql.rows('select pg_stat_statements_reset()')
  const redisBefore = await askRedis()
  const logBefore = shop.service.log().length
  for (let again = 0; again < TIMES; again += 1) await work()
  const counted = await shop.sql.rows<QueryCount>(COUNTED)
  const redisAfter = await askRedis()
  const lines = shop.service.log().slice(logBefore).split('\n').length - 1
  const calls = query.mock.calls.map(([statement]): unknown => statement)
  const sent = calls.filter((statement) => !isOfRounds(nameOf(statement)))
  query.mockRestore()
  const own = new Set(sent.map((statement) => beginningOf(textOf(statement))))
  const ofWork = counted.filter(({ query: text }) => own.has(beginningOf(text)))
  const sum = (key: 'pages' | 'wal') => ofWork.reduce((total, row) => total + row[key], 0)
  return {
    statements: sent.filter((statement) => textOf(statement) !== COUNTED).length / TIMES,
    commits: sent.filter((statement) => textOf(statement).endsWith('commit')).length / TIMES,
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

const cost = (
  ...[statements, commits, pages, wal, redisCommands, redisBytes, logLines]: number[]
) => ({ statements, commits, pages, wal, redisCommands, redisBytes, logLines }) as Cost

/** Who reads a page of a table cleans it of dead rows at times, which PostgreSQL's log tells. */
const CLEANING = 1_000

/**
 * What one time may cost at most, in a store with no matter how many orders behind it. The
 * service's rounds, which go on meanwhile, are in what is counted of Redis.
 */
const BUDGETS: Record<string, Cost> = {
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
  home: cost(5, 0, 300, CLEANING, 4, 800, 1),
  orders: cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders, the middle': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders of a name that all have': cost(4, 0, 320, CLEANING, 4, 800, 1),
  // Of its 5,200 orders more or fewer share a page, by what was written and cleaned beside them.
  [SEARCH_IN_VAIN]: cost(4, 0, 600, CLEANING, 4, 800, 1),
  'orders of a product': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders to fulfil': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders of an address': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders of an address that none has': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders, disputed': cost(4, 0, 320, CLEANING, 4, 800, 1),
  'orders, withdrawn': cost(4, 0, 320, CLEANING, 4, 800, 1),
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
  'platform, stores': cost(3, 0, 60, CLEANING, 8, 1_200, 2),
  'platform, payments of the test provider': cost(3, 0, 60, CLEANING, 8, 1_200, 2),
  'api, products': cost(3, 0, 60, CLEANING, 8, 1_200, 2),
  'payment problems': cost(5, 0, 60, CLEANING, 4, 700, 1),
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
  await shop.sql.rows('select pg_stat_statements_reset()')
  const found = await vi.waitFor(
    async () => {
      const names = new Map(
        query.mock.calls.map(([statement]): [string, string] => [
          beginningOf(textOf(statement)),
          nameOf(statement),
        ]),
      )
      const counted = await shop.sql.rows<QueryCount>(COUNTED)
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

  test('growth is looked at with two pasts', { timeout: 12 * LONG_PAST }, async () => {
    let from = 0
    for (const until of PASTS) {
      await shop.grow({ from, until })
      from = until
      middle = await findMiddle(shop)
      for (const [name, pages] of Object.entries(await pagesOfRounds()))
        (rounds[name] ??= []).push(pages)
      for (const [name, action] of Object.entries(actions)) {
        await action()
        ;(costs[name] ??= []).push(await typicalCostOf(action, BUDGETS[name]))
      }
    }
    expect(Object.keys(rounds).toSorted()).toEqual(ROUNDS.toSorted())
    expect(Object.keys(costs).toSorted()).toEqual(Object.keys(BUDGETS).toSorted())
  })

  test.each(Object.keys(BUDGETS))('%s costs what it may, with every past', (name) => {
    for (const cost of costs[name] ?? [])
      for (const [what, most] of Object.entries(BUDGETS[name] ?? {}))
        expect(cost[what as keyof Cost], `${what} of ${JSON.stringify(cost)}`).toBeLessThanOrEqual(
          most,
        )
  })

  // The trees of the indexes are a level deeper, and the rows of a page lie further apart; what has
  // been done meanwhile left open sessions behind, which some of these look at.
  test.each(Object.keys(BUDGETS).filter((name) => name !== SEARCH_IN_VAIN))(
    '%s looks at hardly more pages with fifty times the past',
    (name) => {
      const [short, long] = costs[name] ?? []
      expect(long?.pages).toBeLessThanOrEqual(70 + (short?.pages ?? 0) * 2)
    },
  )

  test.each(ROUNDS)('a round of %s looks at a few pages, however many rows there are', (name) => {
    for (const pages of rounds[name] ?? []) expect(pages).toBeLessThanOrEqual(60)
  })
})
