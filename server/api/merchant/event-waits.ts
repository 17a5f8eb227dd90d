import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { EventLog, EventsQuery, EventsRead } from '../../checkout/ports/event-log.ts'
import type { WaitPlaces } from './wait-places.ts'
import { type Wait, createWaits } from './waits.ts'

export type EventWaits = {
  /**
   * What has happened in the store beyond the cursor as soon as there is something, or nothing after
   * so many seconds, or when the service stops; undefined for a cursor that is none of ours. @throws
   * {CheckoutError} rate_limited: too many wait already
   */
  untilSome(storeId: string, query: EventsQuery, wait: Wait): Promise<EventsRead | undefined>
  /** Answers all of them now. */
  close(): void
}

/** The merchants' requests of this process that wait for something to happen in their store. */
export function createEventWaits(
  {
    eventLog,
    cache,
    events,
  }: {
    eventLog: EventLog
    cache: Pick<CheckoutDeps['cache'], 'signals'>
    events: { eventsReadFailed(fields: { storeId: string; error: unknown }): void }
  },
  places: WaitPlaces,
): EventWaits {
  const waits = createWaits({
    places,
    read: ({ topic, asked }) => eventLog.readEvents(topic, JSON.parse(asked) as EventsQuery),
    isWaitedFor: (read) => read?.data.length === 0,
    onFailure: ({ topic: storeId }, error) => events.eventsReadFailed({ storeId, error }),
  })
  const unsubscribe = cache.signals.subscribe((signal) => {
    if (signal.type === 'orders_placed' || signal.type === 'events_written')
      signal.storeIds.forEach(waits.changed)
  })
  return {
    untilSome: (storeId, query, wait) =>
      waits.until({ topic: storeId, asked: JSON.stringify(query) }, wait),
    close() {
      unsubscribe()
      waits.close()
    },
  }
}
