import * as z from 'zod'
import { Amount, Quantity, Timestamp } from './fields.ts'

/** The buyer's order (spec §2.2); `amountTotal` includes `fulfillment.fee`, both in the minor unit of the store's currency. */
export const Order = z.strictObject({
  orderNumber: z.string(),
  amountTotal: z.int(),
  quantity: Quantity,
  customer: z.strictObject({ name: z.string(), phone: z.string() }),
  fulfillment: z.strictObject({ method: z.literal('DELIVERY'), details: z.string(), fee: Amount }),
  paidAt: Timestamp,
})
export type Order = z.infer<typeof Order>

/** What a reader outside sees of a session's life (spec §3). */
export const SessionStatus = z.enum(['open', 'complete', 'expired'])
export type SessionStatus = z.infer<typeof SessionStatus>
