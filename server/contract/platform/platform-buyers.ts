import * as z from 'zod'
import { PaidCard } from '../buyer.ts'
import { Cursor, EmailAddress, Sum, Timestamp, text } from '../fields.ts'
import { CustomerPrefill } from '../merchant.ts'
import { Order, SessionStatus } from '../order.ts'
import { Tracking } from '../tracking.ts'

const countDigits = (phone: string) => phone.match(/\p{Nd}/gu)?.length ?? 0

const BUYER = {
  email: EmailAddress.optional().meta({ description: 'Compared without case.' }),
  phone: text(32)
    .refine((phone) => countDigits(phone) >= 4, 'must have 4 digits or more')
    .optional()
    .meta({ description: 'Compared by its digits, without zeros before them.' }),
}

const isOne = ({ email, phone }: { email?: string | undefined; phone?: string | undefined }) =>
  (email === undefined) !== (phone === undefined)

const ONE_OF_BOTH = 'send either email or phone'

export const EraseBuyerRequest = z
  .strictObject(BUYER)
  .refine(isOne, ONE_OF_BOTH)
  .meta({ id: 'EraseBuyerRequest', description: 'Either `email` or `phone`.' })
export type EraseBuyerRequest = z.infer<typeof EraseBuyerRequest>

export const EraseBuyerResponse = z
  .strictObject({ orders: z.int(), sessions: z.int() })
  .meta({ id: 'EraseBuyerResponse', description: 'From how many records the buyer was erased.' })
export type EraseBuyerResponse = z.infer<typeof EraseBuyerResponse>

export const ExportBuyerRequest = z
  .strictObject({
    ...BUYER,
    cursor: text(100).optional().meta({ description: 'The `nextCursor` of the page before.' }),
  })
  .refine(isOne, ONE_OF_BOTH)
  .meta({ id: 'ExportBuyerRequest', description: 'Either `email` or `phone`.' })
export type ExportBuyerRequest = z.infer<typeof ExportBuyerRequest>

export const BuyerAttempt = z
  .strictObject({
    createdAt: Timestamp,
    status: z.enum(['processing', 'succeeded', 'failed', 'canceled']),
    amount: Sum,
    currency: z.string(),
    customer: z.strictObject({
      name: z.string(),
      phone: z.string(),
      email: z.string().nullable(),
    }),
    details: z.string().meta({ description: 'The delivery option, then what the buyer entered.' }),
    card: PaidCard.nullable().meta({ description: 'Null until the provider has named it.' }),
  })
  .meta({ id: 'BuyerAttempt', description: 'One try to pay.' })
export type BuyerAttempt = z.infer<typeof BuyerAttempt>

export const BuyerSession = z
  .strictObject({
    sessionId: z.string(),
    status: SessionStatus,
    createdAt: Timestamp,
    customer: CustomerPrefill,
    metadata: z.unknown().meta({ description: 'What was sent at creation, or null.' }),
    attempts: z.array(BuyerAttempt),
    order: Order.extend({
      tracking: Tracking.nullable(),
      note: z.string().nullable().meta({ description: 'What members of the store wrote.' }),
    }).nullable(),
  })
  .meta({ id: 'BuyerSession' })
export type BuyerSession = z.infer<typeof BuyerSession>

export const ExportBuyerResponse = z
  .strictObject({ sessions: z.array(BuyerSession), nextCursor: Cursor })
  .meta({ id: 'ExportBuyerResponse', description: 'At most 100 sessions.' })
export type ExportBuyerResponse = z.infer<typeof ExportBuyerResponse>
