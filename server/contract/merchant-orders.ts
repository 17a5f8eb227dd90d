import * as z from 'zod'
import { Cursor, PageQuery, Timestamp } from './fields.ts'
import { Metadata } from './merchant.ts'
import { Order, SessionStatus } from './order.ts'

/** A moment of a query, of any precision and offset. */
const Moment = z.iso.datetime({ offset: true }).meta({ description: 'ISO 8601.' })

export const ListSessionsQuery = PageQuery.extend({
  status: SessionStatus.optional().meta({ description: 'Only sessions with this status.' }),
})

/** contract §3; `metadata` only when it was sent at creation. */
export const ListedSession = z
  .strictObject({
    id: z.string().meta({ description: 'Starts with `cs_`.' }),
    status: SessionStatus,
    order: Order.nullable().meta({ description: 'Null unless `status` is `complete`.' }),
    metadata: Metadata.optional().meta({
      description: 'What was sent at creation, byte for byte; absent when nothing was.',
    }),
    createdAt: Timestamp,
    expiresAt: Timestamp.meta({ description: 'Until when the buyer may begin to pay.' }),
  })
  .meta({ id: 'ListedSession' })
export type ListedSession = z.infer<typeof ListedSession>

export const SessionList = z
  .strictObject({ data: z.array(ListedSession), nextCursor: Cursor })
  .meta({ id: 'SessionList' })

export const ListOrdersQuery = PageQuery.extend({
  paidAfter: Moment.optional().meta({
    description: 'Only orders paid after this moment, ISO 8601.',
  }),
  paidBefore: Moment.optional().meta({
    description: 'Only orders paid before this moment, ISO 8601.',
  }),
})

export const Refund = z
  .strictObject({
    id: z.string().meta({ description: 'Starts with `rf_`.' }),
    amount: z.int().meta({ description: 'In the minor unit of the order’s currency.' }),
    status: z.enum(['pending', 'succeeded', 'failed']).meta({
      description:
        '`pending`: the payment provider has not decided yet and is asked again by itself. `failed`: the buyer has no money of it, and its amount can be refunded again; a refund that had `succeeded` may fail weeks later.',
    }),
    createdAt: Timestamp,
  })
  .meta({ id: 'Refund', description: 'Money of an order that is given back.' })
export type Refund = z.infer<typeof Refund>

/** contract §3: the spec's order, and what the merchant's own systems ask for. */
export const MerchantOrder = Order.extend({
  customer: Order.shape.customer.extend({
    email: z.string().nullable().meta({ description: 'Null when the buyer gave none.' }),
  }),
  sessionId: z.string(),
  product: z.string().meta({ description: 'The product’s `slug`.' }),
  size: z.string().nullable(),
  color: z.string().nullable(),
  currency: z.string().meta({ description: 'ISO 4217 code.' }),
  fulfilledAt: Timestamp.nullable().meta({
    description: 'When it was marked as fulfilled; null when it is not.',
  }),
  refunds: z.array(Refund).meta({
    description: 'Oldest first, those made at the payment provider among them.',
  }),
  metadata: z.unknown().meta({ description: 'What was sent at creation, or null.' }),
}).meta({
  id: 'MerchantOrder',
  description: 'An order with its buyer, its refunds and its session.',
})
export type MerchantOrder = z.infer<typeof MerchantOrder>

export const MerchantOrderList = z
  .strictObject({ data: z.array(MerchantOrder), nextCursor: Cursor })
  .meta({ id: 'MerchantOrderList' })

export const CreateRefundRequest = z
  .strictObject({
    amount: z.int().min(1).optional().meta({
      description:
        'In the minor unit of the order’s currency. Without it: all that is left of the order.',
    }),
  })
  .meta({ id: 'CreateRefundRequest' })
