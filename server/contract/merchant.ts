import * as z from 'zod'
import { Amount, Cursor, Quantity, WebAddress, requiredText, text } from './fields.ts'
import { BY_STATUS } from './order.ts'
import { newName } from './names.ts'
import { ProductSafety } from './product-safety.ts'
import { ProductTranslations } from './translations.ts'

const METADATA_MAX_BYTES = 8 * 1024

/** Stops at `levels`, however deep the value is. */
const isWithinDepth = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isWithinDepth(member, levels - 1)))

/** JSON that the merchant gets back unchanged: 50 keys of 40 characters, 8 KiB, 5 levels. */
export const Metadata = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be a JSON object',
  )
  .refine((value) => Object.keys(value).length <= 50, 'must have at most 50 keys')
  .refine(
    (value) => Object.keys(value).every((key) => key.length <= 40),
    'must have keys of at most 40 characters',
  )
  .refine((value) => isWithinDepth(value, 5), {
    error: 'must be at most 5 levels deep',
    abort: true,
  })
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= METADATA_MAX_BYTES,
    'must be at most 8 KiB',
  )
  .meta({
    type: 'object',
    maxProperties: 50,
    propertyNames: { maxLength: 40 },
    description: 'Any JSON object, returned untouched: at most 50 keys, 8 KiB, 5 levels deep.',
  })

/** Fills in the buyer's form (spec §2.4). Unknown members are ignored. */
export const CustomerPrefill = z
  .object({
    name: text(120).optional(),
    phone: text(32).optional(),
    email: text(254).optional(),
    details: text(500).optional().meta({ description: 'Where to deliver.' }),
  })
  .meta({
    id: 'CustomerPrefill',
    description: 'Prefills the buyer’s form; the buyer may change it.',
  })
export type CustomerPrefill = z.infer<typeof CustomerPrefill>

/** One product to sell (spec §2.3). `size` and `color` are spelled as in the product read. */
export const CheckoutItem = z
  .strictObject({
    product: requiredText(200).meta({ description: 'The product’s `slug`.' }),
    size: text(200).optional().meta({
      description:
        'The variant’s `size`, exactly as the product read returns it. Leave it out when the product has no sizes.',
    }),
    color: text(200).optional().meta({
      description:
        'The variant’s `colorName`, exactly as the product read returns it. Leave it out when the product has no colors.',
    }),
    quantity: Quantity.default(1).meta({ description: 'How many to buy.' }),
  })
  .meta({ id: 'CheckoutItem', unusedIO: 'input' })
export type CheckoutItem = z.infer<typeof CheckoutItem>

/** spec §4.1 */
export const CreateSessionRequest = z
  .strictObject({
    items: z
      .array(z.unknown())
      .refine((items) => items.length === 1, 'must hold exactly one product')
      .pipe(z.tuple([CheckoutItem]))
      .meta({
        description: 'Exactly one product.',
        override: {
          minItems: 1,
          maxItems: 1,
          items: { $ref: '#/components/schemas/CheckoutItem' },
        },
      }),
    successUrl: WebAddress.optional().meta({
      description:
        'Where the buyer goes after paying; `session_id` is added. Arriving there proves no payment.',
    }),
    cancelUrl: WebAddress.optional().meta({
      description: 'Where a buyer goes who leaves without paying. The session stays open.',
    }),
    customer: CustomerPrefill.optional(),
    metadata: Metadata.optional(),
  })
  .meta({ id: 'CreateSessionRequest' })
export type CreateSessionRequest = z.infer<typeof CreateSessionRequest>

/** contract §3 */
export const IdempotencyHeaders = z.object({
  'Idempotency-Key': requiredText(255).optional().meta({
    description:
      'A text of your choice, new for everything that is to be done once. When you send the same request with the same text within 24 hours, it is not done again and gets the first answer. Another request with it is refused. The public and the secret key do not share these texts.',
  }),
})

/** contract §3 */
export const GetSessionQuery = z.strictObject({
  wait: z.coerce.number().int().min(1).max(25).optional().meta({
    description:
      'Seconds to wait for the status to change. The answer comes as soon as it is `complete` or `expired`, and otherwise after these seconds, with the session as it is then.',
  }),
})

export const CreateSessionResponse = z
  .strictObject({
    url: z.url().meta({
      description:
        'The hosted checkout page: send the buyer there. Its last path segment is the session id.',
    }),
  })
  .meta({ id: 'CreateSessionResponse' })
export type CreateSessionResponse = z.infer<typeof CreateSessionResponse>

export const ReturnedMetadata = Metadata.optional().meta({
  description: 'What was sent at creation, byte for byte; absent when nothing was.',
})

/** spec §4.2; `metadata` only when it was sent at creation. */
export const GetSessionResponse = z
  .union([
    z.strictObject({ ...BY_STATUS.paid, metadata: ReturnedMetadata }),
    z.strictObject({ ...BY_STATUS.unpaid, metadata: ReturnedMetadata }),
  ])
  .meta({ id: 'Session' })
export type GetSessionResponse = z.infer<typeof GetSessionResponse>

export const Variant = z
  .strictObject({
    size: z.string().nullable(),
    colorName: z.string().nullable(),
    stock: z.int().min(0).meta({ description: 'How many can be bought now.' }),
  })
  .meta({ id: 'Variant' })
export type Variant = z.infer<typeof Variant>

/** spec §2.5. A product without sizes and colors has one variant with both null. */
export const Product = z
  .strictObject({
    slug: z.string().meta({ description: 'Names the product in its store.' }),
    name: z.string(),
    description: z.string().nullable(),
    imageUrl: z.string().nullable(),
    price: Amount.meta({ description: 'Of one, in the minor unit of `currency`.' }),
    currency: z.string().meta({ description: 'ISO 4217 code.' }),
    archived: z.boolean().meta({ description: 'An archived product is not for sale.' }),
    maxPerOrder: Quantity.meta({ description: 'How many one order can have.' }),
    translations: ProductTranslations,
    variants: z
      .array(Variant)
      .meta({ description: 'A product without sizes and colors has one variant with both null.' }),
    safety: ProductSafety.optional(),
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

export const ProductList = z
  .strictObject({ data: z.array(Product), nextCursor: Cursor })
  .meta({ id: 'ProductList' })
export type ProductList = z.infer<typeof ProductList>

export const MAX_STOCK = 1_000_000_000
export const StockDelta = z.int().min(-MAX_STOCK).max(MAX_STOCK)

const VariantName = requiredText(200).nullable().default(null)

const VariantUpdate = z
  .strictObject({
    size: VariantName,
    colorName: VariantName,
    stock: z.int().min(0).max(MAX_STOCK).optional().meta({
      description:
        'How many there are now, units that payments hold included: what can be bought is the rest, as `stock` of the answer says.',
    }),
    delta: StockDelta.optional().meta({
      description: 'Added to what can be bought, also while it sells; negative takes away.',
    }),
  })
  .refine(
    ({ stock, delta }) => (stock === undefined) !== (delta === undefined),
    'must have either `stock` or `delta`',
  )
export type VariantUpdate = z.infer<typeof VariantUpdate>

/** contract §8 */
export const UpdateProductRequest = z
  .strictObject({
    name: newName(200),
    description: text(5000).nullable(),
    price: Amount,
    archived: z.boolean(),
    maxPerOrder: Quantity,
    translations: ProductTranslations.meta({ description: 'Replaced as a whole.' }),
    variants: z
      .array(VariantUpdate)
      .max(500)
      .refine(
        (variants) =>
          new Set(variants.map(({ size, colorName }) => JSON.stringify([size, colorName]))).size ===
          variants.length,
        'must not repeat a size and color',
      )
      .meta({ description: 'Variants that the product has. Others keep their stock.' }),
  })
  .partial()
  .meta({ id: 'UpdateProductRequest', description: 'Only what is sent changes.' })
export type UpdateProductRequest = z.infer<typeof UpdateProductRequest>

export const ProductMatchHeaders = z.object({
  'If-Match': z
    .string()
    .regex(
      /^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/,
      'must be `*` or the `ETag` of an answer, in its quotation marks',
    )
    .optional()
    .meta({
      description:
        'The `ETag` of the product that you have read. A product that has changed since is not written.',
    }),
})
