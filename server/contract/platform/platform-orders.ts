import * as z from 'zod'
import { Cursor, Timestamp } from '../fields.ts'
import { Order } from '../order.ts'
import { Tracking } from '../tracking.ts'

export const StoreOrder = Order.extend({
  sessionId: z.string(),
  product: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  currency: z.string(),
  tracking: Tracking.nullable(),
  deliveredAt: Timestamp.nullable(),
  metadata: z.unknown().meta({ description: 'What was sent at creation, or null.' }),
}).meta({ id: 'StoreOrder' })
export type StoreOrder = z.infer<typeof StoreOrder>

export const StoreOrderList = z
  .strictObject({ data: z.array(StoreOrder), nextCursor: Cursor })
  .meta({ id: 'StoreOrderList' })
export type StoreOrderList = z.infer<typeof StoreOrderList>
