import * as z from 'zod'
import { Amount, Quantity, Sum, Timestamp } from './fields.ts'

/** The buyer's order (spec §2.2). `amountTotal` includes `fulfillment.fee`, in minor units. */
export const Order = z
  .strictObject({
    orderNumber: z
      .string()
      .meta({ description: 'Identifies the order to the merchant and the buyer.' }),
    amountTotal: Sum.meta({
      description:
        'What the buyer paid, delivery included, in the minor unit of the store’s currency.',
    }),
    quantity: Quantity,
    customer: z.strictObject({ name: z.string(), phone: z.string() }),
    fulfillment: z.strictObject({
      method: z.literal('DELIVERY'),
      details: z.string().meta({
        description:
          'The name of the delivery option, then what the buyer entered, or the place where the buyer collects.',
      }),
      fee: Amount.meta({ description: 'The delivery fee, in the same unit as `amountTotal`.' }),
    }),
    paidAt: Timestamp,
  })
  .meta({ id: 'Order', description: 'What was bought, by whom, and where it goes.' })
export type Order = z.infer<typeof Order>

/** What merchants see of a session's state (spec §3). */
export const SessionStatus = z.enum(['open', 'complete', 'expired']).meta({
  description:
    '`open` waits for the buyer; `complete` (paid) and `expired` (not paid in time) are final.',
})
export type SessionStatus = z.infer<typeof SessionStatus>

/** What a merchant reads of a session. It has an order exactly when it was paid. */
export const BY_STATUS = {
  paid: { status: z.literal('complete').meta({ description: 'Paid; final.' }), order: Order },
  unpaid: {
    status: z.enum(['open', 'expired']).meta({
      description: '`open` waits for the buyer; `expired` (not paid in time) is final.',
    }),
    order: z.null(),
  },
}
