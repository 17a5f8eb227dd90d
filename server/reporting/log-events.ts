import { error, info, warn } from './log-lines.ts'
import { MAIL_LOG_EVENTS } from './mail-log-events.ts'

const REFUND = ['storeId', 'refundId', 'amount', 'currency'] as const
const HISTORY = ['unsureBefore', 'lostSince'] as const
const REFUSED = ['client', 'account'] as const

/** Every event of the log by its `msg`. `docs/metrics-and-logs.md` is made from these. */
export const LOG_EVENTS = {
  'service.started': info('It answers.', 'address', 'checkout', 'paymentFrame'),
  'store.awaited': info(
    'There is no live store: this code creates the first one, in a browser at this address.',
    'address',
    'code',
  ),
  'service.stopping': info('It was told to stop.', 'signal'),
  'service.stopped': info('Everything has ended; the process exits.'),
  'worker.ended': error('A worker ended and is replaced.', 'worker', 'code', 'signal', 'pauseMs'),
  'metrics.unserved': error(
    '`METRICS_PORT` cannot be opened, for example because it is taken. All else goes on.',
    'port',
    'error',
  ),
  'request.answered': info(
    'A request was answered. `/healthz`, `/livez` and `/readyz` are not logged.',
    'requestId',
    'method',
    'route',
    'status',
    'durationMs',
  ),
  'request.failed': error('A request was answered 500.', 'requestId', 'error'),
  'request.put_off': warn('A request was answered 503 `busy`.', 'requestId', 'error'),
  'requests.refused': warn('Unknown keys were refused without a look; once a second.', 'reasons'),
  'connections.dropped': warn('Connections were ended before an answer; once a second.', 'reasons'),
  'request.unrecorded': warn('Requests are missing in the stores’ logs.', 'count', 'error'),
  'page.policy.violated': warn(
    'Browsers report what a page’s security policy has blocked.',
    'directive',
    'blocked',
    'reports',
  ),
  'page.script.unlisted': warn(
    'A page’s policy has blocked a script that the inventory does not name; once a day for each.',
    'source',
    'directive',
  ),
  'proxy.unexpected': error('A proxy is there that `TRUST_PROXY` does not count.', 'headers'),

  'checkout.session.created': info('A session was created.', 'session', 'storeId'),
  'checkout.session.completed': info(
    'A session was paid.',
    'session',
    'storeId',
    'amountTotal',
    'currency',
  ),
  'payment.attempt.moved': info(
    'An attempt to pay changed its state.',
    'session',
    'attemptId',
    'from',
    'to',
  ),
  'payment.refused': warn(
    'A payment was refused before it began: somebody tries out cards or blocks stock.',
    'session',
    'storeId',
    'scope',
    'reason',
  ),
  'payment.unavailable': warn(
    'A payment was refused before it began: the provider does not answer.',
    'session',
  ),
  'payment.provider.failed': warn(
    'A call of the provider failed or timed out; recovery asks again.',
    'provider',
    'call',
    'kind',
    'attemptId',
    'error',
  ),
  'payment.provider.unavailable': error('No payment begins: the provider does not answer.'),
  'payment.provider.available': info('The provider answers again.'),
  'payment.recovery.failed': error(
    'A step of recovery failed and is tried again.',
    'attemptId',
    'refundId',
    'paymentId',
    'error',
  ),
  'status.read.failed': warn('A page’s stream of a session’s status failed.', 'session', 'error'),
  'events.read.failed': warn('A wait for a store’s events failed.', 'storeId', 'error'),
  'orders.read.failed': warn('A stream of a store’s orders failed.', 'storeId', 'error'),

  'order.refund.settled': info('A refund has succeeded or failed.', ...REFUND, 'state'),
  'refund.failed_late': error(
    'A refund had succeeded, and the provider has taken it back.',
    ...REFUND,
    'code',
  ),
  'refund.made_at_provider': info('A refund was made at the provider, not here.', ...REFUND),
  'order.captured.differs': error(
    'The provider has captured another amount than the order’s total.',
    'attemptId',
    'storeId',
    'captured',
    'amountTotal',
    'currency',
  ),
  'dispute.opened': warn(
    'A buyer disputes a payment.',
    'storeId',
    'disputeId',
    'amount',
    'currency',
    'reason',
    'state',
  ),
  'dispute.closed': info(
    'A dispute was won or lost.',
    'storeId',
    'disputeId',
    'amount',
    'currency',
    'reason',
    'state',
  ),

  'reconciliation.finished': info(
    'The provider’s books were compared with ours.',
    'compared',
    'differences',
  ),
  'record.unsure': warn('After a restore, sales from before wait for the books.', ...HISTORY),
  'record.compared': info('The books since then are read; those sales go on.', ...HISTORY),
  'record.uncompared': error('Those sales go on; the books could not be read.', ...HISTORY),
  'reconciliation.difference.found': error(
    'The books differ about a payment.',
    'kind',
    'provider',
    'paymentId',
    'attemptId',
    'session',
    'orderNumber',
  ),
  'reconciliation.break.found': error(
    'Money came late or in a wrong amount, and goes back.',
    'attemptId',
    'storeId',
    'kind',
  ),
  'payment.orphan.found': error(
    'The provider has a payment of ours that is not on record.',
    'provider',
    'paymentId',
    'attemptId',
    'storeId',
    'captured',
    'isOpen',
    'currency',
  ),
  'payment.orphan.resolved': warn(
    'Such a payment’s money is free, or its attempt turned up.',
    'provider',
    'paymentId',
    'attemptId',
    'resolution',
  ),
  'payment.orphan.refused': error(
    'The provider does not give such a payment back; tried again every hour.',
    'provider',
    'paymentId',
    'attemptId',
    'code',
  ),

  'webhook.endpoint.failing': warn(
    'An endpoint has only failed for a day, or is disabled.',
    'storeId',
    'endpointId',
    'what',
  ),
  'webhook.round.failed': error('Webhooks could not be read or sent; tried again.', 'error'),
  'webhook.secrets.unreadable': error(
    'Webhooks cannot be signed: `TOKEN_SIGNING_KEY` is another one.',
    'count',
  ),

  'auth.refused': warn('A sign-in with a wrong password.', ...REFUSED),
  'auth.limited': warn('A sign-in was refused after too many.', ...REFUSED),
  'auth.second_factor_refused': warn('A wrong second factor.', ...REFUSED),
  'auth.second_factor_limited': warn('A second factor was refused after too many.', ...REFUSED),
  'access.forbidden': warn('A member tried what the role does not allow.', ...REFUSED),
  'form.forged': warn('A form of the store application came from another site.', ...REFUSED),
  'platform.refused': warn('A call of the platform API without its token.', ...REFUSED),
  'account.second_factor.changed': info('A member’s second factor changed.', 'change', 'account'),
  'account.second_factors.unreadable': error(
    'Second factors cannot be checked: `TOKEN_SIGNING_KEY` is another one.',
    'count',
  ),
  'api_key.regenerated': info('This process no longer knows the old key.', 'storeId', 'kind'),
  ...MAIL_LOG_EVENTS,

  'setting.differs': warn('The latest process had another one.', 'setting', 'here', 'before'),
  'clock.differs': warn(
    'This machine’s clock is 30 s or more before (+) or behind (−) the database’s.',
    'differenceSeconds',
  ),
  'cache.unavailable': warn('Redis does not answer; everything works, only slower.', 'reason'),
  'cache.available': info('Redis answers again.'),
  'cache.content.unreadable': warn('A copy in Redis cannot be opened and is dropped.', 'kind'),
  'database.connection.lost': warn('A connection broke and is replaced.', 'error'),
  'database.writes.refused': error('The database takes no commits.', 'error'),
  'database.writable': info('The database takes commits again.'),
  'database.not_durable': warn('The database runs with `fsync = off`.'),
  'traces.unsent': warn('The collector did not take traces, which are lost.', 'error'),
  'background.failed': error('Work that nobody waits for has failed.', 'error'),
}

type LogEvent = keyof typeof LOG_EVENTS

type FieldOf<Name extends LogEvent> = (typeof LOG_EVENTS)[Name]['fields'][number]

/** A session's id opens its page, so a line has only its beginning, as `session`. */
type WrittenOf<Fields> =
  | Exclude<keyof Fields, 'sessionId'>
  | ('sessionId' extends keyof Fields ? 'session' : never)

/** The events with exactly these fields. */
export type EventWith<Fields> = {
  [Name in LogEvent]: [WrittenOf<Fields>, FieldOf<Name>] extends [FieldOf<Name>, WrittenOf<Fields>]
    ? Name
    : never
}[LogEvent]
