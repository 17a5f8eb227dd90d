import type { Logger } from 'pino'
import type { RefusedAction, SecondFactorChange } from './checkout/audit.ts'
import { isSettled } from './checkout/attempt.ts'
import { isBusy } from './checkout/errors.ts'
import type { CheckoutEvents } from './checkout/ports/checkout-events.ts'
import { shortSessionId } from './checkout/session.ts'
import { type Metrics, createMetrics } from './metrics.ts'

/** What the core tells, and more. */
type Told = Partial<CheckoutEvents> & Record<string, unknown>

/** Checkout sessions, and the payments of their buyers. */
const sessionEvents = (log: Logger, metrics: Metrics) =>
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
    eventsReadFailed: (fields: { storeId: string; error: unknown }) =>
      log.warn(fields, 'events.read.failed'),
    ordersReadFailed: (fields: { storeId: string; error: unknown }) =>
      log.warn(fields, 'orders.read.failed'),
  }) satisfies Told

/** What becomes of money after it was paid. */
const moneyEvents = (log: Logger, metrics: Metrics) =>
  ({
    refundSettled: (fields) => {
      metrics.refundsSettled.inc({ state: fields.state })
      log.info(fields, 'order.refund.settled')
    },
    refundFailedLate: (fields) => {
      metrics.refundsFailedLate.inc()
      log.error(fields, 'refund.failed_late')
    },
    refundMadeAtProvider: (fields) => {
      metrics.refundsMadeAtProvider.inc()
      log.info(fields, 'refund.made_at_provider')
    },
    capturedDiffers: (fields) => {
      metrics.capturesDiffering.inc()
      log.error(fields, 'order.captured.differs')
    },
    disputeOpened: (fields) => {
      metrics.disputes.inc({ event: 'opened' })
      log.warn(fields, 'dispute.opened')
    },
    disputeClosed: (fields) => {
      metrics.disputes.inc({ event: fields.state })
      log.info(fields, 'dispute.closed')
    },
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
    recoveryFailed: (fields) => {
      metrics.recoveryFailures.inc()
      log.error(fields, 'payment.recovery.failed')
    },
  }) satisfies Told

/** What the comparison of the books finds. */
const bookEvents = (log: Logger, metrics: Metrics) =>
  ({
    breakFound: (fields) => {
      metrics.breaksFound.inc({ kind: fields.kind })
      log.error(fields, 'reconciliation.break.found')
    },
    orphanFound: (fields) => {
      metrics.orphansFound.inc()
      log.error(fields, 'payment.orphan.found')
    },
    orphanResolved: (fields) => {
      metrics.orphansResolved.inc({ resolution: fields.resolution })
      log.warn(fields, 'payment.orphan.resolved')
    },
    orphanRefused: (fields) => {
      metrics.orphansRefused.inc()
      log.error(fields, 'payment.orphan.refused')
    },
    differenceFound: ({ sessionId, ...fields }) =>
      log.error(
        { ...fields, ...(sessionId !== undefined && { session: shortSessionId(sessionId) }) },
        'reconciliation.difference.found',
      ),
    reconciled: (fields) => log.info(fields, 'reconciliation.finished'),
    reconciliationSeen: ({ finishedAt, differences, orphans }) => {
      metrics.orphansUnresolved.set(orphans)
      if (finishedAt) metrics.reconciledAt.set(finishedAt.getTime() / 1000)
      metrics.differences.reset()
      for (const [kind, count] of Object.entries(differences))
        metrics.differences.set({ kind }, count)
    },
  }) satisfies Told

const webhookEvents = (log: Logger, metrics: Metrics) => ({
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
  webhooksFailed: (fields: { error: unknown }) => log.error(fields, 'webhook.round.failed'),
  /** Endpoints that nothing can be signed for: the key that their secrets are under is gone. */
  webhookSecretsUnreadable: (fields: { count: number }) =>
    log.error(fields, 'webhook.secrets.unreadable'),
})

/** Keys, members and what is written to them. */
const accountEvents = (log: Logger) => ({
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
  secondFactorChanged: (fields: { change: SecondFactorChange; account: string }) =>
    log.info(fields, 'account.second_factor.changed'),
  /** Members whose codes nobody can check: the key that their secrets are under is gone. */
  secondFactorsUnreadable: (fields: { count: number }) =>
    log.error(fields, 'account.second_factors.unreadable'),
  /** Said by every process: from here on it knows the old key no more. */
  keyRegenerated: ({ storeId, kind }: { storeId: string; kind: string }) =>
    log.info({ storeId, kind }, 'api_key.regenerated'),
  mailWritten: (fields: { to: string; subject: string; text: string }) =>
    log.info(fields, 'mail.written'),
  mailFailed: (fields: { reason: string; response?: number }) => log.error(fields, 'mail.failed'),
})

/** Requests, and what this process stands on. */
const processEvents = (log: Logger, metrics: Metrics) => ({
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
  requestsUnrecorded: (fields: { count: number; error?: unknown }) =>
    log.warn(fields, 'request.unrecorded'),
  oldRequestsKept: (fields: { error: unknown }) => log.warn(fields, 'request.old.kept'),
  requestFailed: (fields: { requestId: string; error: unknown }) =>
    isBusy(fields.error)
      ? log.warn({ ...fields, error: fields.error.cause }, 'request.put_off')
      : log.error(fields, 'request.failed'),
  pagePolicyViolated: (fields: { directive: string; blocked: string; reports: number }) =>
    log.warn(fields, 'page.policy.violated'),
  /** Nobody said that there is one: every client looks like it. Said once. */
  proxyUnexpected: (fields: { headers: string[] }) => log.error(fields, 'proxy.unexpected'),
  cacheUnavailable: (fields: { reason: string }) => {
    metrics.cacheAvailable.set(0)
    log.warn(fields, 'cache.unavailable')
  },
  cacheAvailable: () => {
    metrics.cacheAvailable.set(1)
    log.info('cache.available')
  },
  cacheContentUnreadable: (fields: { kind: string }) =>
    log.warn(fields, 'cache.content.unreadable'),
  databaseConnectionLost: (fields: { error: Error }) =>
    log.warn(fields, 'database.connection.lost'),
  /** It runs with fsync off. */
  databaseNotDurable: () => log.warn('database.not_durable'),
  backgroundFailed: (fields: { error: unknown }) => log.error(fields, 'background.failed'),
})

/**
 * The service's events, told and counted: log lines of one name each, without a key, a token or a
 * buyer's data, and metrics.
 */
export const createEvents = (log: Logger, metrics: Metrics = createMetrics()) =>
  ({
    ...sessionEvents(log, metrics),
    ...moneyEvents(log, metrics),
    ...bookEvents(log, metrics),
    ...webhookEvents(log, metrics),
    ...accountEvents(log),
    ...processEvents(log, metrics),
  }) satisfies CheckoutEvents

export type Events = ReturnType<typeof createEvents>
