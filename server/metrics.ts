import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { createServer } from './web/node-http.ts'

/**
 * Upper bounds in seconds: an API read is in the first ones, a payment may take as long as the
 * bank's 5 s, thrice.
 */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

type Registers = Registry[]

/** `labels`: with the values that are there at 0, so that the first event shows as an increase. */
const counter =
  <Label extends string = never>(
    name: string,
    help: string,
    labels = {} as Record<Label, readonly string[]>,
  ) =>
  (registers: Registers) => {
    const labelNames = Object.keys(labels) as Label[]
    const made = new Counter({ name: `checkout_${name}`, help, labelNames, registers })
    for (const label of labelNames)
      for (const value of labels[label]) made.inc({ [label]: value } as Record<Label, string>, 0)
    return made
  }

const gauge =
  <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
  (registers: Registers) =>
    new Gauge({ name: `checkout_${name}`, help, labelNames, registers })

/**
 * What Prometheus reads. A label has few values, all of them ours: no id, no key, nothing of a
 * buyer or a merchant.
 */
const METRICS = {
  cacheAvailable: gauge('cache_available', '1 while the cache answers.'),
  attemptsSettled: counter(
    'payment_attempts_total',
    'Payment attempts that ended, by their final state.',
    { state: ['captured', 'declined', 'voided', 'refunded'] },
  ),
  breaksFound: counter(
    'reconciliation_breaks_total',
    'Payments about which provider and orders disagreed, by kind.',
    { kind: ['late_authorization', 'late_capture', 'wrong_payment'] },
  ),
  refundsSettled: counter('refunds_total', 'Refunds of orders that ended, by their final state.', {
    state: ['succeeded', 'failed'],
  }),
  orphansResolved: counter(
    'orphaned_payments_resolved_total',
    'Payments unknown to the record whose money is free again, or whose attempt turned up.',
    { resolution: ['cancelled', 'refunded', 'charged_back', 'recorded'] },
  ),
  webhookAttempts: counter(
    'webhook_attempts_total',
    'Attempts to deliver a webhook: delivered, put off until the next one, or failed for good.',
    { outcome: ['delivered', 'put_off', 'failed'] },
  ),
  disputes: counter('disputes_total', 'Disputes of orders that were opened, won and lost.', {
    event: ['opened', 'won', 'lost'],
  }),
  webhookEndpointsDisabled: counter(
    'webhook_endpoints_disabled_total',
    'Webhook endpoints that answered 410 or had only failed for five days.',
  ),
  oldestWebhook: gauge(
    'webhook_oldest_pending_seconds',
    'How long the oldest webhook has waited for its delivery; 0 when none does.',
  ),
  capturesDiffering: counter(
    'captures_differing_total',
    'Orders of which the provider says that more or less was captured than their total.',
  ),
  refundsFailedLate: counter(
    'refunds_failed_late_total',
    'Refunds that failed at the provider after they had succeeded.',
  ),
  refundsMadeAtProvider: counter(
    'refunds_made_at_provider_total',
    'Refunds that were made at the provider, not here.',
  ),
  orphansFound: counter(
    'orphaned_payments_total',
    'Payments with our metadata that were found unknown to the record.',
  ),
  orphansRefused: counter(
    'orphaned_payments_refused_total',
    'Payments unknown to the record that the provider does not give back for now.',
  ),
  orphansUnresolved: gauge(
    'orphaned_payments_unresolved',
    'Payments unknown to the record whose money is not free yet.',
  ),
  differences: gauge(
    'reconciliation_differences',
    'Payments about which the providers’ books and ours differed at the last comparison.',
    'kind',
  ),
  reconciledAt: gauge(
    'reconciliation_last_success_timestamp_seconds',
    'When the books were last compared to their end.',
  ),
  sessionsCreated: counter('sessions_created_total', 'Checkout sessions created.'),
  sessionsCompleted: counter('sessions_completed_total', 'Checkout sessions paid.'),
  paymentsRefused: counter('payments_refused_total', 'Payments refused before they began.', {
    scope: [],
    reason: [],
  }),
  providerFailures: counter(
    'provider_failures_total',
    'Calls of the payment provider that failed or timed out.',
    { call: [] },
  ),
  breakerOpen: gauge(
    'provider_breaker_open',
    '1 while no payment begins because the provider does not answer.',
  ),
  recoveryFailures: counter(
    'recovery_failures_total',
    'Steps of recovery that failed and are tried again.',
  ),
  requests: (registers: Registers) =>
    new Histogram({
      name: 'checkout_http_request_duration_seconds',
      help: 'HTTP answers by method, route pattern and class of status.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
}

type Made = { [Name in keyof typeof METRICS]: ReturnType<(typeof METRICS)[Name]> }

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const made = Object.entries(METRICS).map(([name, create]) => [name, create([registry])])
  const metrics = Object.fromEntries(made) as Made
  // Until it is found away.
  metrics.cacheAvailable.set(1)
  return { registry, ...metrics }
}

/** Serves the metrics, this process's own among them, and nothing else; returns how to stop. */
export async function startMetricsServer(
  { registry }: Metrics,
  { port, host }: { port: number; host: string },
) {
  collectDefaultMetrics({ register: registry })
  const server = createServer({ requestTimeout: 15_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) =>
        response
          .writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
          .end(text),
      (error: Error) => response.destroy(error),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  server.once('error', reject)
  server.listen(port, host, () => resolve(undefined))
  await promise
  return async () => {
    const closed = new Promise((done) => {
      server.close(done)
    })
    server.closeAllConnections()
    await closed
  }
}
