import * as z from 'zod'
import { Timestamp, text } from './fields.ts'

/** What a store's log has events of. Nothing withdraws an order yet. */
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
      '`checkout.session.completed`: paid; `checkout.session.expired`: not paid in time, or ended by the store; `checkout.session.restarted`: a buyer has opened this session in the place of one that had expired, where the store lets them; `order.refunded`: money went back, all of it or a part; `order.fulfilled`: the store has marked the order so, told once an order; `order.withdrawn`: not sent yet.',
  })
export type EventType = z.infer<typeof EventType>

/** contract §3 */
export const ListEventsQuery = z.strictObject({
  after: text(8_192).optional().meta({
    description:
      'The `nextCursor` of the read before. Without it the list begins with the oldest event that is kept; `now` begins at the end.',
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
      'Seconds to wait for something new. The answer comes as soon as there is something, and at the latest after them, with an empty `data`.',
  }),
  type: EventType.optional().meta({ description: 'Events of this type only.' }),
})

/** contract §3: it announces; what the session says when it is read proves. */
export const StoreEvent = z
  .strictObject({
    id: z.string().meta({
      description: 'The same in a webhook, and whenever the event is told again: `evt_…`.',
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
          'Of `checkout.session.restarted`: the session in whose place this one is, whose item, `metadata` and addresses it has.',
      }),
    }),
  })
  .meta({ id: 'Event' })
export type StoreEvent = z.infer<typeof StoreEvent>

/** What an event tells of what is on record: ids alone (contract §3). */
export const eventData = ({
  sessionId,
  orderNumber,
  restartedFrom,
}: Announced): StoreEvent['data'] => ({
  sessionId,
  ...(orderNumber !== null && { orderNumber }),
  ...(restartedFrom !== null && { restartedFrom }),
})

type Announced = { sessionId: string; orderNumber: string | null; restartedFrom: string | null }

export const EventList = z
  .strictObject({
    data: z.array(StoreEvent).meta({ description: 'The oldest first.' }),
    nextCursor: z.string().meta({
      description: 'What to ask with next, as `after`: always there, also when `data` is empty.',
    }),
  })
  .meta({ id: 'EventList' })
export type EventList = z.infer<typeof EventList>
