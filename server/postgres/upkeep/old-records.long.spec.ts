import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, openWorld } from '../../testing/checkout-world.ts'
import { shortestTime } from '../../testing/past/shortest-time.ts'
import { openBuyerRecords } from '../buyers/buyers.ts'
import { type Pool, openPool } from '../database.ts'
import { openOldRecords } from './old-records.ts'

const HISTORY = 100_000

/** What a statement may take here, in milliseconds: a tenth of its time-out. */
const BUDGET_MS = 200

/** The same for a batch: half of its time-out. One look through the history for each of its rows takes longer. */
const BATCH_MS = 1_000

let world: World
let pool: Pool

beforeAll(async () => {
  world = await openWorld()
  pool = openPool({ connectionString: world.databaseUrl }, { onIdleError: () => undefined })
  const { id } = await world.aSession()
  await world.pay(id)
  /** Those of sessions that nobody tried to pay are left out but for the sessions. */
  const copies = (table: string, key: string, changes: string) =>
    `insert into ${table} overriding system value select copy.* from ${table} model, generate_series(1, ${HISTORY}) n,
      jsonb_populate_record(model, jsonb_build_object(${changes})) copy
      where model.${key} = '${id}' and (n % 3 > 0 or '${key}' = 'id');`
  await world.sql.rows(
    `do $$
    begin
      perform set_config('session_replication_role', 'replica', true);
      ${copies(
        'checkout_sessions',
        'id',
        `'id', model.id || n, 'created_at', clock_timestamp() - interval '20 days',
        'buyer_erased_at', case when n % 2 = 0 then clock_timestamp() end,
        'attempts', n % 3, 'state', case n % 3 when 0 then 'expired' else 'complete' end`,
      )}
      ${copies(
        'payment_attempts',
        'session_id',
        `'id', model.id || n, 'session_id', model.session_id || n, 'customer_phone', '+34 ' || n,
        'customer_email', n || '@mail.example'`,
      )}
      ${copies(
        'orders',
        'session_id',
        `'id', model.id + n, 'session_id', model.session_id || n,
        'attempt_id', model.attempt_id || n, 'order_number', model.order_number || n`,
      )}
      insert into events (type, store_id, session_id)
      select 'checkout.session.completed', '${world.storeId}', '${id}' || n
      from generate_series(1, ${HISTORY}) n where n % 3 > 0;
      insert into provider_notifications (provider, event_id)
      select 'test', n::text from generate_series(1, ${HISTORY}) n;
      insert into idempotency_keys (store_id, key_kind, key, request_digest, session_id)
      select '${world.storeId}', 'secret', n::text, '', '${id}' || n
      from generate_series(1, ${HISTORY}) n;
    end $$`,
  )
  await world.sql.rows('vacuum analyze')
}, 300_000)
afterAll(async () => {
  await pool.close()
  await world.close()
})

const age = (share: number) =>
  world.sql.rows(
    `update checkout_sessions set created_at = clock_timestamp() - interval '400 days',
      buyer_erased_at = null where random() < ${share}`,
  )

describe('performance: nothing grows with history', () => {
  test('a look for old records is short where there are none', async () => {
    const records = openOldRecords(pool)
    for (const sweep of [
      () => records.eraseBuyers(200, 365),
      () => records.deleteSessions(200),
      () => records.deleteEvents(200, 0),
      () => records.deleteKeys(200),
      () => records.deleteNotifications(200),
    ]) {
      expect((await sweep()) ?? 0).toBe(0)
      expect(await shortestTime(BUDGET_MS, sweep)).toBeLessThan(BUDGET_MS)
    }
  })

  test('a buyer is found, exported and erased by an index', async () => {
    const buyers = openBuyerRecords(pool)
    const of = (n: number) => ({ storeId: world.storeId, email: `${n}@MAIL.example` })
    const phone = (n: number) => ({ storeId: world.storeId, phone: `0034 ${n}` })
    const page = { cursor: undefined, address: null }
    let n = 50_000
    expect((await buyers.exportBuyer(of(n), page)).data).toHaveLength(1)
    expect((await buyers.exportBuyer(phone(n), page)).data).toHaveLength(1)
    for (const ask of [
      () => buyers.exportBuyer(of((n += 1)), page),
      () => buyers.exportBuyer(phone((n += 1)), page),
      () => buyers.eraseBuyer(of((n += 1)), null),
      () => buyers.eraseBuyer(phone((n += 1)), null),
    ])
      expect(await shortestTime(BUDGET_MS, ask)).toBeLessThan(BUDGET_MS)
  })

  test('a batch of old buyers and sessions is short amid many', async () => {
    await age(0.3)
    await world.sql.rows('vacuum analyze checkout_sessions')
    const records = openOldRecords(pool)
    for (const sweep of [() => records.eraseBuyers(200, 365), () => records.deleteSessions(200)]) {
      expect(await sweep()).toBe(200)
      expect(await shortestTime(BATCH_MS, sweep)).toBeLessThan(BATCH_MS)
    }
  })
})
