import * as z from 'zod'
import { DeliveryOption } from './delivery.ts'
import { ProviderName, Sum, Timestamp } from './fields.ts'
import { Seller } from './seller.ts'
import { Tracking } from './tracking.ts'

const Moment = Timestamp.nullable()

const ShownOffer = z
  .strictObject({
    product: z.string(),
    size: z.string().nullable(),
    color: z.string().nullable(),
    quantity: z.int(),
    unitPrice: Sum,
    deliveryOptions: z.array(DeliveryOption).meta({ description: 'What the buyer chose from.' }),
    terms: z
      .strictObject({ version: z.int(), since: Timestamp, seller: Seller })
      .nullable()
      .meta({ description: 'The version of the seller and the terms; null when there was none.' }),
  })
  .meta({ description: 'What the buyer was shown before paying.' })

const Step = z.looseObject({ at: Timestamp, type: z.string() }).meta({
  description:
    'Such as `payment_begun` with `amount` and `isChallenged` (the bank asked its buyer), `payment_declined` with `code`, `paid`.',
})

const Mail = z.strictObject({
  kind: z.string().meta({ description: 'Such as `confirmation` or `refund`.' }),
  state: z.string().meta({ description: 'Such as `sent`, `waiting` or `refused`.' }),
  refusal: z.int().nullable().meta({ description: 'The mail server’s reply code.' }),
  writtenAt: Timestamp,
  endedAt: Moment.meta({ description: 'When the mail server took or refused it.' }),
})

const EvidenceRefund = z.strictObject({
  id: z.string(),
  amount: Sum,
  status: z.enum(['pending', 'succeeded', 'failed']),
  reason: z.string().nullable(),
  createdAt: Timestamp,
  succeededAt: Moment,
})

const EvidenceDispute = z.strictObject({
  amount: Sum,
  currency: z.string(),
  reason: z.string(),
  state: z.enum(['needs_response', 'under_review', 'won', 'lost']),
  isInquiry: z.boolean().meta({ description: 'The bank only asks, and has taken no money.' }),
  openedAt: Timestamp,
  dueAt: Moment,
  closedAt: Moment,
})

/** Amounts are in the minor unit of `currency`. Empty texts, lists and null: erased, or none. */
export const Evidence = z
  .strictObject({
    issuer: z.string().meta({ description: 'The service’s address.' }),
    test: z.literal(true).optional().meta({ description: 'Of a test store: no real money.' }),
    orderNumber: z.string(),
    sessionId: z.string(),
    paidAt: Timestamp,
    amountTotal: Sum,
    currency: z.string().meta({ description: 'ISO 4217 code.' }),
    shown: ShownOffer,
    consent: z
      .strictObject({ isRequired: z.boolean(), agreedAt: Moment })
      .meta({ description: 'Whether buyers had to agree to the terms, and when this one did.' }),
    customer: z
      .strictObject({ name: z.string(), phone: z.string(), email: z.string().nullable() })
      .nullable()
      .meta({ description: 'Null once the buyer’s data were erased.' }),
    payment: z.strictObject({
      provider: ProviderName,
      providerPaymentId: z.string().nullable(),
      card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
      steps: z.array(Step).meta({ description: 'The session’s life, oldest first.' }),
    }),
    receipt: z.string().meta({ description: 'The same as `Checkout-Receipt`.' }),
    mails: z.array(Mail),
    fulfillment: z.strictObject({
      details: z.string().meta({ description: 'Once erased, only the name of the option.' }),
      fee: Sum,
      fulfilledAt: Moment,
      tracking: Tracking.nullable(),
      deliveredAt: Moment.meta({ description: 'When the buyer had the goods, as the store says.' }),
      changes: z.array(z.strictObject({ at: Timestamp, isFulfilled: z.boolean() })),
    }),
    withdrawal: z
      .strictObject({
        days: z.int().meta({ description: 'For how long the buyer may withdraw; 0: not at all.' }),
        reason: z.string().nullable().meta({ description: 'Why not.' }),
        at: Moment.meta({ description: 'When the buyer did.' }),
        late: z.boolean().meta({ description: 'Whether that was after the last day.' }),
      })
      .meta({ description: 'Of the contract.' }),
    refunds: z.array(EvidenceRefund),
    disputes: z.array(EvidenceDispute),
  })
  .meta({ id: 'Evidence', description: 'What the record has of an order.' })
export type Evidence = z.infer<typeof Evidence>

export const SignedEvidence = z
  .strictObject({
    document: Evidence,
    signature: z.string().meta({
      description:
        'A detached JWS (RFC 7515, appendix F; ES256, `typ` is `checkout-evidence`, `iat` the second of signing) of the document’s JSON as it stands here, without spaces between its parts.',
    }),
  })
  .meta({ id: 'SignedEvidence' })
export type SignedEvidence = z.infer<typeof SignedEvidence>
