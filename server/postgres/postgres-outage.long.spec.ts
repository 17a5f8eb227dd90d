import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  readSession,
  stockOf,
} from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { expectInvariantsAtRest } from '../testing/invariants.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { openSql } from '../testing/sql.ts'
import { createTestClocks } from '../testing/test-clocks.ts'
import { startTestService } from '../testing/servers/test-service.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { shortestTime } from '../testing/past/shortest-time.ts'

const { service } = await openSpecService({ isBroken: true })
const store = await aStore(service)
await aProduct(service, store)

const databaseName = () => /@\/(\w+)/.exec(service.databaseUrl)?.[1] ?? ''

/** From beside the database: nobody gets in, or in again. */
async function allowConnections(isAllowed: boolean) {
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  await client.query(`alter database ${databaseName()} with allow_connections ${isAllowed}`)
  if (!isAllowed)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [databaseName()],
    )
  await client.end()
}

/** The database is tried once a second, and may take its time on a busy machine. */
const READYZ = { timeout: 30_000 }

const probe = async (path: string) => (await service.call('GET', path)).status

describe('payments §5 PG down: PostgreSQL goes away', () => {
  test('without PostgreSQL every call is internal_error in 1 s, charges nothing, then works again', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    const paymentMethod = await aPaymentMethod(service)
    expect(await probe('/readyz')).toBe(200)

    await allowConnections(false)
    // What was under way when the connections broke is `busy`; from now on nobody is there.
    await expect.poll(() => probe('/readyz'), READYZ).toBe(503)
    const create = () =>
      service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug' }] },
      })
    const askAll = async () => {
      for (const answer of [
        await create(),
        await readSession(service, store, id),
        await buyer.payWith(paymentMethod),
      ]) {
        expectError(answer, 500, 'internal_error', /[Tt]ry again/)
        expect(answer.headers.get('retry-after')).toBe('2')
      }
    }
    expect(await shortestTime(3000, askAll)).toBeLessThan(3000)
    expect(await probe('/healthz')).toBe(200)
    const page = await call<string>('GET', `${service.checkoutUrl}/cs_${'0'.repeat(32)}`)
    expect(page).toMatchObject({ status: 500, text: expect.stringMatching(/^<!doctype html>/i) })

    await allowConnections(true)
    await expect.poll(() => probe('/readyz'), READYZ).toBe(200)
    expect((await readSession(service, store, id)).body).toEqual({ status: 'open', order: null })
    expect(await stockOf(service, store)).toEqual([10])
    expect((await buyer.payWith(paymentMethod)).status).toBe(200)
    const sql = openSql(service.databaseUrl)
    await expectInvariantsAtRest(sql)
    await sql.close()
  })
})

describe('contract §6: the database can be read alone', () => {
  test('the service is not ready until its database can be written again', async () => {
    await setReadOnly(true)
    await expect.poll(() => readiness(), READYZ).toEqual({ status: 503, database: false })
    await setReadOnly(false)
    await expect.poll(() => readiness(), READYZ).toEqual({ status: 200, database: true })
  })

  async function readiness() {
    const { status, body } = await service.call<{ database: boolean }>('GET', '/readyz')
    return { status, database: body.database }
  }

  /** For connections from now on, and there are no others. */
  async function setReadOnly(isReadOnly: boolean) {
    const client = new pg.Client(inject('postgres'))
    await client.connect()
    await client.query(
      `alter database ${databaseName()} set default_transaction_read_only = ${isReadOnly}`,
    )
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [databaseName()],
    )
    await client.end()
  }
})

describe('payments §5 PG down: PostgreSQL restarts', () => {
  /** What comes to the service; what it then asks of PostgreSQL is tried again. */
  const arrived = vi.fn<() => void>()
  const connects = vi.spyOn(pg.Client.prototype, 'connect')
  const countTries = () => connects.mock.calls.length

  beforeAll(() => subscribe('http.server.request.start', arrived))
  afterAll(() => {
    unsubscribe('http.server.request.start', arrived)
    connects.mockRestore()
  })

  /** Until so many requests have come, and what they need was tried in vain for a while. */
  async function untilTried(requests: number) {
    await expect.poll(() => arrived.mock.calls.length).toBeGreaterThanOrEqual(requests)
    const before = countTries()
    await expect.poll(countTries).toBeGreaterThanOrEqual(before + 100)
  }

  test('calls during a restart of PostgreSQL wait a second for it, and none hears an error', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hc-restart-'))
    const start = () => startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
    const before = await start()
    const { host, user, database } = before.connection
    // Without the link nobody gets in, however long a start takes on this machine.
    const door = join(dataDir, 'door')
    await symlink(host, door)
    // The second is not over before the test says so.
    const clocks = createTestClocks()
    const restarting = await startTestService({
      clocks,
      databaseUrl: `postgresql://${user}@/${database}?host=${encodeURIComponent(door)}`,
    })
    const shop = await aStore(restarting)
    await aProduct(restarting, shop)
    await before.stop()
    await rm(door)
    const after = await start()

    const token = shop.keys.secret
    const read = () => restarting.call('GET', '/v1/products', { token })
    arrived.mockClear()
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 4 === 0
          ? restarting.call('POST', '/v1/checkout/sessions', {
              token,
              body: { items: [{ product: 'mug' }] },
            })
          : read(),
      ),
    )
    await untilTried(20)
    await symlink(after.connection.host, door)
    expect(countStatuses(await answers)).toEqual({ 200: 15, 201: 5 })

    await after.stop()
    arrived.mockClear()
    const answered = vi.fn<() => void>()
    const answer = read().finally(answered)
    await untilTried(1)
    expect(answered).not.toHaveBeenCalled()
    clocks.pass(1.001)
    expectError(await answer, 500, 'internal_error')
    // Its rounds, too, give up only when time passes.
    const stopped = vi.fn<() => void>()
    void restarting.stop().then(stopped)
    const passTime = () => {
      clocks.pass(1.001)
      return stopped
    }
    await expect.poll(passTime).toHaveBeenCalled()
    await rm(dataDir, { recursive: true, force: true })
  })
})
