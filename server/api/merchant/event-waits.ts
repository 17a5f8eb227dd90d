import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { EventLog, EventsQuery } from '../../checkout/ports/event-log.ts'
import type { WaitSlots } from './wait-slots.ts'
import { type Wait, createWaits } from './waits.ts'

export type EventWaits = ReturnType<typeof createEventWaits>

/** The requests of this process that wait for a new event of their store. */
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
  slots: WaitSlots,
) {
  const waits = createWaits({
    slots,
    read: ({ topic, asked }) => eventLog.readEvents(topic, JSON.parse(asked) as EventsQuery),
    isWaitedFor: (read) => read?.data.length === 0,
    onFailure: ({ topic: storeId }, error) => events.eventsReadFailed({ storeId, error }),
  })
  const unsubscribe = cache.signals.subscribe((signal) => {
    if (signal.type === 'orders_placed' || signal.type === 'events_written')
      signal.storeIds.forEach(waits.changed)
  })
  return {
    /**
     * The store's events behind the cursor: as soon as there is one, or an empty list when the time
     * is over or the service stops. Undefined when the cursor is not ours. @throws {CheckoutError}
     * rate_limited: too many requests of this key wait
     */
    untilSome: (storeId: string, query: EventsQuery, wait: Wait) =>
      waits.until({ topic: storeId, asked: JSON.stringify(query) }, wait),
    /** Answers all requests that wait. */
    close() {
      unsubscribe()
      waits.close()
    },
  }
}
