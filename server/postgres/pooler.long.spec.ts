import { afterAll, describe, expect, test } from 'vitest'
import {
  CARDS,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { expectInvariantsAtRest } from '../testing/invariants.ts'
import { runOperatorProgram } from '../testing/servers/operator-process.ts'
import { pgbouncer, startPgbouncer } from '../testing/servers/pgbouncer.ts'
import { openSql } from '../testing/sql.ts'
import { createTestDatabase } from '../testing/servers/test-postgres.ts'
import { startTestService } from '../testing/servers/test-service.ts'
import { anEndpoint } from '../testing/webhook-builders.ts'
import { startWebhookReceiver } from '../testing/servers/webhook-receiver.ts'
import { findPooler } from './connection/find-pooler.ts'
import { migrate } from './migrations.ts'
import { openPool, sql } from './database.ts'

if (!pgbouncer) console.log('SKIPPED: behind a pooler: it needs Debian’s pgbouncer')

describe.skipIf(!pgbouncer)('contract §2, DATABASE_POOLER: behind PgBouncer', async () => {
  if (pgbouncer === undefined) return
  const program = pgbouncer
  const database = await createTestDatabase()
  const bouncer = await startPgbouncer(program)
  const connectionString = bouncer.urlOf(database.connection.database)
  const rows = openSql(database.url)
  afterAll(async () => {
    await rows.close()
    await bouncer.stop()
    await database.drop()
  })

  test('a pooler is found out, and none where there is none', async () => {
    const quiet = await startPgbouncer(program, ['ignore_startup_parameters = statement_timeout'])
    const find = (databaseUrl: string, isKnown = false) => findPooler(databaseUrl, { isKnown })
    // Limits of time in the address are no pooler's doing.
    for (const url of [database.impatientUrl, database.url]) expect(await find(url)).toBeUndefined()
    expect(await find(connectionString)).toEqual({ keepsStatements: false })
    expect(await find(quiet.urlOf(database.connection.database))).toEqual({
      keepsStatements: false,
    })
    expect(await find(database.impatientUrl, true)).toEqual({ keepsStatements: false })
    await quiet.stop()
  })

  test('a pooler of single statements is refused in one line with what to do', async () => {
    const statements = await startPgbouncer(program, ['pool_mode = statement'])
    const { stderr, code } = await runOperatorProgram('migrate', {
      env: { DATABASE_URL: statements.urlOf(database.connection.database) },
    })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^Bad setting DATABASE_URL: the pooler takes no transactions .*pool_mode to transaction or session\n$/,
      ),
    ])
    await statements.stop()
  })

  test('the doctor names it, and finds nothing wrong with it', async () => {
    const { lines } = await runOperatorProgram('doctor', {
      env: { DATABASE_URL: connectionString },
    })
    expect(lines.filter((line) => line.includes('pooler'))).toEqual([
      expect.stringMatching(/^ok {2}pooler: a pooler of transactions, which keeps no prepared/),
    ])
  })

  test('each transaction and each statement has our limits of time and our durability', async () => {
    const pool = openPool(
      { connectionString, pooler: { keepsStatements: false } },
      { onIdleError: () => undefined },
    )
    const read = sql`
      select current_setting('lock_timeout') as lock,
        current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('synchronous_commit') as commit`
    const ours = [{ lock: '1s', statement: '2s', idle: '5s', commit: 'on' }]
    expect(await pool.rows(read)).toEqual(ours)
    expect(await pool.transaction((tx) => tx.rows(read))).toEqual(ours)
    const busy = { name: 'CheckoutError', code: 'busy' }
    await expect(pool.rows(sql`select pg_sleep(60)`)).rejects.toMatchObject(busy)
    await pool.close()
  })

  test('without its pooler the service is busy, and logs no failure', async () => {
    const killed = await startPgbouncer(program)
    const service = await startTestService({
      databaseUrl: killed.urlOf(database.connection.database),
      env: { MIGRATE: 'never' },
    })
    const store = await aStore(service)
    await killed.stop()
    const answer = await service.call('GET', '/v1/products', { token: store.keys.secret })
    expectError(answer, 503, 'busy', /[Tt]ry again/)
    expect(service.log()).not.toContain('request.failed')
    await service.stop()
  })

  test('the schema is brought up to date by one process at a time', async () => {
    const done: string[] = []
    const fresh = await createTestDatabase()
    const owner = {
      connectionString: bouncer.urlOf(fresh.connection.database).replace('service@', 'postgres@'),
      pooler: { keepsStatements: false },
    }
    const emptied = openSql(fresh.url)
    await emptied.rows('drop schema public cascade')
    await emptied.rows('drop schema test_provider cascade')
    await emptied.rows('create schema public')
    await Promise.all(
      [1, 2, 3].map(() => migrate(owner, { say: (sentence) => done.push(sentence) })),
    )
    const finished = done.filter((sentence) => sentence.includes(' is done '))
    expect(new Set(finished.map((sentence) => sentence.split(' ')[0])).size).toBe(finished.length)
    expect(finished.length).toBeGreaterThan(10)
    await emptied.close()
    await fresh.drop()
  })

  test('purchase, recovery, events and webhooks work whole: no answer of 2,000 is a 5xx', async () => {
    const service = await startTestService({
      databaseUrl: connectionString,
      env: { MIGRATE: 'never' },
    })
    const receiver = await startWebhookReceiver()
    const store = await aStore(service)
    await aProduct(service, store, { variants: [{ stock: 1000 }] })
    await anEndpoint(service, store, { url: receiver.url })
    const statuses: number[] = []
    const noted = <Reply extends { status: number }>(answer: Reply) => {
      statuses.push(answer.status)
      return answer
    }
    const secret = { token: store.keys.secret }
    async function buy(card: string) {
      const id = await aSession(service, store)
      const buyer = await aBuyer(service, id)
      const paid = noted(await buyer.pay({ card }))
      for (const path of [`checkout/sessions/${id}`, 'orders?limit=5', 'events?limit=5'])
        noted(await service.call('GET', `/v1/${path}`, secret))
      return { id, status: paid.status }
    }
    async function buyAll(card: string, count: number) {
      const bought: Awaited<ReturnType<typeof buy>>[] = []
      const buyers = Array.from({ length: 20 }, async () => {
        while (bought.length < count) bought.push(await buy(card))
      })
      await Promise.all(buyers)
      return bought
    }
    const sold = await buyAll(CARDS.succeeds, 260)
    await buyAll(CARDS.declined, 30)
    const unknown = await buy(CARDS.capturedThenLost)
    await expect
      .poll(async () => (await readSession(service, store, unknown.id)).body.status, {
        timeout: 60_000,
      })
      .toBe('complete')
    const orders = [...sold, unknown].length
    await expect
      .poll(() => receiver.received.length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(orders)

    // Each purchase has three requests more, which fail the test themselves.
    expect((statuses.length / 4) * 7).toBeGreaterThanOrEqual(2_000)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(orders)
    expect(await stockOf(service, store)).toEqual([1000 - orders])
    receiver.close()
    await service.stop()
    await expectInvariantsAtRest(rows)
  })
})
