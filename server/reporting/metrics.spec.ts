import { describe, expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { newestVersion } from '../postgres/migrations.ts'
import { CARDS, aBuyer, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { findFreePort } from '../testing/servers/free-port.ts'
import { call } from '../testing/http-call.ts'
import { inMinutes } from '../testing/moments.ts'
import { startTestService } from '../testing/servers/test-service.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { anEndpoint, testEndpoint } from '../testing/webhook-builders.ts'
import { startWebhookReceiver } from '../testing/servers/webhook-receiver.ts'

const metricsPort = await findFreePort()
const { service } = await openSpecService({
  env: { METRICS_PORT: String(metricsPort) },
  reconcileAfterMs: 0,
})
const store = await aStore(service, { name: 'Canary store' })
await aProduct(service, store)

const onMetricsPort = (method: string, path: string) =>
  call<string>(method, `http://127.0.0.1:${metricsPort}${path}`)

/** The figures by their name with labels. */
async function readMetrics() {
  const { text } = await onMetricsPort('GET', '/metrics')
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith('checkout_'))
      .map((line) => {
        const space = line.lastIndexOf(' ')
        return [line.slice(0, space), Number(line.slice(space + 1))]
      }),
  )
}

describe('contract §6: Metrics', () => {
  test('metrics are Prometheus text with those of the process', async () => {
    const { status, headers, text } = await onMetricsPort('GET', '/metrics')
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
      'checkout_provider_breaker_open',
    ]) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))
    }
  })

  test('metrics say when the providers’ books were last compared, and what waits', async () => {
    await expect
      .poll(
        async () => (await readMetrics())['checkout_reconciliation_last_success_timestamp_seconds'],
      )
      .toBeGreaterThan(inMinutes(-24 * 60).getTime() / 1000)
    // There is none yet: it counts from when the schema was made.
    const backedUp = (await readMetrics())['checkout_backup_last_success_timestamp_seconds']
    expect(backedUp).toBeGreaterThan(inMinutes(-24 * 60).getTime() / 1000)
    expect(backedUp).toBeLessThan(inMinutes(1).getTime() / 1000)
    expect(await readMetrics()).toMatchObject({
      checkout_orphaned_payments_total: 0,
      checkout_orphaned_payments_unresolved: 0,
      'checkout_orphaned_payments_resolved_total{resolution="refunded"}': 0,
      'checkout_orphaned_payments_resolved_total{resolution="charged_back"}': 0,
      checkout_orphaned_payments_refused_total: 0,
      checkout_captures_differing_total: 0,
    })
  })

  test('metrics say which version runs, on which schema, and what its pool does', async () => {
    const schema = { checkout_schema_version: await newestVersion() }
    await expect.poll(readMetrics).toMatchObject(schema)
    const metrics = await readMetrics()
    expect(metrics).toMatchObject({
      [`checkout_build_info{version="${manifest.version}",revision="sources",node="${process.version}"}`]: 1,
      checkout_workers_ended_total: 0,
      'checkout_database_connections{state="waiting"}': 0,
      checkout_event_oldest_unannounced_seconds: 0,
      checkout_record_unsure: 0,
    })
    const [busy, idle] = ['busy', 'idle'].map(
      (state) => metrics[`checkout_database_connections{state="${state}"}`] ?? Number.NaN,
    )
    expect(busy! + idle!).toBeGreaterThan(0)
    expect(metrics['checkout_clock_difference_seconds']).toBeLessThan(5)
    expect(metrics['checkout_database_connection_wait_seconds_count']).toBeGreaterThan(0)
  })

  test('metrics start at 0, so that the first of its kind shows as an increase', async () => {
    expect(await readMetrics()).toMatchObject({
      checkout_sessions_created_total: 0,
      checkout_sessions_completed_total: 0,
      checkout_recovery_failures_total: 0,
      checkout_provider_breaker_open: 0,
      'checkout_payment_attempts_total{state="captured"}': 0,
      'checkout_payment_attempts_total{state="refunded"}': 0,
      'checkout_reconciliation_breaks_total{kind="late_authorization"}': 0,
      'checkout_reconciliation_breaks_total{kind="late_capture"}': 0,
      'checkout_reconciliation_breaks_total{kind="wrong_payment"}': 0,
      'checkout_disputes_total{event="opened"}': 0,
      'checkout_disputes_total{event="lost"}': 0,
      checkout_refunds_failed_late_total: 0,
      checkout_refunds_made_at_provider_total: 0,
    })
  })

  test('metrics count sessions, attempts, refusals and answers, and name nobody', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    for (let count = 0; count < 5; count += 1)
      expect((await buyer.pay({ card: CARDS.declined })).status).toBe(402)
    expect((await buyer.pay()).status).toBe(402)
    const paid = await aSession(service, store)
    expect((await (await aBuyer(service, paid)).pay()).status).toBe(200)
    await readSession(service, store, paid)
    await service.call('GET', `/v1/checkout/sessions/${paid}`)
    await call('GET', `${service.checkoutUrl}/${paid}`)
    await service.call('GET', `/nothing/${paid}`)
    await service.call('PROPFIND', '/v1/products', { token: store.keys.secret })

    const metrics = await readMetrics()
    expect(metrics).toMatchObject({
      checkout_sessions_created_total: 2,
      checkout_sessions_completed_total: 1,
      'checkout_payment_attempts_total{state="declined"}': 5,
      'checkout_payment_attempts_total{state="captured"}': 1,
      'checkout_payments_refused_total{scope="session",reason="attempts"}': 1,
      'checkout_payment_settle_seconds_count{state="declined"}': 5,
      'checkout_payment_settle_seconds_count{state="captured"}': 1,
      'checkout_provider_call_duration_seconds_count{provider="test",call="authorize"}': 6,
      'checkout_provider_call_duration_seconds_count{provider="test",call="capture"}': 1,
      'checkout_http_request_duration_seconds_count{method="POST",route="/v1/checkout/sessions",status="2xx"}': 2,
      'checkout_http_request_duration_seconds_count{method="GET",route="/v1/checkout/sessions/:id",status="2xx"}': 1,
      'checkout_http_request_duration_seconds_count{method="GET",route="/v1/checkout/sessions/:id",status="4xx"}': 1,
      'checkout_http_request_duration_seconds_count{method="POST",route="/checkout/:id/pay",status="4xx"}': 6,
      'checkout_http_request_duration_seconds_count{method="GET",route="none",status="4xx"}': 1,
    })
    const { text } = await onMetricsPort('GET', '/metrics')
    const secrets = [
      id,
      paid,
      store.id,
      buyer.token,
      ...Object.values(store.keys),
      'Ana Example',
      'Calle Mayor',
      'Canary store',
      '600 123 456',
    ]
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).not.toMatch(/\b(cs|att|st|pm|pay)_\w{8}/)
  })

  test('metrics count reads of copies that were there, and that were not', async () => {
    const reads = async () => {
      const metrics = await readMetrics()
      return ['hit', 'miss'].map(
        (result) => metrics[`checkout_cache_reads_total{result="${result}"}`] ?? Number.NaN,
      )
    }
    const id = await aSession(service, store)
    const [, misses] = await reads()
    await readSession(service, store, id)
    expect(await reads()).toEqual([expect.any(Number), misses! + 1])
    await (await aBuyer(service, id)).pay()
    const [hits] = await reads()
    await readSession(service, store, id)
    expect(await reads()).toEqual([hits! + 1, expect.any(Number)])
  })

  test('metrics say how late events are told, and how long endpoints take', async () => {
    const receiver = await startWebhookReceiver()
    onTestFinished(receiver.close)
    const { id } = await anEndpoint(service, store, { url: receiver.url })
    await testEndpoint(service, store, id)
    await expect.poll(readMetrics).toMatchObject({
      'checkout_webhook_attempts_total{outcome="delivered"}': 1,
      checkout_webhook_request_duration_seconds_count: 1,
      checkout_event_lag_seconds_count: 1,
    })
  })

  test.each([
    ['GET', '/'],
    ['GET', '/metrics/'],
    ['GET', '/metrics?x=1'],
    ['GET', '/healthz'],
    ['POST', '/metrics'],
    ['GET', '/v1/products'],
  ])('%s %s is nothing on the port of the metrics', async (method, path) => {
    expect(await onMetricsPort(method, path)).toMatchObject({ status: 404, text: '' })
  })

  test('metrics are on no other port', async () => {
    expectError(await service.call('GET', '/metrics'), 404, 'not_found')
    expectError(
      await call('GET', `http://127.0.0.1:${new URL(service.baseUrl).port}/metrics`),
      404,
      'not_found',
    )
  })

  test('a taken metrics port is said, and ends no process that sells; a taken PORT stops the start', async () => {
    const [port, own] = [await findFreePort(), await findFreePort()]
    const env = { PORT: String(port), METRICS_PORT: String(own) }
    const without = await startTestService({ env: { ...env, METRICS_PORT: String(metricsPort) } })
    expect(without.log()).toMatch(/"port":\d+,.*EADDRINUSE.*"msg":"metrics\.unserved"/)
    expect((await without.call('GET', '/healthz')).status).toBe(200)
    await without.stop()
    await expect(
      startTestService({ env: { ...env, PORT: new URL(service.baseUrl).port } }),
    ).rejects.toThrow('EADDRINUSE')
    const second = await startTestService({ env })
    expect((await call('GET', `http://127.0.0.1:${own}/metrics`)).status).toBe(200)
    await second.stop()
    await expect(call('GET', `http://127.0.0.1:${own}/metrics`)).rejects.toThrow('fetch failed')
  })
})
