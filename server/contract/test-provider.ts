import * as z from 'zod'
import { Cursor, Sum, requiredText, text } from './fields.ts'

export const TestPaymentStatus = z.enum([
  'authorized',
  'captured',
  'cancelled',
  'refunded',
  'declined',
])
export type TestPaymentStatus = z.infer<typeof TestPaymentStatus>

/** A payment in the test provider's books. */
export const TestPayment = z
  .strictObject({
    sessionId: z.string(),
    attempt: z.string(),
    amount: Sum.meta({ description: 'In the minor unit of `currency`.' }),
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
  notify: z.boolean().default(true).meta({ description: 'False loses the notification of it.' }),
})

export const RefundTestPaymentRequest = TestCharge.extend({
  amount: Sum.min(1)
    .optional()
    .meta({ description: 'In the minor unit of the payment’s currency. (Default: what is left)' }),
}).meta({ id: 'RefundTestPaymentRequest' })

export const FailTestRefundRequest = TestCharge.extend({
  code: requiredText(64).default('declined').meta({ description: 'Why the money came back.' }),
}).meta({ id: 'FailTestRefundRequest' })

export const DisputeTestPaymentRequest = TestCharge.extend({
  amount: Sum.min(1)
    .optional()
    .meta({ description: 'In the minor unit of the payment’s currency. (Default: all of it)' }),
  reason: requiredText(64).default('fraudulent'),
  state: z.enum(['needs_response', 'under_review', 'won', 'lost']).default('needs_response'),
}).meta({ id: 'DisputeTestPaymentRequest' })

export const TestChargeResponse = z
  .strictObject({ attempt: z.string().meta({ description: 'As in the test payments.' }) })
  .meta({ id: 'TestChargeResponse' })

/** A test card, as the payment frame sends it. */
export const TestPaymentMethodRequest = z
  .strictObject({
    number: text(32).meta({ description: 'One of the listed test cards.' }),
    expMonth: z.coerce.number().int().min(1).max(12),
    /** Four digits, or two: 31 is 2031. */
    expYear: z.coerce
      .number()
      .int()
      .min(0)
      .max(2100)
      .transform((year) => (year < 100 ? year + 2000 : year))
      .meta({ description: 'Of four digits, or of two.' }),
    cvc: text(4)
      .refine((cvc) => /^\d{3,4}$/.test(cvc), 'must have 3 or 4 digits')
      .meta({ description: '3 or 4 digits.' }),
  })
  .meta({ id: 'TestPaymentMethodRequest' })
export type TestPaymentMethodRequest = z.infer<typeof TestPaymentMethodRequest>

export const TestPaymentMethodResponse = z
  .strictObject({ paymentMethod: z.string() })
  .meta({ id: 'TestPaymentMethod' })
export type TestPaymentMethodResponse = z.infer<typeof TestPaymentMethodResponse>
