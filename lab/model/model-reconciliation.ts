import { isSettled } from '../../server/checkout/payments/attempt.ts'
import type { RecordedPayment } from '../../server/checkout/ports/platform-records.ts'
import type { RoundDeps } from '../../server/checkout/payments/reconciliation-round.ts'
import type { Actor, Scheduler } from './scheduler.ts'
import { type AttemptRow, type OrderRow, type Tables, committedOf } from './tables.ts'

/** What ended a moment ago may have another time in the other books. */
const QUIET_MS = 60_000

const DAYS = 30

/** The comparison with the bank's books when it is due at once, as after lost commits. */
export function dueNow(
  { scheduler, tables }: { scheduler: Scheduler; tables: Tables },
  actor: Actor,
): RoundDeps {
  const pendingOf = (order: OrderRow) =>
    committedOf(tables.refunds)
      .filter(({ attemptId, state }) => attemptId === order.attemptId && state === 'pending')
      .reduce((sum, { amount }) => sum + amount, 0)
  const toRecorded = (attempt: AttemptRow): RecordedPayment => {
    const order = committedOf(tables.orders).find(({ attemptId }) => attemptId === attempt.id)
    const lastMoved = isSettled(attempt) ? attempt.settledAt : attempt.leaseUntil.getTime()
    return {
      attemptId: attempt.id,
      sessionId: attempt.sessionId,
      providerPaymentId: attempt.providerPaymentId,
      state: attempt.state,
      isMoving: (lastMoved ?? 0) > scheduler.now() - QUIET_MS,
      order: order
        ? {
            orderNumber: order.order.orderNumber,
            amount: order.amount,
            currency: order.currency,
            refunded: order.refunded - pendingOf(order),
            refundPending: pendingOf(order),
          }
        : null,
    }
  }
  const findPayments = (attemptIds: string[]) =>
    scheduler.step(actor, ['compares', `${attemptIds.length}`], () => {
      const found = attemptIds.flatMap((id) => tables.attempts.get(id)?.committed ?? [])
      return new Map(found.map((attempt) => [attempt.id, toRecorded(attempt)]))
    })
  return {
    mustStop: () => false,
    schedule: {
      claim: async () => ({ days: DAYS }),
      finish: async () => {},
      readLast: async () => ({ finishedAt: null, differences: {} }),
      claimFirst: async () => undefined,
      trust: async () => false,
    },
    openRecords: async () => ({
      startedAt: new Date(scheduler.now()),
      findPayments: (payments) => findPayments(payments.map(({ attemptId }) => attemptId)),
      async *listMissing() {},
      async *listUnresolvedBreaks() {},
      close: async () => {},
    }),
  }
}
