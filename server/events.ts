import type { Logger } from 'pino'
import type { CheckoutEvents } from './checkout/ports.ts'
import { shortId } from './log.ts'

/** The service's events as log lines: one name each, fields without a key, a token or a buyer's data. */
export const createEvents = (log: Logger) => ({
  sessionCreated: ({ sessionId, storeId }) => log.info({ session: shortId(sessionId), storeId }, 'checkout.session.created'),
  attemptMoved: ({ sessionId, ...fields }) => log.info({ session: shortId(sessionId), ...fields }, 'payment.attempt.moved'),
  sessionCompleted: ({ sessionId, ...fields }) => log.info({ session: shortId(sessionId), ...fields }, 'checkout.session.completed'),
  paymentMismatch: (fields) => log.error(fields, 'payment.mismatch'),
  recoveryFailed: (fields) => log.error(fields, 'payment.recovery.failed'),
  providerFailed: (fields: { call: string; attemptId: string; error: unknown }) => log.warn(fields, 'payment.provider.failed'),
  statusReadFailed: ({ sessionId, error }) => log.warn({ session: shortId(sessionId), error }, 'status.read.failed'),
  cacheUnavailable: (fields: { error: string }) => log.warn(fields, 'cache.unavailable'),
  cacheAvailable: () => log.info('cache.available'),
  cacheContentUnreadable: (fields: { kind: string }) => log.warn(fields, 'cache.content.unreadable'),
  databaseConnectionLost: (fields: { error: Error }) => log.warn(fields, 'database.connection.lost'),
  /** Said by every process: from here on it knows the old key no more. */
  keyRegenerated: ({ storeId, kind }: { storeId: string; kind: string }) => log.info({ storeId, kind }, 'api_key.regenerated'),
  requestAnswered: (fields: { requestId: string; method: string; route: string; status: number; durationMs: number }) =>
    log.info(fields, 'request.answered'),
  requestFailed: (fields: { requestId: string; error: unknown }) => log.error(fields, 'request.failed'),
  pagePolicyViolated: (fields: { directive: string; blocked: string }) => log.warn(fields, 'page.policy.violated'),
} satisfies CheckoutEvents & Record<string, unknown>)
