import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { isTerminal } from '../../checkout/sessions/session.ts'
import type { WaitSlots } from './wait-slots.ts'
import { type Wait, createWaits } from './waits.ts'

export type SessionWaits = ReturnType<typeof createSessionWaits>

/** The requests of this process that wait for their session to end. */
export function createSessionWaits(
  {
    db,
    cache,
    events,
  }: {
    db: Pick<CheckoutDeps['db'], 'findSessionAndNow'>
    cache: Pick<CheckoutDeps['cache'], 'signals'>
    events: Pick<CheckoutDeps['events'], 'statusReadFailed'>
  },
  slots: WaitSlots,
) {
  const waits = createWaits({
    slots,
    read: ({ topic }) => db.findSessionAndNow(topic),
    isWaitedFor: (found) => found !== undefined && !isTerminal(found.session),
    // At the deadline the session is read again, so nobody waits for the sweep that writes it down.
    leftMs(found) {
      const ms = found && found.session.expiresAt.getTime() - found.now.getTime()
      return ms !== undefined && ms > 0 ? ms : undefined
    },
    onFailure: ({ topic: sessionId }, error) => events.statusReadFailed({ sessionId, error }),
  })
  const unsubscribe = cache.signals.subscribe((signal) => {
    if (signal.type === 'sessions_changed') signal.sessionIds.forEach(waits.changed)
  })
  return {
    /**
     * The session as soon as it is final, or as it is when the time is over or the service stops.
     * Undefined without such a session. @throws {CheckoutError} rate_limited: too many requests of
     * this key wait
     */
    untilFinal: async (sessionId: string, wait: Wait) =>
      (await waits.until({ topic: sessionId, asked: '' }, wait))?.session,
    /** Answers all requests that wait. */
    close() {
      unsubscribe()
      waits.close()
    },
  }
}
