import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { type CheckoutSession, isTerminal } from '../../checkout/session.ts'
import type { WaitPlaces } from './wait-places.ts'
import { type Wait, createWaits } from './waits.ts'

export type SessionWaits = {
  /**
   * The session as soon as it is final, or as it is after so many seconds, or when the service
   * stops; undefined when there is none. @throws {CheckoutError} rate_limited: too many wait already
   */
  untilFinal(sessionId: string, wait: Wait): Promise<CheckoutSession | undefined>
  /** Answers all of them now. */
  close(): void
}

/** The merchants' requests of this process that wait for a session to end. */
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
  places: WaitPlaces,
): SessionWaits {
  const waits = createWaits({
    places,
    read: ({ topic }) => db.findSessionAndNow(topic),
    isWaitedFor: (found) => found !== undefined && !isTerminal(found.session),
    // Who waits beyond the deadline hears of it then, and not with the round that writes it down.
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
    untilFinal: async (sessionId, wait) =>
      (await waits.until({ topic: sessionId, asked: '' }, wait))?.session,
    close() {
      unsubscribe()
      waits.close()
    },
  }
}
