import type { EventLog, EventsQuery, EventsRead } from '../../checkout/ports/event-log.ts'
import { type EventList, ListEventsQuery, eventData } from '../../contract/events.ts'
import type { Answer } from '../../web/answer.ts'
import { answerPreflight } from '../../web/cors.ts'
import { type Exchange, inExpress } from '../../web/before-express.ts'
import { unknownCursor } from '../../web/refusals.ts'
import { routes } from '../../web/routes.ts'
import type { EventWaits } from './event-waits.ts'
import { goneSignal } from './gone-signal.ts'
import { type MerchantContext, admitServer } from './merchant-auth.ts'

export type EventContext = MerchantContext & {
  eventLog: EventLog
  eventWaits: Pick<EventWaits, 'untilSome'>
}

/** contract §3: what has happened in a store, for its own server. */
export const eventRoutes = (context: EventContext) =>
  routes({
    '/v1/events': {
      get: inExpress((exchange) => listEvents(context, exchange)),
      options: answerPreflight,
    },
  })

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
  if (!read) throw unknownCursor('after')
  return { status: 200, json: JSON.stringify(toList(read)) }
}

/** The end of the log is another one with every read: who waits has to know the one of now. */
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
