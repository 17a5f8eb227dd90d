import * as z from 'zod'

/** What a store's log has events of. Nothing withdraws an order yet. */
export const EventType = z.enum([
  'checkout.session.completed',
  'checkout.session.expired',
  'order.refunded',
  'order.fulfilled',
  'order.withdrawn',
])
export type EventType = z.infer<typeof EventType>
