import * as z from 'zod'
import { Amount, Quantity, Timestamp } from './fields.ts'

/**
 * The buyer's order (spec §2.2); `amountTotal` includes `fulfillment.fee`, both in the minor unit
 * of the store's currency.
 */
export const Order = z
  .strictObject({
    orderNumber: z
      .string()
      .meta({ description: 'Identifies the order to the merchant and the buyer.' }),
    amountTotal: z.int().meta({
      description:
        'What the buyer paid, delivery included, in the minor unit of the store’s currency.',
    }),
    quantity: Quantity,
    customer: z.strictObject({ name: z.string(), phone: z.string() }),
    fulfillment: z.strictObject({
      method: z.literal('DELIVERY'),
      details: z.string().meta({
        description:
          'The name of the delivery option, then what the buyer entered; of a collection the name and the address of the place.',
      }),
      fee: Amount.meta({ description: 'The delivery fee, in the same unit as `amountTotal`.' }),
    }),
    paidAt: Timestamp,
  })
  .meta({ id: 'Order', description: 'What was bought, by whom, and where it goes.' })
export type Order = z.infer<typeof Order>

/** What a reader outside sees of a session's life (spec §3). */
export const SessionStatus = z.enum(['open', 'complete', 'expired']).meta({
  description:
    '`open` waits for the buyer; `complete` (paid) and `expired` (not paid in time) are final.',
})
export type SessionStatus = z.infer<typeof SessionStatus>
