import * as z from 'zod'
import { ShownStore } from './shown-store.ts'
import { Confirmation, Statement } from './buyer-email.ts'
import { Country, DeliveryAddress, DeliveryCountry, DeliveryOption } from './delivery.ts'
import {
  Amount,
  EmailAddress,
  ProviderName,
  Quantity,
  Sum,
  Timestamp,
  requiredText,
  seenText,
  text,
} from './fields.ts'
import { CustomerPrefill } from './merchant.ts'
import { Order, SessionStatus } from './order.ts'
import { PhoneNumber } from './phone.ts'
import { ReceiptKeyHeader } from './receipt-key.ts'
import { Tracking } from './tracking.ts'

/**
 * What the payment provider wants the buyer to do at `url`: answer the bank in a frame, visit a
 * page that leads back, or read a page beside this one.
 */
export const NextAction = z
  .strictObject({
    type: z.enum(['challenge', 'redirect', 'instructions']).meta({
      description:
        '`challenge`: the bank’s page, to be shown in a frame. Payment methods that a store has turned on have two others. `redirect`: a page to send the buyer to, which leads back. `instructions`: a page to open in a new tab.',
    }),
    url: z.url().meta({ description: 'The provider’s page.' }),
  })
  .meta({ id: 'NextAction', description: 'What the buyer has to do next.' })
export type NextAction = z.infer<typeof NextAction>

/** The latest payment attempt as the buyer may know it; null without one, or when given up. */
export const AttemptView = z
  .discriminatedUnion('status', [
    z.strictObject({ status: z.literal('processing'), action: NextAction.optional() }),
    z.strictObject({ status: z.literal('failed'), code: z.string(), message: z.string() }),
  ])
  .nullable()
  .meta({
    id: 'Attempt',
    description: 'The latest payment attempt; null when there was none or it was given up.',
  })
export type AttemptView = z.infer<typeof AttemptView>

export const PaidCard = z.strictObject({ brand: z.string(), last4: z.string() }).meta({
  id: 'PaidCard',
  description: 'Beside an order in full: brand and last four digits of the card that paid.',
})

/**
 * All that the checkout shows. Until there is an order, `amounts.fee` and `amounts.total` are those
 * of the first delivery option.
 */
export const CheckoutView = z
  .strictObject({
    id: z.string(),
    status: SessionStatus,
    expiresAt: Timestamp.meta({ description: 'The end of the payment window.' }),
    now: Timestamp.meta({ description: 'The server’s clock at this answer.' }),
    store: ShownStore,
    item: z.strictObject({
      name: z.string(),
      imageUrl: z.string().nullable(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      quantity: Quantity,
      unitPrice: Amount,
      priceBefore: Amount.optional().meta({
        description:
          'The unit price of the earlier session, if this one follows it and its price differs.',
      }),
    }),
    currency: z.string().meta({ description: 'ISO 4217 code.' }),
    currencyDigits: z
      .int()
      .meta({ description: 'How many digits of an amount are behind the decimal point.' }),
    deliveryOptions: z.array(DeliveryOption).min(1),
    deliveryCountries: z.array(DeliveryCountry).optional().meta({
      description:
        'Where the store delivers; the first one is preselected, and the address has several fields. Without it the address is one text.',
    }),
    customer: CustomerPrefill,
    amounts: z
      .strictObject({ subtotal: Sum, fee: Sum, total: Sum })
      .meta({ description: 'With the fee of the first delivery option until there is an order.' }),
    attempt: AttemptView,
    order: Order.nullable().meta({
      description:
        'In full for 24 h with the `Receipt-Key` of the payment. Otherwise masked: first name and initial, the phone number without its digits, and the delivery option.',
    }),
    deliveryOption: z.string().optional().meta({
      description: 'The `id` of the delivery option of `order`; its details begin with its name.',
    }),
    card: PaidCard.optional(),
    statement: Statement.optional(),
    confirmation: Confirmation.optional(),
    tracking: Tracking.optional().meta({
      description: 'Beside an order in full: how the buyer follows the parcel.',
    }),
    payment: z.strictObject({
      provider: ProviderName,
      frameUrl: z.url(),
      publishableKey: z.string().optional(),
    }),
    successUrl: z.string().optional(),
    cancelUrl: z.string().optional(),
    returnsAtOnce: z.literal(true).optional().meta({
      description: 'A buyer who has just paid goes to `successUrl` at once.',
    }),
    canRestart: z.literal(true).optional().meta({
      description: 'When this session is over, the buyer may start again: `POST …/restart`.',
    }),
  })
  .meta({ id: 'CheckoutView' })
export type CheckoutView = z.infer<typeof CheckoutView>

export const TokenQuery = z.object({
  view: z.literal('1').optional().meta({
    description: 'Adds the view to the answer, which saves a request.',
  }),
  lang: z.string().optional().meta({
    description:
      'BCP 47: the page’s language, in which the view has the store’s words and the legal guarantee’s notice. Empty: the store’s language.',
  }),
})

export const TokenResponse = z
  .strictObject({
    token: z.string().meta({ description: 'A JWT for this session and this page’s origin.' }),
    expiresAt: Timestamp.meta({ description: 'At most 10 minutes from now.' }),
    view: CheckoutView.optional().meta({ description: 'When it was asked for.' }),
  })
  .meta({ id: 'BuyerToken' })
export type TokenResponse = z.infer<typeof TokenResponse>

export const RestartResponse = z
  .strictObject({
    session: z.string().meta({ description: 'The id of the session to go on with.' }),
    url: z.url().meta({ description: 'Its page.' }),
  })
  .meta({ id: 'RestartedSession' })
export type RestartResponse = z.infer<typeof RestartResponse>

export const PayRequest = z
  .strictObject({
    customer: z.strictObject({
      name: requiredText(120),
      phone: PhoneNumber.meta({
        description: 'With 7 to 15 digits, and nothing but spaces and punctuation between them.',
      }),
      email: EmailAddress.optional(),
    }),
    fulfillment: z.strictObject({
      method: z.literal('DELIVERY'),
      option: requiredText(64).meta({
        description: 'The `id` of one of the delivery options of the view.',
      }),
      details: seenText(500).optional().meta({
        description:
          'Where to deliver, as one text. This or `address` is required, unless the buyer collects.',
      }),
      address: DeliveryAddress.optional().meta({
        description: 'Where to deliver, in parts; goes before `details`.',
      }),
    }),
    paymentMethod: requiredText(255).meta({
      description:
        'What the payment frame gave for the card, or one of the store’s `paymentMethods`; for BLIK `blik:` and its six digits.',
    }),
    agreedToTerms: z.boolean().optional().meta({
      description:
        'Whether the buyer has ticked the box that agrees to the terms. Required if `store.seller.mustAgree` is true.',
    }),
    payBefore: Timestamp.optional().meta({
      description:
        'The request pays nothing from this moment on, by the server’s clock. If you lose its answer, and 5 s after this moment a view shows no attempt, nothing was charged.',
    }),
  })
  .meta({ id: 'PayRequest' })
export type PayRequest = z.infer<typeof PayRequest>

export const PhoneRequest = z
  .strictObject({
    phone: text(32).meta({ description: 'As the buyer has typed it.', example: '612 34 56 78' }),
    country: Country,
  })
  .meta({ id: 'PhoneRequest' })

export const PhoneResponse = z
  .strictObject({
    phone: z.string().meta({
      description: 'With the country’s code; as it was typed where it cannot be completed.',
      example: '+34 612 34 56 78',
    }),
  })
  .meta({ id: 'CompletedPhone' })
export type PhoneResponse = z.infer<typeof PhoneResponse>

/** The receipt's key, and the answer to a `Work-Challenge` when one was asked for. */
export const PayHeaders = ReceiptKeyHeader.extend({
  'Work-Answer': z.string().optional().meta({
    description: 'The answer to the `Work-Challenge` of an earlier 429.',
    example: '48113',
  }),
})

export const PayResponse = z
  .discriminatedUnion('status', [
    z.strictObject({ status: z.literal('complete'), order: Order }),
    z.strictObject({ status: z.literal('processing'), action: NextAction.optional() }),
  ])
  .meta({ id: 'PayResponse' })
export type PayResponse = z.infer<typeof PayResponse>

export const StatusEvent = z
  .strictObject({
    status: SessionStatus,
    attempt: AttemptView,
    left: z.int().min(0).optional().meta({
      description:
        'How many units are left, when these are fewer than the session asks for; 0 when it is sold out. Missing when there are enough, and while the buyer’s own payment is under way.',
    }),
  })
  .meta({ id: 'StatusEvent' })
export type StatusEvent = z.infer<typeof StatusEvent>
