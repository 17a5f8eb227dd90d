import * as z from 'zod'
import { Amount, Quantity, Timestamp, requiredText, text } from './fields.ts'
import { CustomerPrefill } from './merchant.ts'
import { Order, SessionStatus } from './order.ts'

/** What the payment provider wants the buyer to do next: the bank's own question, shown at `url` in a frame. */
export const NextAction = z.strictObject({ type: z.literal('challenge'), url: z.url() })
export type NextAction = z.infer<typeof NextAction>

/** The latest payment attempt as the buyer may know it; null when there was none or it was given up. */
export const AttemptView = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('processing'), action: NextAction.optional() }),
  z.strictObject({ status: z.literal('failed'), code: z.string(), message: z.string() }),
]).nullable()
export type AttemptView = z.infer<typeof AttemptView>

export const DeliveryOption = z.strictObject({ id: requiredText(64), name: requiredText(120), fee: Amount })
export type DeliveryOption = z.infer<typeof DeliveryOption>

/** Everything the checkout shows. `amounts.fee` and `amounts.total` are those of the first delivery option until an order exists. */
export const CheckoutView = z.strictObject({
  id: z.string(),
  status: SessionStatus,
  /** The end of the payment window, and the server's clock when it said so. */
  expiresAt: Timestamp,
  now: Timestamp,
  store: z.strictObject({ name: z.string() }),
  item: z.strictObject({
    name: z.string(),
    imageUrl: z.string().nullable(),
    size: z.string().nullable(),
    color: z.string().nullable(),
    quantity: Quantity,
    unitPrice: Amount,
  }),
  /** ISO 4217 code, and how many digits of an amount are behind the decimal point. */
  currency: z.string(),
  currencyDigits: z.int(),
  deliveryOptions: z.array(DeliveryOption).min(1),
  customer: CustomerPrefill,
  amounts: z.strictObject({ subtotal: z.int(), fee: z.int(), total: z.int() }),
  attempt: AttemptView,
  /** The order, its phone number masked but for the last two digits. */
  order: Order.nullable(),
  payment: z.strictObject({ provider: z.enum(['test', 'stripe']), frameUrl: z.url(), publishableKey: z.string().optional() }),
  successUrl: z.string().optional(),
  cancelUrl: z.string().optional(),
})
export type CheckoutView = z.infer<typeof CheckoutView>

/** `token` is a JWT bound to the session and to the origin that asked for it. */
export const TokenResponse = z.strictObject({ token: z.string(), expiresAt: Timestamp })
export type TokenResponse = z.infer<typeof TokenResponse>

/** Digits of any script count. */
const countDigits = (phone: string) => phone.match(/\p{Nd}/gu)?.length ?? 0

export const PayRequest = z.strictObject({
  customer: z.strictObject({
    name: requiredText(120),
    phone: requiredText(32).refine((phone) => countDigits(phone) >= 7 && countDigits(phone) <= 15, 'must have 7 to 15 digits'),
    email: text(254).refine((email) => /^[^\s@]+@[^\s@]+$/.test(email), 'must be an email address').optional(),
  }),
  fulfillment: z.strictObject({
    method: z.literal('DELIVERY'),
    option: requiredText(64),
    details: requiredText(500),
  }),
  paymentMethod: requiredText(255),
})
export type PayRequest = z.infer<typeof PayRequest>

export const PayResponse = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('complete'), order: Order }),
  z.strictObject({ status: z.literal('processing'), action: NextAction.optional() }),
])
export type PayResponse = z.infer<typeof PayResponse>

/** The data of one `status` event. */
export const StatusEvent = z.strictObject({ status: SessionStatus, attempt: AttemptView })
export type StatusEvent = z.infer<typeof StatusEvent>

/** A test card, as the payment frame sends it. */
export const TestPaymentMethodRequest = z.strictObject({
  number: text(32),
  expMonth: z.coerce.number().int().min(1).max(12),
  /** Of four digits, or of two: 31 is 2031. */
  expYear: z.coerce.number().int().min(0).max(2100).transform((year) => year < 100 ? year + 2000 : year),
  cvc: text(4).refine((cvc) => /^\d{3,4}$/.test(cvc), 'must have 3 or 4 digits'),
})
export type TestPaymentMethodRequest = z.infer<typeof TestPaymentMethodRequest>

export const TestPaymentMethodResponse = z.strictObject({ paymentMethod: z.string() })
export type TestPaymentMethodResponse = z.infer<typeof TestPaymentMethodResponse>
