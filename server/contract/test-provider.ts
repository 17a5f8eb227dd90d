import * as z from 'zod'
import { Cursor, requiredText } from './fields.ts'

export const TestPaymentStatus = z.enum([
  'authorized',
  'captured',
  'cancelled',
  'refunded',
  'declined',
])
export type TestPaymentStatus = z.infer<typeof TestPaymentStatus>

/** One line of the test provider's own ledger. */
export const TestPayment = z
  .strictObject({
    sessionId: z.string(),
    attempt: z.string(),
    amount: z.int().meta({ description: 'In the minor unit of `currency`.' }),
    currency: z.string(),
    status: TestPaymentStatus,
  })
  .meta({ id: 'TestPayment' })
export type TestPayment = z.infer<typeof TestPayment>

export const TestPaymentList = z
  .strictObject({ data: z.array(TestPayment), nextCursor: Cursor })
  .meta({ id: 'TestPaymentList' })
export type TestPaymentList = z.infer<typeof TestPaymentList>

export const ExpireTestSessionRequest = z
  .strictObject({ sessionId: requiredText(64) })
  .meta({ id: 'ExpireTestSessionRequest' })

const TestCharge = z.strictObject({
  sessionId: requiredText(64),
  notify: z.boolean().default(true).meta({ description: 'False: the notification of it is lost.' }),
})

export const RefundTestPaymentRequest = TestCharge.extend({
  amount: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'In the minor unit of the payment’s currency. (Default: what is left)' }),
}).meta({ id: 'RefundTestPaymentRequest' })

export const FailTestRefundRequest = TestCharge.extend({
  code: requiredText(64).default('declined').meta({ description: 'Why the money came back.' }),
}).meta({ id: 'FailTestRefundRequest' })

export const DisputeTestPaymentRequest = TestCharge.extend({
  amount: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'In the minor unit of the payment’s currency. (Default: all of it)' }),
  reason: requiredText(64).default('fraudulent'),
  state: z.enum(['needs_response', 'under_review', 'won', 'lost']).default('needs_response'),
}).meta({ id: 'DisputeTestPaymentRequest' })

export const TestChargeResponse = z
  .strictObject({ attempt: z.string().meta({ description: 'As in the test payments.' }) })
  .meta({ id: 'TestChargeResponse' })
