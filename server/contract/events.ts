import * as z from 'zod'
import { Timestamp, text } from './fields.ts'

/** The types of events in a store's log. */
export const EventType = z
  .enum([
    'checkout.session.completed',
    'checkout.session.expired',
    'checkout.session.restarted',
    'order.refunded',
    'order.fulfilled',
    'order.withdrawn',
  ])
  .meta({
    id: 'EventType',
    description:
      '`checkout.session.completed`: paid; `checkout.session.expired`: not paid in time, or ended by the store; `checkout.session.restarted`: a buyer has opened this session in place of an expired one, if the store allows it; `order.refunded`: all or a part of the money went back; `order.fulfilled`: the store has marked the order, which is told once; `order.withdrawn`: the buyer has withdrawn from the contract, which is told once.',
  })
export type EventType = z.infer<typeof EventType>

/** contract §3 */
export const ListEventsQuery = z.strictObject({
  after: text(8_192).optional().meta({
    description:
      'The `nextCursor` of the read before. Without it the list begins with the oldest event; `now` begins at the end.',
  }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({ description: 'How many to return at most.' }),
  wait: z.coerce.number().int().min(0).max(25).default(0).meta({
    description:
      'Seconds to wait for something new. The answer comes as soon as there is something, and otherwise after these seconds, with an empty `data`.',
  }),
  type: EventType.optional().meta({ description: 'Events of this type only.' }),
})

/** contract §3. An event only announces; the session's status proves the payment. */
export const StoreEvent = z
  .strictObject({
    id: z.string().meta({
      description: '`evt_…`; the same in a webhook, and when the event comes again.',
    }),
    type: EventType,
    createdAt: Timestamp,
    data: z.strictObject({
      sessionId: z.string().meta({ description: 'Read the session to see what it is now.' }),
      orderNumber: z
        .string()
        .optional()
        .meta({ description: 'Of orders, and of `checkout.session.completed`.' }),
      restartedFrom: z.string().optional().meta({
        description:
          'In `checkout.session.restarted`: the earlier session, whose item, `metadata` and addresses this one has.',
      }),
    }),
  })
  .meta({ id: 'Event' })
export type StoreEvent = z.infer<typeof StoreEvent>

/** The data of an event: ids only (contract §3). */
export const eventData = ({
  sessionId,
  orderNumber,
  restartedFrom,
}: EventSubject): StoreEvent['data'] => ({
  sessionId,
  ...(orderNumber !== null && { orderNumber }),
  ...(restartedFrom !== null && { restartedFrom }),
})

type EventSubject = { sessionId: string; orderNumber: string | null; restartedFrom: string | null }

export const EventList = z
  .strictObject({
    data: z.array(StoreEvent).meta({ description: 'The oldest first.' }),
    nextCursor: z.string().meta({
      description: 'Send it as `after` to read on. It is always there, even when `data` is empty.',
    }),
  })
  .meta({ id: 'EventList' })
export type EventList = z.infer<typeof EventList>
