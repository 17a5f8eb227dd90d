import type { Logger } from 'pino'
import type { RefusedAction, SecondFactorChange } from '../checkout/stores/audit.ts'
import { ageOfId } from '../auth/random.ts'
import { isSettled } from '../checkout/payments/attempt.ts'
import { isBusy } from '../checkout/errors.ts'
import type { CheckoutEvents } from '../checkout/ports/checkout-events.ts'
import { type EventSinks, loggedBy, writer } from './event-sinks.ts'
import { type Metrics, createMetrics } from './metrics.ts'
import { outgoingMailEvents, webhookEvents } from './outgoing-events.ts'
import type { FailureKind } from '../payments/failure-kind.ts'
import type { NewHistory } from '../postgres/upkeep/database-history.ts'
import type { readFigures } from '../postgres/upkeep/figures.ts'
import { logTogether } from './log-together.ts'
import type { AnyRequest } from '../web/answers/answered-request.ts'
import type { DropReason } from '../web/requests/connections.ts'
import { isProbe } from '../web/requests/request-log.ts'

type ProviderCall = { provider: string; call: string }
type UnlistedScript = { source: string; directive: string }
type Figures = Awaited<ReturnType<typeof readFigures>>

/** The events of the core, and others. */
type SomeEvents = Partial<CheckoutEvents> & Record<string, unknown>

const sessionEvents = ({ logged, metrics }: EventSinks) =>
  ({
    sessionCreated: logged('checkout.session.created', () => metrics.sessionsCreated.inc()),
    attemptMoved: logged('payment.attempt.moved', ({ attemptId, to: state }) => {
      if (!isSettled({ state })) return
      metrics.attemptsSettled.inc({ state })
      const ageMs = ageOfId(attemptId)
      if (ageMs !== undefined) metrics.settleTimes.observe({ state }, ageMs / 1000)
    }),
    sessionCompleted: logged('checkout.session.completed', () => metrics.sessionsCompleted.inc()),
    paymentRefused: logged('payment.refused', ({ scope, reason }) =>
      metrics.paymentsRefused.inc({ scope, reason }),
    ),
    paymentsUnavailable: logged('payment.unavailable', () =>
      metrics.paymentsRefused.inc({ scope: 'provider', reason: 'unavailable' }),
    ),
    statusReadFailed: logged('status.read.failed'),
    eventsReadFailed: logged<{ storeId: string; error: unknown }>('events.read.failed'),
    ordersReadFailed: logged<{ storeId: string; error: unknown }>('orders.read.failed'),
  }) satisfies SomeEvents

/** What happens to money after it was paid. */
const moneyEvents = ({ logged, write, metrics }: EventSinks) =>
  ({
    refundSettled: logged('order.refund.settled', ({ state }) =>
      metrics.refundsSettled.inc({ state }),
    ),
    refundFailedLate: logged('refund.failed_late', () => metrics.refundsFailedLate.inc()),
    refundMadeAtProvider: logged('refund.made_at_provider', () =>
      metrics.refundsMadeAtProvider.inc(),
    ),
    capturedDiffers: logged('order.captured.differs', () => metrics.capturesDiffering.inc()),
    disputeOpened: logged('dispute.opened', () => metrics.disputes.inc({ event: 'opened' })),
    disputeClosed: logged('dispute.closed', ({ state }) => metrics.disputes.inc({ event: state })),
    providerUnavailable: () => {
      metrics.breakerOpen.set(1)
      write('payment.provider.unavailable', {})
    },
    providerAvailable: () => {
      metrics.breakerOpen.set(0)
      write('payment.provider.available', {})
    },
    providerCalled: ({ provider, call, durationMs }: ProviderCall & { durationMs: number }) =>
      metrics.providerCalls.observe({ provider, call }, durationMs / 1000),
    providerFailed: logged<ProviderCall & { kind: FailureKind; attemptId: string; error: unknown }>(
      'payment.provider.failed',
      ({ call, kind }) => metrics.providerFailures.inc({ call, kind }),
    ),
    recoveryFailed: logged('payment.recovery.failed', () => metrics.recoveryFailures.inc()),
  }) satisfies SomeEvents

/** What the comparison of the books finds. */
const bookEvents = ({ logged, metrics }: EventSinks) =>
  ({
    breakFound: logged('reconciliation.break.found', ({ kind }) =>
      metrics.breaksFound.inc({ kind }),
    ),
    orphanFound: logged('payment.orphan.found', () => metrics.orphansFound.inc()),
    orphanResolved: logged('payment.orphan.resolved', ({ resolution }) =>
      metrics.orphansResolved.inc({ resolution }),
    ),
    orphanRefused: logged('payment.orphan.refused', () => metrics.orphansRefused.inc()),
    differenceFound: logged('reconciliation.difference.found'),
    reconciled: logged('reconciliation.finished'),
    recordUnsure: logged<NewHistory>('record.unsure'),
    recordCompared: logged('record.compared'),
    recordUncompared: logged('record.uncompared'),
    reconciliationSeen: ({ differences, orphans }) => {
      metrics.orphansUnresolved.set(orphans)
      metrics.differences.reset()
      for (const [kind, count] of Object.entries(differences))
        metrics.differences.set({ kind }, count)
    },
  }) satisfies SomeEvents

const accountEvents = ({ logged, write }: EventSinks) => ({
  /**
   * Somebody was refused. `client`: keyed hash of the network, null for this machine. `account`:
   * keyed hash of the account's address.
   */
  refused: ({
    action,
    ...fields
  }: {
    action: RefusedAction | 'platform.refused'
    client: string | null
    account: string | null
  }) => write(action, fields),
  /** `account`: keyed hash of its address. */
  secondFactorChanged: logged<{ change: SecondFactorChange; account: string }>(
    'account.second_factor.changed',
  ),
  /** Members whose codes cannot be checked, because the key of their secrets is gone. */
  secondFactorsUnreadable: logged<{ count: number }>('account.second_factors.unreadable'),
  /** Every process says this at its start, in the same words. The code ends with the first store. */
  storeAwaited: logged<{ address: string; code: string }>('store.awaited'),
  /** Every process says this: from now on it no longer knows the old key. */
  keyRegenerated: ({ storeId, kind }: { storeId: string; kind: string }) =>
    write('api_key.regenerated', { storeId, kind }),
  mailWritten: logged<{ to: string; subject: string; text: string }>('mail.written'),
  mailFailed: logged<{ reason: string; response?: number }>('mail.failed'),
  mailLimited: logged<object>('mail.limited'),
})

/** What is turned away before anything is done for it. */
function doorEvents({ logged, metrics }: Pick<EventSinks, 'logged' | 'metrics'>) {
  const dropped = logTogether(logged('connections.dropped'))
  const refused = logTogether(logged('requests.refused'))
  return {
    connectionDropped: (fields: { reason: DropReason }) => {
      metrics.connectionsDropped.inc(fields)
      dropped(fields)
    },
    strangerRefused: () => {
      metrics.strangersRefused.inc()
      refused({ reason: 'unknown_keys' })
    },
  }
}

/** What the metrics alone have, measured now and then. */
const measuredEvents = ({ metrics }: Pick<EventSinks, 'metrics'>) => ({
  clockMeasured: (differenceSeconds: number) =>
    metrics.clockDifference.set(Math.abs(differenceSeconds)),
  figuresRead: (figures: Figures) => {
    metrics.oldestWebhook.set(figures.oldestWebhookSeconds)
    metrics.oldestUnannounced.set(figures.oldestUnannouncedSeconds)
    metrics.schemaVersion.set(figures.schemaVersion)
    metrics.recordUnsure.set(figures.isUnsure ? 1 : 0)
    metrics.reconciledAt.set(figures.comparedAt.getTime() / 1000)
    metrics.backedUpAt.set(figures.backedUpAt.getTime() / 1000)
  },
})

/** Requests, and what this process depends on. */
const processEvents = ({ logged, write, metrics }: EventSinks) => ({
  ...doorEvents({ logged, metrics }),
  ...measuredEvents({ metrics }),
  requestAnswered: (fields: AnyRequest) => {
    const { method, route, status, durationMs } = fields
    metrics.requests.observe(
      { method, route, status: `${Math.floor(status / 100)}xx` },
      durationMs / 1000,
    )
    if (!isProbe(route)) write('request.answered', fields)
  },
  requestsUnrecorded: logged<{ count: number; error?: unknown }>('request.unrecorded'),
  requestFailed: (fields: { requestId: string; error: unknown }) =>
    isBusy(fields.error)
      ? write('request.put_off', { ...fields, error: fields.error.cause })
      : write('request.failed', fields),
  pagePolicyViolated: logged<{ directive: string; blocked: string; reports: number }>(
    'page.policy.violated',
  ),
  /** `isNews`: it was not logged today, nor were too many others. */
  scriptUnlisted: ({ isNews, ...fields }: UnlistedScript & { isNews: boolean }) => {
    metrics.unlistedScripts.inc()
    if (isNews) write('page.script.unlisted', fields)
  },
  policyReportRefused: (fields: { limit: 'network' | 'all' }) =>
    metrics.policyReportsRefused.inc(fields),
  /** A proxy is there that the settings do not count, so every client looks like it. Said once. */
  proxyUnexpected: logged<{ headers: string[] }>('proxy.unexpected'),
  /** All processes must have the same; on purpose, one is the first to have another. */
  settingDiffers: logged<{ setting: string; here: string; before: string }>('setting.differs'),
  /** From 30 s on: this machine's clock, less that of the database. */
  clockDiffers: logged<{ differenceSeconds: number }>('clock.differs'),
  cacheUnavailable: logged<{ reason: string }>('cache.unavailable', () =>
    metrics.cacheAvailable.set(0),
  ),
  cacheAvailable: () => {
    metrics.cacheAvailable.set(1)
    write('cache.available', {})
  },
  cacheRead: (session: object | undefined) =>
    metrics.cacheReads.inc({ result: session ? 'hit' : 'miss' }),
  cacheContentUnreadable: logged<{ kind: string }>('cache.content.unreadable'),
  databaseConnectionLost: logged<{ error: Error }>('database.connection.lost'),
  databaseRefusesWrites: logged<{ error: unknown }>('database.writes.refused', () =>
    metrics.databaseWritable.set(0),
  ),
  databaseWritable: () => {
    metrics.databaseWritable.set(1)
    write('database.writable', {})
  },
  tracesUnsent: logged<{ error: unknown }>('traces.unsent'),
  /** It runs with fsync off. */
  databaseNotDurable: () => write('database.not_durable', {}),
  backgroundFailed: logged<{ error: unknown }>('background.failed'),
})

/** Logs and counts the service's events. Log lines have no key, no token and no buyer's data. */
export function createEvents(log: Logger, metrics: Metrics = createMetrics()) {
  const write = writer(log)
  const sinks: EventSinks = { metrics, write, logged: loggedBy(write) }
  return {
    ...sessionEvents(sinks),
    ...moneyEvents(sinks),
    ...bookEvents(sinks),
    ...outgoingMailEvents(sinks),
    ...webhookEvents(sinks),
    ...accountEvents(sinks),
    ...processEvents(sinks),
  } satisfies CheckoutEvents
}

export type Events = ReturnType<typeof createEvents>
