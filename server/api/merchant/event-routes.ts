import type { EventLog, EventsQuery, EventsRead } from '../../checkout/ports/event-log.ts'
import { type EventList, ListEventsQuery, eventData } from '../../contract/events.ts'
import type { Answer } from '../../web/answers/answer.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import { knownPage } from '../../web/answers/refusals.ts'
import type { EventWaits } from './event-waits.ts'
import { goneSignal } from './gone-signal.ts'
import { type MerchantContext, admitServer } from './merchant-auth.ts'
import { merchantRoutes } from './merchant-routes.ts'

export type EventContext = MerchantContext & {
  eventLog: EventLog
  eventWaits: Pick<EventWaits, 'untilSome'>
}

/** contract §3: the events of a store, for the merchant's server. */
export const eventRoutes = (context: EventContext) =>
  merchantRoutes(context, { '/v1/events': { get: listEvents } })

async function listEvents(context: EventContext, exchange: Exchange): Promise<Answer> {
  const { key, holder, query: asked } = await admitServer(context, exchange, ListEventsQuery)
  const { after, limit, wait: seconds, type } = asked
  const { storeId } = holder
  const query = { after, limit, types: type && [type] }
  const read =
    seconds === 0
      ? await context.eventLog.readEvents(storeId, query)
      : await context.eventWaits.untilSome(storeId, await beginning(context, storeId, query), {
          key: key.name,
          seconds,
          gone: goneSignal(exchange.response),
        })
  return { status: 200, json: JSON.stringify(toList(knownPage(read, 'after'))) }
}

/** `now` moves with every read, so a request that waits replaces it by the present cursor. */
async function beginning({ eventLog }: EventContext, storeId: string, query: EventsQuery) {
  const now = query.after === 'now' ? await eventLog.readEvents(storeId, query) : undefined
  return now ? { ...query, after: now.nextCursor } : query
}

const toList = ({ data, nextCursor }: EventsRead): EventList => ({
  data: data.map((event) => ({
    id: event.id,
    type: event.type,
    createdAt: event.createdAt.toISOString(),
    data: eventData(event),
  })),
  nextCursor,
})
