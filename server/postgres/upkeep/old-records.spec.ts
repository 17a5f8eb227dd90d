import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DisputeState } from '../../checkout/refunds/dispute.ts'
import { eraseBuyer } from '../../checkout/buyers/erase-buyer.ts'
import type { OldRecords } from '../../checkout/ports/old-records.ts'
import { refreshCharge } from '../../checkout/refunds/refresh-charge.ts'
import { sweepRecords } from '../../checkout/sessions/sweep-records.ts'
import { CARDS } from '../../testing/builders.ts'
import { bankActs } from '../../testing/bank/charge-world.ts'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { openBuyerRecords } from '../buyers/buyers.ts'
import { type Pool, openPool } from '../database.ts'
import { openOldRecords } from './old-records.ts'

let world: World
let pool: Pool
let records: OldRecords

beforeAll(async () => {
  world = await openWorld()
  pool = openPool({ connectionString: world.databaseUrl }, { onIdleError: () => undefined })
  records = openOldRecords(pool)
})
afterAll(async () => {
  await pool.close()
  await world.close()
})

type Changes = Partial<OldRecords> & { isStopping?: boolean }

/** Lets a minute pass, and a process do what it does then. */
async function sweep({ isStopping = false, ...changes }: Changes = {}) {
  const failures: unknown[] = []
  await world.sql.rows('update record_sweeps set next_at = clock_timestamp()')
  await sweepRecords({
    records: { ...records, ...changes },
    retentionDays: 365,
    mustStop: () => isStopping,
    onFailure: (error) => failures.push(error),
  })
  return failures
}

const age = (sessionId: string, days: number) =>
  world.sql.rows(
    `update checkout_sessions set created_at = clock_timestamp() - $2 * interval '1 day',
      expires_at = clock_timestamp() - $2 * interval '1 day' + interval '30 minutes' where id = $1`,
    [sessionId, days],
  )

/**
 * What is left of the buyer in a session, its attempts and its order, and whether it is noted. Three
 * letters alone may stand in an order number.
 */
async function buyerOf(sessionId: string) {
  const [row] = await world.sql.rows<{ texts: string; isErased: boolean }>(
    `select concat_ws(' ', s.customer, a.customer_name, a.customer_phone, a.customer_email,
        a.fulfillment_details, a.client_key, a.client_site, a.client_region, o.customer_name, o.customer_phone,
        o.fulfillment_details, o.note, o.search) as texts, s.buyer_erased_at is not null as "isErased"
    from checkout_sessions s
    left join payment_attempts a on a.session_id = s.id
    left join orders o on o.session_id = s.id
    where s.id = $1`,
    [sessionId],
  )
  return { ...row, hasBuyer: /Ana Example|Call Ana|600 ?123|Mayor|address/i.test(row?.texts ?? '') }
}

const isThere = async (sessionId: string) =>
  (await world.sql.rows('select from checkout_sessions where id = $1', [sessionId])).length === 1

async function aPaidSession(days: number) {
  const session = await world.aSession()
  await world.pay(session.id, {
    networks: ['address', 'address site', 'address region'].map((key) => ({ key, allowance: 1 })),
  })
  await world.sql.rows(`update orders set note = 'Call Ana' where session_id = $1`, [session.id])
  await age(session.id, days)
  return session.id
}

async function anExpiredSession(days: number) {
  const session = await world.aSession()
  await age(session.id, days)
  await world.recover()
  return session.id
}

describe('contract §2: BUYER_DATA_RETENTION_DAYS', () => {
  test('a buyer is erased after the days from session, attempts and order, which stays', async () => {
    const [old, young] = [await aPaidSession(366), await aPaidSession(364)]
    expect(await buyerOf(old)).toMatchObject({ hasBuyer: true, isErased: false })
    await sweep()
    expect(await buyerOf(old)).toMatchObject({ hasBuyer: false, isErased: true })
    expect(await buyerOf(young)).toMatchObject({ hasBuyer: true, isErased: false })
    const session = await world.deps.db.findSession(old)
    expect(session).toMatchObject({
      state: 'complete',
      order: {
        amountTotal: 2450,
        customer: { name: '', phone: '' },
        fulfillment: { details: 'Post' },
      },
    })
  })

  test('declined attempts and prefills of an old buyer go, too', async () => {
    const session = await world.aSession()
    const declined = world.pay(session.id, { card: CARDS.declined })
    await expect(declined).rejects.toMatchObject({ code: 'payment_declined' })
    await world.sql.rows(`update checkout_sessions set customer = '{"name":"Ana"}' where id = $1`, [
      session.id,
    ])
    await age(session.id, 366)
    await world.recover()
    await sweep()
    expect(await buyerOf(session.id)).toMatchObject({ hasBuyer: false, isErased: true })
    expect(await isThere(session.id)).toBe(true)
  })

  test('a payment under way keeps its buyer, however old', async () => {
    const session = await world.aSession()
    await world.pay(session.id, { card: CARDS.challenge })
    await age(session.id, 366)
    await sweep()
    expect(await buyerOf(session.id)).toMatchObject({ hasBuyer: true, isErased: false })
  })

  test('a dispute keeps its buyer until it is closed, whoever wants to erase them', async () => {
    const [disputed, young] = [await aPaidSession(366), await aPaidSession(1)]
    await world.sql.rows(
      `update payment_attempts set customer_phone = '+34 711' where session_id = any($1)`,
      [[disputed, young]],
    )
    const attempt = await world.attemptOf(disputed)
    const bank = bankActs(world, { attempt }, { isSilent: true })
    const disputes = async (state: DisputeState) => {
      await bank.disputes(state)
      await refreshCharge(world.deps, attempt.id)
    }
    const buyers = openBuyerRecords(pool)
    const erase = () =>
      eraseBuyer({ ...world.deps, buyers }, { storeId: world.storeId, phone: '+34711' }, null)
    for (const state of ['needs_response', 'under_review'] as const) {
      await disputes(state)
      await expect(erase()).rejects.toMatchObject({
        code: 'payment_disputed',
        message: expect.stringMatching(/ by \d{4}-\d\d-\d\dT\S+Z\./),
      })
      await sweep()
      for (const session of [disputed, young])
        expect(await buyerOf(session)).toMatchObject({ hasBuyer: true, isErased: false })
    }
    await disputes('lost')
    await sweep()
    expect(await buyerOf(disputed)).toMatchObject({ hasBuyer: false, isErased: true })
    expect(await erase()).toEqual({ orders: 1, sessions: 1 })
  })

  test('an erased buyer is not looked at again, and two at once share the work', async () => {
    const ids = [await aPaidSession(400), await aPaidSession(401), await aPaidSession(402)]
    const counts = await Promise.all([records.eraseBuyers(2, 365), records.eraseBuyers(2, 365)])
    const rest = await records.eraseBuyers(10, 365)
    expect(counts.reduce((one, other) => one + other, rest)).toBe(ids.length)
    expect(await records.eraseBuyers(10, 365)).toBe(0)
  })
})

describe('contract §3: records are kept for 30 days at least', () => {
  test('a session that nobody tried to pay is deleted after 90 days, any other stays', async () => {
    const [old, young] = [await anExpiredSession(91), await anExpiredSession(89)]
    const paid = await aPaidSession(91)
    await sweep()
    expect(await Promise.all([old, young, paid].map(isThere))).toEqual([false, true, true])
  })

  test('events and notifications go after 30 days, requests after 7, keys after 48 hours, files when nobody needs them', async () => {
    const [old, young, waiting] = [
      await aPaidSession(1),
      await aPaidSession(1),
      await aPaidSession(1),
    ]
    const age = (id: string, { to, isAnnounced }: { to: string; isAnnounced: boolean }) =>
      world.sql.rows(
        `update events set created_at = clock_timestamp() - $2::interval,
          announced_at = case when $3 then clock_timestamp() end
        where session_id = $1`,
        [id, to, isAnnounced],
      )
    await age(old, { to: '31 days', isAnnounced: true })
    await age(young, { to: '29 days', isAnnounced: true })
    await age(waiting, { to: '31 days', isAnnounced: false })
    await world.sql.rows(
      `insert into provider_notifications (provider, event_id, received_at) values
      ('test', 'old', clock_timestamp() - interval '31 days'),
      ('test', 'young', clock_timestamp() - interval '29 days')`,
    )
    await world.sql.rows(
      `insert into idempotency_keys (store_id, key_kind, key, request_digest, session_id, created_at)
      select $1, 'secret', key, '', $2, clock_timestamp() - age
      from (values ('old', interval '49 hours'), ('young', interval '47 hours')) as keys (key, age)`,
      [world.storeId, young],
    )
    await world.sql.rows(
      `insert into webhook_endpoints (id, store_id, url, deleted_at)
      values ('old', $1, '', clock_timestamp()), ('young', $1, '', clock_timestamp())`,
      [world.storeId],
    )
    await world.sql.rows(
      `insert into webhook_deliveries (id, store_id, endpoint_id, event_id, type, happened_at, data,
        status, due_at, next_attempt_at, created_at, ended_at)
      select name, $1, name, name, 'order.refunded', now(), '{}', 'failed', null, null, now() - age,
        now() - age
      from (values ('old', interval '41 days'), ('young', interval '39 days')) as old (name, age)`,
      [world.storeId],
    )
    await world.sql.rows(
      `insert into api_requests (request_id, store_id, key_kind, at, method, route, status, duration_ms,
        secret_in_browser)
      select gen_random_uuid(), $1, 'secret', now() - age, 'GET', name, 200, 1, false
      from (values ('old', interval '8 days'), ('young', interval '6 days')) as old (name, age)`,
      [world.storeId],
    )
    await world.sql.rows(
      `insert into published_files (name, content, needed_until) values
      ('old', '', clock_timestamp() - interval '1 minute'),
      ('young', '', clock_timestamp() + interval '1 minute')`,
    )
    await sweep()
    const left = async (text: string) =>
      (await world.sql.rows<{ name: string }>(text)).map((row) => row.name)
    expect(await left(`select session_id as name from events order by id`)).toEqual(
      expect.arrayContaining([young, waiting]),
    )
    expect(await left(`select session_id as name from events`)).not.toContain(old)
    expect(await left(`select id as name from webhook_deliveries`)).toEqual(['young'])
    expect(await left(`select id as name from webhook_endpoints`)).toEqual(['young'])
    expect(await left(`select event_id as name from provider_notifications`)).toEqual(['young'])
    expect(await left(`select key as name from idempotency_keys`)).toEqual(['young'])
    expect(await left(`select name from published_files`)).toEqual(['young'])
    expect(await left(`select route as name from api_requests`)).toEqual(['young'])
  })

  /** Three hundred of the oldest rows may not go yet, the one behind them may. */
  test.each([
    [
      'deliveries that were sent again',
      `insert into webhook_deliveries (number, id, store_id, endpoint_id, event_id, type, happened_at,
        data, status, due_at, next_attempt_at, created_at, ended_at) overriding system value
      select n - 1000, 'behind' || n, $1, 'behind', n, 'order.refunded', now(), '{}', 'delivered', null, null,
        now() - interval '41 days', now() - case when n > 300 then interval '41 days' else '1 day' end
      from generate_series(1, 301) n`,
      `select from webhook_deliveries where endpoint_id = 'behind'`,
    ],
    [
      'events that nobody has heard of',
      `insert into events (id, type, store_id, session_id, created_at, announced_at, next_try_at)
      overriding system value
      select n - 1000, 'checkout.session.expired', $1, 'behind' || n, now() - interval '31 days',
        case when n > 300 then now() end, 'infinity'
      from generate_series(1, 301) n`,
      `select from events where session_id like 'behind%'`,
    ],
  ])('old rows behind %s go', async (_what, insert, find) => {
    await world.sql.rows(
      `insert into webhook_endpoints (id, store_id, url, deleted_at) values ('behind', $1, '', now())
      on conflict do nothing`,
      [world.storeId],
    )
    await world.sql.rows(insert, [world.storeId])
    expect(await sweep()).toEqual([])
    expect(await world.sql.rows(find)).toHaveLength(300)
  })

  test('a round goes on until nothing old is left, and each kind has its turn', async () => {
    let left = 1_000
    const failures = await sweep({
      deleteKeys: (limit) => Promise.resolve((left -= 1) > 0 ? limit : 0),
      eraseBuyers: (limit) => Promise.resolve(left > 0 ? limit : 0),
    })
    expect({ left, failures }).toEqual({ left: 0, failures: [] })
  })

  test('the documentation says of every table how long its rows are kept', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../docs/scale.md'), 'utf8')
    const named = new Set([...text.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    const tables = await world.sql.rows<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    expect(tables.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  })

  test('one process a minute forgets old records', async () => {
    await world.sql.rows('update record_sweeps set next_at = clock_timestamp()')
    const claims = await Promise.all(Array.from({ length: 5 }, () => records.claim()))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await records.claim()).toBe(false)
  })

  test('a record that cannot be forgotten keeps nothing else from being forgotten', async () => {
    const session = await anExpiredSession(91)
    const failure = new Error('no')
    expect(await sweep({ eraseBuyers: () => Promise.reject(failure) })).toEqual([failure])
    expect(await isThere(session)).toBe(false)
  })

  test('a service that stops stops forgetting, too', async () => {
    const old = await aPaidSession(366)
    await sweep({ isStopping: true })
    expect(await buyerOf(old)).toMatchObject({ isErased: false })
  })
})
