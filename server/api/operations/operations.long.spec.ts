import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  CARDS,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aProcess, startProcess, timeOf } from '../../testing/servers/service-process.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { startTestService } from '../../testing/servers/test-service.ts'

const { service } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store)

/** A connection that has begun a request and goes on when it is told to. */
async function aSlowRequest(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n')
  return async () => {
    const answered = once(socket, 'data')
    socket.write('\r\n')
    const [answer] = await answered
    socket.destroy()
    return String(answer)
  }
}

/** The bank answers sooner than it would have: what is tested is who asks it. */
async function expectFinished(sql: Sql, id: string) {
  await sql.rows(
    'update test_provider.payments set visible_at = clock_timestamp() where session_id = $1',
    [id],
  )
  await expect
    .poll(async () => (await readSession(service, store, id)).body.status, { interval: 100 })
    .toBe('complete')
}

describe('contract §6: Operations', () => {
  test('healthz and readyz say that the process is up and ready', async () => {
    expect(await service.call('GET', '/healthz')).toMatchObject({
      status: 200,
      body: { status: 'up' },
    })
    expect(await service.call('GET', '/livez')).toMatchObject({
      status: 200,
      body: { status: 'up' },
    })
    expect(await service.call('GET', '/readyz')).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        database: true,
        cache: true,
        draining: false,
        proxy: 'as configured',
        clock: 'as the database',
      },
    })
  })

  test('a database with fsync off is warned of, and refuses production', async () => {
    expect(service.log()).toContain('database.not_durable')
    const starting = startTestService({
      databaseUrl: service.databaseUrl,
      env: {
        NODE_ENV: 'production',
        ALLOW_TEST_PAYMENTS: 'true',
        ALLOW_HTTP_IN_PRODUCTION: 'true',
        TRUST_PROXY: '0',
      },
    })
    await expect(starting).rejects.toThrow(/^DATABASE_URL: .*fsync = off/)
  })

  test('the Node of the lockfile refuses production', async () => {
    const { exited, output } = startProcess(service, {
      NODE_ENV: 'production',
      ALLOW_TEST_PAYMENTS: 'true',
    })
    expect((await exited).code).toBe(1)
    expect(output()).toMatch(/^Bad setting NODE_ENV: .*npm ci --omit=dev --omit=optional\n$/)
  })

  test('SIGTERM: the payment is answered, readyz says no, no new connection, the end is 0', async () => {
    const { child, exited, port, at, output, slowness } = await aProcess(service)
    const id = await aSession(at, store)
    const buyer = await aBuyer(at, id)
    const paymentMethod = await aPaymentMethod(at, CARDS.slow)
    const askReady = await aSlowRequest(port)
    const paying = buyer.payWith(paymentMethod)
    await expect
      .poll(
        async () =>
          (await service.call('GET', `/v1/checkout/sessions/${id}`, { token: store.keys.secret }))
            .status,
      )
      .toBe(200)
    const sql = openSql(service.databaseUrl)
    await expect
      .poll(
        async () =>
          (await sql.rows('select 1 from payment_attempts where session_id = $1', [id])).length,
      )
      .toBe(1)

    child.kill('SIGTERM')
    await expect
      .poll(() =>
        at.call('GET', '/healthz').then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused')
    expect(await askReady()).toMatch(/^HTTP\/1\.1 503 /)
    expect(await paying).toMatchObject({ status: 202, body: { status: 'processing' } })
    expect(await exited).toEqual({ code: 0, signal: null })
    const [begun, over] = ['service.stopping', 'service.stopped'].map((event) =>
      timeOf(event, output()).getTime(),
    )
    expect(Number(over) - Number(begun)).toBeLessThan(15_000 * slowness)

    // The service that is left finishes what was under way.
    await expectFinished(sql, id)
    await expectInvariants(sql)
    await sql.close()
  })

  test('SIGTERM behind a proxy: livez says so, and requests are taken until proxies have noticed', async () => {
    const { child, exited, at } = await aProcess(service, { TRUST_PROXY: '1' })
    const ask = async () => {
      const live = await at.call<{ status: string }>('GET', '/livez')
      const created = await at.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug' }] },
      })
      return [live.status, live.body.status, created.status].join(' ')
    }
    expect(await ask()).toBe('200 up 201')
    child.kill('SIGTERM')
    const answers = new Set<string>()
    const untilRefused = async () => {
      for (;;) answers.add(await ask())
    }
    await expect(untilRefused()).rejects.toThrow('fetch failed')
    answers.delete('200 up 201')
    expect([...answers]).toEqual(['503 stopping 201'])
    expect(await exited).toEqual({ code: 0, signal: null })
  })

  test('a payment whose process is killed with kill -9 is finished by another process', async () => {
    const { child, exited, at } = await aProcess(service)
    const id = await aSession(at, store)
    const buyer = await aBuyer(at, id)
    const paymentMethod = await aPaymentMethod(at, CARDS.slow)
    const paying = buyer.payWith(paymentMethod).catch(() => 'cut off')
    const sql = openSql(service.databaseUrl)
    await expect
      .poll(
        async () =>
          (await sql.rows(`select 1 from test_provider.payments where session_id = $1`, [id]))
            .length,
      )
      .toBe(1)
    child.kill('SIGKILL')
    expect(await exited).toEqual({ code: null, signal: 'SIGKILL' })
    expect(await paying).toBe('cut off')
    await expectFinished(sql, id)
    await expectInvariants(sql)
    await sql.close()
  })

  test('a bad setting stops the start and is named', async () => {
    const { exited, output } = startProcess(service, { PORT: 'abc' })
    expect(await exited).toEqual({ code: 1, signal: null })
    expect(output()).toMatch(/^Bad setting PORT: \S/)
  })

  test.each([
    ['a port that is taken', { PORT: new URL(service.baseUrl).port }, /^Port \d+ is taken: .+\n$/],
    ['the database of another cell', { CELL: '07' }, /^The database is cell 00, and CELL is 07\n$/],
  ])('%s stops the start of the service, which says so in one line', async (_case, env, said) => {
    const { exited, output } = startProcess(service, { LOG_LEVEL: 'silent', ...env })
    expect(await exited).toEqual({ code: 1, signal: null })
    expect(output()).toMatch(said)
  })
})
