import * as z from 'zod'
import { Cursor, Moment, PageQuery, Sum, Timestamp } from './fields.ts'
import { ReturnedMetadata } from './merchant.ts'
import { BY_STATUS, Order, SessionStatus } from './order.ts'
import { Tracking } from './tracking.ts'

export const ListSessionsQuery = PageQuery.extend({
  status: SessionStatus.optional().meta({ description: 'Only sessions with this status.' }),
})

const LISTED_ID = { id: z.string().meta({ description: 'Starts with `cs_`.' }) }
const LISTED = {
  metadata: ReturnedMetadata,
  createdAt: Timestamp,
  expiresAt: Timestamp.meta({ description: 'Until when the buyer may begin to pay.' }),
}

/** contract §3; `metadata` only when it was sent at creation. */
export const ListedSession = z
  .union([
    z.strictObject({ ...LISTED_ID, ...BY_STATUS.paid, ...LISTED }),
    z.strictObject({ ...LISTED_ID, ...BY_STATUS.unpaid, ...LISTED }),
  ])
  .meta({ id: 'ListedSession' })
export type ListedSession = z.infer<typeof ListedSession>

export const SessionList = z
  .strictObject({ data: z.array(ListedSession), nextCursor: Cursor })
  .meta({ id: 'SessionList' })

export const ListOrdersQuery = PageQuery.extend({
  paidAfter: Moment.optional().meta({
    description: 'Only orders paid after this moment, ISO 8601; a date is its first moment in UTC.',
  }),
  paidBefore: Moment.optional().meta({
    description:
      'Only orders paid before this moment, ISO 8601; a date is its first moment in UTC.',
  }),
})

export const Refund = z
  .strictObject({
    id: z.string().meta({ description: 'Starts with `rf_`.' }),
    amount: Sum.meta({ description: 'In the minor unit of the order’s currency.' }),
    status: z.enum(['pending', 'succeeded', 'failed']).meta({
      description:
        '`pending`: the payment provider has not decided yet; the service asks again. `failed`: the buyer got no money, and the amount can be refunded again. A refund that has `succeeded` may fail weeks later.',
    }),
    createdAt: Timestamp,
  })
  .meta({ id: 'Refund', description: 'Money of an order that is given back.' })
export type Refund = z.infer<typeof Refund>

/** contract §3: the specification's order, and what merchants' systems need beside it. */
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
  tracking: Tracking.nullable().meta({
    description: 'How the buyer follows the parcel; null when the store has not said it.',
  }),
  deliveredAt: Timestamp.nullable().meta({
    description: 'When the buyer had the goods; null when the store has not said it.',
  }),
  withdrawnAt: Timestamp.nullable().meta({
    description: 'When the buyer withdrew from the contract; null when the buyer has not.',
  }),
  withdrawnLate: z.boolean().meta({
    description: 'Whether that was after the last day. Then the store decides if it accepts it.',
  }),
  refunds: z.array(Refund).meta({
    description: 'Oldest first, with those made at the payment provider.',
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

/** contract §8 */
export const DeliverOrderRequest = z
  .strictObject({
    deliveredAt: z.iso
      .datetime({ offset: true, error: 'must be a moment, such as 2026-11-26T09:30:00Z' })
      .optional()
      .meta({
        description:
          'When the buyer had the goods, after the payment and not later than now. Without it: now, or what was said before.',
      }),
  })
  .meta({ id: 'DeliverOrderRequest' })

export const CreateRefundRequest = z
  .strictObject({
    amount: Sum.min(1).optional().meta({
      description:
        'In the minor unit of the order’s currency. Without it: all that is left of the order.',
    }),
  })
  .meta({ id: 'CreateRefundRequest' })
