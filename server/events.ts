import type { Logger } from 'pino'
import type { RefusedAction, SecondFactorChange } from './checkout/audit.ts'
import { isSettled } from './checkout/attempt.ts'
import { isBusy } from './checkout/errors.ts'
import type { CheckoutEvents } from './checkout/ports/checkout-events.ts'
import { shortSessionId } from './checkout/session.ts'
import { type Metrics, createMetrics } from './metrics.ts'

/** An event as a line of the log, `count`ed before. */
const teller =
  (log: Logger) =>
  <Fields extends object>(
    level: 'info' | 'warn' | 'error',
    name: string,
    count: (fields: Fields) => void = () => {},
  ) =>
  (fields: Fields) => {
    count(fields)
    log[level](fields as object, name)
  }

/** How an event is told and counted. */
type Ways = { log: Logger; metrics: Metrics; told: ReturnType<typeof teller> }

/** What the core tells, and more. */
type Told = Partial<CheckoutEvents> & Record<string, unknown>

/** Checkout sessions, and the payments of their buyers. */
const sessionEvents = ({ log, told, metrics }: Ways) =>
  ({
    sessionCreated: ({ sessionId, storeId }) => {
      metrics.sessionsCreated.inc()
      log.info({ session: shortSessionId(sessionId), storeId }, 'checkout.session.created')
    },
    attemptMoved: ({ sessionId, ...fields }) => {
      if (isSettled({ state: fields.to })) metrics.attemptsSettled.inc({ state: fields.to })
      log.info({ session: shortSessionId(sessionId), ...fields }, 'payment.attempt.moved')
    },
    sessionCompleted: ({ sessionId, ...fields }) => {
      metrics.sessionsCompleted.inc()
      log.info({ session: shortSessionId(sessionId), ...fields }, 'checkout.session.completed')
    },
    paymentRefused: ({ sessionId, ...fields }) => {
      metrics.paymentsRefused.inc({ scope: fields.scope, reason: fields.reason })
      log.warn({ session: shortSessionId(sessionId), ...fields }, 'payment.refused')
    },
    paymentsUnavailable: ({ sessionId }) => {
      metrics.paymentsRefused.inc({ scope: 'provider', reason: 'unavailable' })
      log.warn({ session: shortSessionId(sessionId) }, 'payment.unavailable')
    },
    statusReadFailed: ({ sessionId, error }) =>
      log.warn({ session: shortSessionId(sessionId), error }, 'status.read.failed'),
    eventsReadFailed: told<{ storeId: string; error: unknown }>('warn', 'events.read.failed'),
    ordersReadFailed: told<{ storeId: string; error: unknown }>('warn', 'orders.read.failed'),
  }) satisfies Told

/** What becomes of money after it was paid. */
const moneyEvents = ({ log, told, metrics }: Ways) =>
  ({
    refundSettled: told('info', 'order.refund.settled', ({ state }) =>
      metrics.refundsSettled.inc({ state }),
    ),
    refundFailedLate: told('error', 'refund.failed_late', () => metrics.refundsFailedLate.inc()),
    refundMadeAtProvider: told('info', 'refund.made_at_provider', () =>
      metrics.refundsMadeAtProvider.inc(),
    ),
    capturedDiffers: told('error', 'order.captured.differs', () => metrics.capturesDiffering.inc()),
    disputeOpened: told('warn', 'dispute.opened', () => metrics.disputes.inc({ event: 'opened' })),
    disputeClosed: told('info', 'dispute.closed', ({ state }) =>
      metrics.disputes.inc({ event: state }),
    ),
    providerUnavailable: () => {
      metrics.breakerOpen.set(1)
      log.error('payment.provider.unavailable')
    },
    providerAvailable: () => {
      metrics.breakerOpen.set(0)
      log.info('payment.provider.available')
    },
    providerFailed: (fields: { call: string; attemptId: string; error: unknown }) => {
      metrics.providerFailures.inc({ call: fields.call })
      log.warn(fields, 'payment.provider.failed')
    },
    recoveryFailed: told('error', 'payment.recovery.failed', () => metrics.recoveryFailures.inc()),
  }) satisfies Told

/** What the comparison of the books finds. */
const bookEvents = ({ log, told, metrics }: Ways) =>
  ({
    breakFound: told('error', 'reconciliation.break.found', ({ kind }) =>
      metrics.breaksFound.inc({ kind }),
    ),
    orphanFound: told('error', 'payment.orphan.found', () => metrics.orphansFound.inc()),
    orphanResolved: told('warn', 'payment.orphan.resolved', ({ resolution }) =>
      metrics.orphansResolved.inc({ resolution }),
    ),
    orphanRefused: told('error', 'payment.orphan.refused', () => metrics.orphansRefused.inc()),
    differenceFound: ({ sessionId, ...fields }) =>
      log.error(
        { ...fields, ...(sessionId !== undefined && { session: shortSessionId(sessionId) }) },
        'reconciliation.difference.found',
      ),
    reconciled: told('info', 'reconciliation.finished'),
    reconciliationSeen: ({ finishedAt, differences, orphans }) => {
      metrics.orphansUnresolved.set(orphans)
      if (finishedAt) metrics.reconciledAt.set(finishedAt.getTime() / 1000)
      metrics.differences.reset()
      for (const [kind, count] of Object.entries(differences))
        metrics.differences.set({ kind }, count)
    },
  }) satisfies Told

const webhookEvents = ({ log, told, metrics }: Ways) => ({
  webhookAttempted: ({ outcome }: { outcome: 'delivered' | 'put_off' | 'failed' }) =>
    metrics.webhookAttempts.inc({ outcome }),
  /** An endpoint has only failed for a day, or is disabled. */
  webhookEndpointFailing: (fields: {
    storeId: string
    endpointId: string
    what: 'failing' | 'disabled_as_gone' | 'disabled_as_failing'
  }) => {
    if (fields.what !== 'failing') metrics.webhookEndpointsDisabled.inc()
    log.warn(fields, 'webhook.endpoint.failing')
  },
  webhooksPending: ({ oldestSeconds }: { oldestSeconds: number }) =>
    metrics.oldestWebhook.set(oldestSeconds),
  webhooksFailed: told<{ error: unknown }>('error', 'webhook.round.failed'),
  /** Endpoints that nothing can be signed for: the key that their secrets are under is gone. */
  webhookSecretsUnreadable: told<{ count: number }>('error', 'webhook.secrets.unreadable'),
})

/** Keys, members and what is written to them. */
const accountEvents = ({ log, told }: Ways) => ({
  /**
   * Somebody was refused. `client`: the keyed hash of the network, null for this machine;
   * `account`: that of the account's address.
   */
  refused: ({
    action,
    ...fields
  }: {
    action: RefusedAction | 'platform.refused'
    client: string | null
    account: string | null
  }) => log.warn(fields, action),
  /** `account`: the keyed hash of its address. */
  secondFactorChanged: told<{ change: SecondFactorChange; account: string }>(
    'info',
    'account.second_factor.changed',
  ),
  /** Members whose codes nobody can check: the key that their secrets are under is gone. */
  secondFactorsUnreadable: told<{ count: number }>('error', 'account.second_factors.unreadable'),
  /** Said by every process: from here on it knows the old key no more. */
  keyRegenerated: ({ storeId, kind }: { storeId: string; kind: string }) =>
    log.info({ storeId, kind }, 'api_key.regenerated'),
  mailWritten: told<{ to: string; subject: string; text: string }>('info', 'mail.written'),
  mailFailed: told<{ reason: string; response?: number }>('error', 'mail.failed'),
})

/** Requests, and what this process stands on. */
const processEvents = ({ log, told, metrics }: Ways) => ({
  requestAnswered: (fields: {
    requestId: string
    method: string
    route: string
    status: number
    durationMs: number
  }) => {
    const { method, route, status, durationMs } = fields
    metrics.requests.observe(
      { method, route, status: `${Math.floor(status / 100)}xx` },
      durationMs / 1000,
    )
    log.info(fields, 'request.answered')
  },
  requestsUnrecorded: told<{ count: number; error?: unknown }>('warn', 'request.unrecorded'),
  oldRequestsKept: told<{ error: unknown }>('warn', 'request.old.kept'),
  requestFailed: (fields: { requestId: string; error: unknown }) =>
    isBusy(fields.error)
      ? log.warn({ ...fields, error: fields.error.cause }, 'request.put_off')
      : log.error(fields, 'request.failed'),
  pagePolicyViolated: told<{ directive: string; blocked: string; reports: number }>(
    'warn',
    'page.policy.violated',
  ),
  /** Nobody said that there is one: every client looks like it. Said once. */
  proxyUnexpected: told<{ headers: string[] }>('error', 'proxy.unexpected'),
  cacheUnavailable: told<{ reason: string }>('warn', 'cache.unavailable', () =>
    metrics.cacheAvailable.set(0),
  ),
  cacheAvailable: () => {
    metrics.cacheAvailable.set(1)
    log.info('cache.available')
  },
  cacheContentUnreadable: told<{ kind: string }>('warn', 'cache.content.unreadable'),
  databaseConnectionLost: told<{ error: Error }>('warn', 'database.connection.lost'),
  /** It runs with fsync off. */
  databaseNotDurable: () => log.warn('database.not_durable'),
  backgroundFailed: told<{ error: unknown }>('error', 'background.failed'),
})

/**
 * The service's events, told and counted: log lines of one name each, without a key, a token or a
 * buyer's data, and metrics.
 */
export function createEvents(log: Logger, metrics: Metrics = createMetrics()) {
  const ways: Ways = { log, metrics, told: teller(log) }
  return {
    ...sessionEvents(ways),
    ...moneyEvents(ways),
    ...bookEvents(ways),
    ...webhookEvents(ways),
    ...accountEvents(ways),
    ...processEvents(ways),
  } satisfies CheckoutEvents
}

export type Events = ReturnType<typeof createEvents>
