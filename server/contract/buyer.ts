import * as z from 'zod'
import { DeliveryAddress, DeliveryCountry, DeliveryOption } from './delivery.ts'
import { Amount, ProviderName, Quantity, Timestamp, requiredText, text } from './fields.ts'
import { CustomerPrefill } from './merchant.ts'
import { Order, SessionStatus } from './order.ts'
import { Seller } from './seller.ts'

/**
 * What the payment provider wants the buyer to do next, at `url`: the bank's own question, shown in a
 * frame; a page to go to, which leads back; or one to be read beside this one.
 */
export const NextAction = z
  .strictObject({
    type: z.enum(['challenge', 'redirect', 'instructions']).meta({
      description:
        '`challenge`: the bank’s page, to be shown in a frame. The others are for payment methods that a store has turned on: `redirect`, a page to send the buyer to, which leads back; `instructions`, one to be opened in a tab of its own.',
    }),
    url: z.url().meta({ description: 'The provider’s page.' }),
  })
  .meta({ id: 'NextAction', description: 'What the buyer has to do next.' })
export type NextAction = z.infer<typeof NextAction>

/**
 * The latest payment attempt as the buyer may know it; null when there was none or it was given up.
 */
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
  description: 'The card’s brand, and the last four digits of its number.',
})

/**
 * Everything the checkout shows. `amounts.fee` and `amounts.total` are those of the first delivery
 * option until an order exists.
 */
export const CheckoutView = z
  .strictObject({
    id: z.string(),
    status: SessionStatus,
    /** The end of the payment window, and the server's clock when it said so. */
    expiresAt: Timestamp.meta({ description: 'The end of the payment window.' }),
    now: Timestamp.meta({ description: 'The server’s clock at this answer.' }),
    store: z
      .strictObject({
        name: z.string(),
        language: z.string().meta({
          description: 'BCP 47: for buyers who ask for no language that there is.',
        }),
        test: z.literal(true).optional().meta({
          description: 'Of a test store: no real money moves.',
        }),
        logoUrl: z.string().optional(),
        contactEmail: z.string().optional(),
        contactPhone: z.string().optional(),
        seller: Seller.optional(),
      })
      .meta({
        description: 'The store as it shows itself to buyers; what it has not set is not there.',
      }),
    item: z.strictObject({
      name: z.string(),
      imageUrl: z.string().nullable(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      quantity: Quantity,
      unitPrice: Amount,
      priceBefore: Amount.optional().meta({
        description:
          'Of a session in the place of another one: the unit price there, if it was another.',
      }),
    }),
    /** ISO 4217 code, and how many digits of an amount are behind the decimal point. */
    currency: z.string().meta({ description: 'ISO 4217 code.' }),
    currencyDigits: z
      .int()
      .meta({ description: 'How many digits of an amount are behind the decimal point.' }),
    deliveryOptions: z.array(DeliveryOption).min(1),
    deliveryCountries: z.array(DeliveryCountry).optional().meta({
      description:
        'Where the store delivers to, the first one preselected: the address is asked for in parts. Not there: it is one text.',
    }),
    customer: CustomerPrefill,
    amounts: z
      .strictObject({ subtotal: z.int(), fee: z.int(), total: z.int() })
      .meta({ description: 'With the fee of the first delivery option until there is an order.' }),
    attempt: AttemptView,
    order: Order.nullable().meta({
      description:
        'In full for 24 h with the `Receipt-Key` that it was paid with; else of the buyer the first name and an initial, two digits of the phone number and the delivery option.',
    }),
    card: PaidCard.optional().meta({
      description: 'What it was paid with, beside an order in full.',
    }),
    payment: z.strictObject({
      provider: ProviderName,
      frameUrl: z.url(),
      publishableKey: z.string().optional(),
    }),
    successUrl: z.string().optional(),
    cancelUrl: z.string().optional(),
    returnsAtOnce: z.literal(true).optional().meta({
      description: 'Whoever has just paid goes to `successUrl` at once.',
    }),
    canRestart: z.literal(true).optional().meta({
      description:
        'Once this session is over, the buyer may open a new one in its place: `POST …/restart`.',
    }),
  })
  .meta({ id: 'CheckoutView' })
export type CheckoutView = z.infer<typeof CheckoutView>

/** `view`: with the first view, which an embedding page then need not ask for. */
export const TokenQuery = z.object({
  view: z.literal('1').optional().meta({
    description: 'With the view beside the token: one request in the place of two.',
  }),
})

/** `token` is a JWT bound to the session and to the origin that asked for it. */
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

/** What the browser that pays makes and keeps: at least 128 random bits. */
export const ReceiptKey = z.string().regex(/^[\w-]{32,128}$/)

export const ReceiptKeyHeader = z.object({
  'Receipt-Key': ReceiptKey.optional().meta({
    description:
      'A random text of your own, 32 to 128 letters, digits, `-` or `_`. The one that comes with `pay` opens the full receipt for 24 h.',
  }),
})

/** Digits of any script count. */
const countDigits = (phone: string) => phone.match(/\p{Nd}/gu)?.length ?? 0

export const PayRequest = z
  .strictObject({
    customer: z.strictObject({
      name: requiredText(120),
      phone: requiredText(32)
        .refine(
          (phone) => countDigits(phone) >= 7 && countDigits(phone) <= 15,
          'must have 7 to 15 digits',
        )
        .meta({ description: 'With 7 to 15 digits.' }),
      email: text(254)
        .refine((email) => /^[^\s@]+@[^\s@]+$/.test(email), 'must be an email address')
        .optional(),
    }),
    fulfillment: z.strictObject({
      method: z.literal('DELIVERY'),
      option: requiredText(64).meta({
        description: 'The `id` of one of the delivery options of the view.',
      }),
      details: text(500).optional().meta({
        description:
          'Where to deliver, as one text; required, as this or as `address`, unless the option is a collection, whose place the store has set.',
      }),
      address: DeliveryAddress.optional().meta({
        description: 'Where to deliver, in parts; goes before `details`.',
      }),
    }),
    paymentMethod: requiredText(255).meta({
      description:
        'What the payment frame handed out for the card, or one of the store’s `paymentMethods`; `blik:` with the six digits behind it.',
    }),
    agreedToTerms: z.boolean().optional().meta({
      description:
        'Whether the buyer has ticked the box that agrees to the terms; required where `store.seller.mustAgree` is set.',
    }),
    payBefore: Timestamp.optional().meta({
      description:
        'From then on, by the server’s clock, this request pays nothing any more, however late it arrives. Who has lost its answer, and reads a view without an attempt 5 s after that moment or later, knows that nothing was charged.',
    }),
  })
  .meta({ id: 'PayRequest' })
export type PayRequest = z.infer<typeof PayRequest>

/** The receipt's key, and work that a page did before it may pay, where a store asks for it. */
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

/** The data of one `status` event. */
export const StatusEvent = z
  .strictObject({ status: SessionStatus, attempt: AttemptView })
  .meta({ id: 'StatusEvent' })
export type StatusEvent = z.infer<typeof StatusEvent>
