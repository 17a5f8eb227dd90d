import { Registry } from 'prom-client'
import { MAIL_OUTCOMES } from '../checkout/ports/buyer-mails.ts'
import { BUILD } from './build.ts'
import { type Registers, counter, histogram, least, most, sum } from './metric-kinds.ts'

/** Seconds. A buyer may take minutes to answer the bank, and events wait after an outage. */
const WAIT_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900]

const workersEnded = counter(
  'workers_ended_total',
  'Processes of `WORKERS` that ended, and were replaced, while the service ran.',
)

/** For the primary, which counts nothing else. */
export const createWorkersEnded = () => workersEnded([])

/**
 * The metrics for Prometheus. A label has few values, all of them ours: no ids, no keys, and
 * nothing of a buyer or a merchant.
 */
const METRICS = {
  build: most(
    'build_info',
    '1, with the version and the build of the service, and the version of Node.',
    'version',
    'revision',
    'node',
  ),
  workersEnded,
  clockDifference: most(
    'clock_difference_seconds',
    'How far this machine’s clock is away from that of the database; ahead or behind.',
  ),
  schemaVersion: most('schema_version', 'The version of the database’s schema.'),
  cacheAvailable: least('cache_available', '1 while the cache answers: Redis, where it is set.'),
  cacheReads: counter(
    'cache_reads_total',
    'Reads of copies of sessions; what is not a final session is always a miss for merchants.',
    { result: ['hit', 'miss'] },
  ),
  databaseWritable: least('database_writable', '1 while the database takes commits.'),
  connections: sum(
    'database_connections',
    'Connections of the pool that are busy and idle, and who is waiting for one.',
    'state',
  ),
  connectionWaits: histogram(
    'database_connection_wait_seconds',
    'How long it took to get a connection when none was idle.',
  ),
  attemptsSettled: counter(
    'payment_attempts_total',
    'Payment attempts that ended, by their final state.',
    { state: ['captured', 'declined', 'voided', 'refunded'] },
  ),
  settleTimes: (registers: Registers) =>
    histogram(
      'payment_settle_seconds',
      'From the beginning of an attempt to its final state, the buyer’s and the bank’s time included.',
      'state',
    )(registers, WAIT_BUCKETS),
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
  buyerMails: counter(
    'buyer_mails_total',
    'Tries to send a mail to a buyer: sent, put off, denied by a mail server that refuses us and not the address, put off by our limits, unsure after a broken connection, an address refused for good, or overtaken by a change of it.',
    { outcome: MAIL_OUTCOMES },
  ),
  saleMails: counter(
    'sale_mails_total',
    'Tries to send a mail to a member about sales, as those to buyers; overtaken by another order or choice.',
    { outcome: MAIL_OUTCOMES },
  ),
  webhookRequests: histogram(
    'webhook_request_duration_seconds',
    'Requests to webhook endpoints, from the look-up of the name to the end of the answer.',
  ),
  eventLag: (registers: Registers) =>
    histogram('event_lag_seconds', 'From an event until the first attempt to deliver it began.')(
      registers,
      WAIT_BUCKETS,
    ),
  oldestUnannounced: most(
    'event_oldest_unannounced_seconds',
    'How long the oldest paid session has not been told to the other processes; 0 when there is none.',
  ),
  disputes: counter('disputes_total', 'Disputes of orders that were opened, won and lost.', {
    event: ['opened', 'won', 'lost'],
  }),
  webhookEndpointsDisabled: counter(
    'webhook_endpoints_disabled_total',
    'Webhook endpoints that answered 410 or had only failed for five days.',
  ),
  oldestWebhook: most(
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
  orphansUnresolved: most(
    'orphaned_payments_unresolved',
    'Payments unknown to the record whose money is not free yet.',
  ),
  recordUnsure: most(
    'record_unsure',
    '1 while sessions and orders from before a restore or a promotion wait for the provider’s books.',
  ),
  differences: most(
    'reconciliation_differences',
    'Payments about which the providers’ books and ours differed at the last comparison.',
    'kind',
  ),
  reconciledAt: most(
    'reconciliation_last_success_timestamp_seconds',
    'When the books were last compared to their end; before the first time, when the schema was made.',
  ),
  backedUpAt: most(
    'backup_last_success_timestamp_seconds',
    'When `npm run backup` last wrote one, or PostgreSQL archived WAL; before the first time, when the schema was made.',
  ),
  sessionsCreated: counter('sessions_created_total', 'Checkout sessions created.'),
  sessionsCompleted: counter('sessions_completed_total', 'Checkout sessions paid.'),
  paymentsRefused: counter('payments_refused_total', 'Payments refused before they began.', {
    scope: [],
    reason: [],
  }),
  providerCalls: histogram(
    'provider_call_duration_seconds',
    'Calls of the payment provider, failed ones included.',
    'provider',
    'call',
  ),
  providerFailures: counter(
    'provider_failures_total',
    'Calls of the payment provider that failed or timed out, by what was wrong.',
    { call: [], kind: [] },
  ),
  breakerOpen: most(
    'provider_breaker_open',
    '1 while no payment begins because the provider does not answer.',
  ),
  recoveryFailures: counter(
    'recovery_failures_total',
    'Steps of recovery that failed and are tried again.',
  ),
  connectionsDropped: counter(
    'connections_dropped_total',
    'Connections that were ended, by why: too many requests at once, or too many connections.',
    { reason: ['pipelined', 'too_many_connections', 'too_many_requests'] },
  ),
  strangersRefused: counter(
    'strangers_refused_total',
    'Requests with unknown keys, from addresses that sent too many of them.',
  ),
  unlistedScripts: counter(
    'unlisted_scripts_total',
    'Scripts that a page’s policy has blocked and the inventory does not name, as browsers report.',
  ),
  policyReportsRefused: counter(
    'policy_reports_refused_total',
    'Reports of browsers that were not read, or not named in the log, by whose limit was spent.',
    { limit: ['network', 'all'] },
  ),
  requests: histogram(
    'http_request_duration_seconds',
    'HTTP answers by method, route pattern and class of status.',
    'method',
    'route',
    'status',
  ),
}

type MetricsByName = { [Name in keyof typeof METRICS]: ReturnType<(typeof METRICS)[Name]> }

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const made = Object.entries(METRICS).map(([name, create]) => [name, create([registry])])
  const metrics = Object.fromEntries(made) as MetricsByName
  // Until they are found to be away.
  metrics.cacheAvailable.set(1)
  metrics.databaseWritable.set(1)
  metrics.build.set({ ...BUILD, node: process.version }, 1)
  return {
    registry,
    ...metrics,
    /** Asks for the figures whenever the metrics are read. */
    watchConnections(countConnections: () => Record<string, number>) {
      const collect = () => {
        for (const [state, count] of Object.entries(countConnections()))
          metrics.connections.set({ state }, count)
      }
      Object.assign(metrics.connections, { collect })
    },
  }
}
