import * as z from 'zod'
import { DeliveryCountries, DeliveryOption } from '../delivery.ts'
import {
  Amount,
  Cursor,
  EmailAddress,
  Origin,
  PaymentMethods,
  Quantity,
  Timestamp,
  WebAddress,
  requiredText,
  text,
} from '../fields.ts'
import { lookOf, newName } from '../names.ts'
import { MAX_STOCK, Product, StockDelta } from '../merchant.ts'
import { ProductSafety } from '../product-safety.ts'
import { ProductTranslations } from '../translations.ts'
import { Contact, GivenSeller, Seller } from '../seller.ts'

export const Plan = z
  .enum(['free', 'basic', 'pro'])
  .meta({ description: 'The API needs `basic` or `pro`.' })
export type Plan = z.infer<typeof Plan>

const isUnique = (keys: string[]) => new Set(keys).size === keys.length

const StoreFields = {
  name: newName(120),
  plan: Plan,
  currency: text(3).meta({ description: 'ISO 4217 code.' }),
  pricesIncludeTax: z.boolean().optional().meta({
    description:
      'Whether totals say “incl. VAT”, in the buyer’s language. It changes no amount. Default: no.',
  }),
  deliveryOptions: z
    .array(DeliveryOption)
    .min(1)
    .max(20)
    .refine((options) => isUnique(options.map(({ id }) => lookOf(id))), 'must not repeat an id')
    .meta({ description: 'With ids of their own; the first one is preselected.' }),
  deliveryCountries: DeliveryCountries.optional(),
  allowedOrigins: z.array(Origin).max(100).meta({
    description: 'Which pages may use the public key and the element; an empty list means any.',
  }),
  paymentMethods: PaymentMethods.optional(),
  ...Contact,
  seller: GivenSeller.optional().meta({
    description:
      'Who sells, and by which terms. It is replaced as a whole. A store takes real money only when this and `contactEmail` or `contactPhone` are set.',
  }),
}

/** The delivery of a store without `deliveryOptions`. */
export const STANDARD_DELIVERY: DeliveryOption = {
  id: 'standard',
  name: 'Standard delivery',
  fee: 0,
}

export const CreateStoreRequest = z
  .strictObject({
    ...StoreFields,
    deliveryOptions: StoreFields.deliveryOptions.default([STANDARD_DELIVERY]).meta({
      description:
        'With ids of their own; the first one is preselected. Default: one free `Standard delivery`.',
    }),
    allowedOrigins: StoreFields.allowedOrigins.default([]),
    test: z.boolean().default(false).meta({
      description:
        'A test store has keys `pk_test_…` and `sk_test_…`, and moves no real money. This cannot be changed later.',
    }),
    owner: z
      .strictObject({ email: EmailAddress, password: text(200).min(10) })
      .optional()
      .meta({ description: 'The store application’s first account.' }),
  })
  .meta({ id: 'CreateStoreRequest' })
export type CreateStoreRequest = z.infer<typeof CreateStoreRequest>

export const UpdateStoreRequest = z
  .strictObject(StoreFields)
  .partial()
  .meta({ id: 'UpdateStoreRequest', description: 'Only what is sent changes.' })
export type UpdateStoreRequest = z.infer<typeof UpdateStoreRequest>

export const StoreResource = z
  .strictObject({
    id: z.string(),
    ...StoreFields,
    seller: Seller.optional(),
    test: z.boolean().meta({ description: 'Whether no real money moves in it.' }),
  })
  .meta({ id: 'Store' })
export type StoreResource = z.infer<typeof StoreResource>

export const ListedStore = StoreResource.extend({
  closedAt: Timestamp.nullable().meta({ description: 'Null while the store may sell.' }),
}).meta({ id: 'ListedStore' })
export type ListedStore = z.infer<typeof ListedStore>

export const StoreList = z
  .strictObject({ data: z.array(ListedStore), nextCursor: Cursor })
  .meta({ id: 'StoreList' })

/** Only this answer holds the keys. */
export const CreateStoreResponse = StoreResource.extend({
  keys: z
    .strictObject({ public: z.string(), secret: z.string() })
    .meta({ description: 'The secret key is never shown again.' }),
}).meta({ id: 'NewStore' })
export type CreateStoreResponse = z.infer<typeof CreateStoreResponse>

export const KeyKind = z.enum(['public', 'secret'])
export type KeyKind = z.infer<typeof KeyKind>

/** Negative only when it is already: more were sold than there were. */
const Stock = z.int().min(-MAX_STOCK).max(MAX_STOCK)
const Available = z.int().min(0)
const VariantName = requiredText(200).nullable().default(null)

/** `stock` is what there is; `available` is what is for sale. */
export const PlatformVariant = z
  .strictObject({
    size: z.string().nullable(),
    colorName: z.string().nullable(),
    stock: z.int().meta({
      description:
        'The count on hand, with the units that payments hold; negative when more were sold than there were.',
    }),
    available: Available.meta({
      description: 'How many can be bought now: `stock` without the units that payments hold.',
    }),
  })
  .meta({ id: 'PlatformVariant' })
export type PlatformVariant = z.infer<typeof PlatformVariant>

const WithdrawalDays = z.int().min(0).max(365)
const WithdrawalReason = requiredText(200).nullable()

export const PlatformProduct = Product.extend({
  variants: z.array(PlatformVariant),
  withdrawalDays: WithdrawalDays.meta({
    description: 'For how many days its buyers may withdraw from the contract; 0: not at all.',
  }),
  withdrawalReason: WithdrawalReason.meta({
    description: 'Why there is no right of withdrawal, as buyers read it before they pay.',
  }),
  buyUrl: z.url().meta({
    description:
      'The page where anybody can buy it; 404 while the store’s plan has no API access, or the product is archived. With `.svg` behind it, its QR code.',
  }),
}).meta({ id: 'PlatformProduct' })
export type PlatformProduct = z.infer<typeof PlatformProduct>

/** As it is stored, without what follows from the service's own address. */
export type StoredProduct = Omit<PlatformProduct, 'buyUrl'>

const IGNORED = 'Ignored, so that an answer can be written back.'

const GivenVariant = z.strictObject({
  size: VariantName,
  colorName: VariantName,
  stock: Stock.optional().meta({
    description:
      'The count on hand, with the units that payments hold. Without it the count stays as it is, and is 0 for a new variant.',
  }),
  available: Available.optional().meta({
    description: IGNORED,
  }),
})

export const PutProductRequest = z
  .strictObject({
    name: requiredText(200),
    price: Amount,
    description: text(5000).nullable().default(null),
    imageUrl: WebAddress.nullable().default(null),
    archived: z.boolean().default(false),
    variants: z
      .array(GivenVariant)
      .min(1)
      .max(500)
      .refine(
        (variants) =>
          isUnique(variants.map(({ size, colorName }) => JSON.stringify([size, colorName]))),
        'must not repeat a size and color',
      )
      .meta({ description: 'Each size and color once.' }),
    withdrawalDays: WithdrawalDays.optional().meta({
      description:
        'For how many days its buyers may withdraw from the contract; 0: not at all. Without it the days stay as they are, and are 14 for a new product.',
    }),
    withdrawalReason: WithdrawalReason.optional().meta({
      description:
        'Why there is no right of withdrawal, as buyers read it before they pay, in your language. Without it the reason stays as it is; null: a general sentence in theirs.',
    }),
    maxPerOrder: Quantity.optional().meta({
      description:
        'How many one order can have. Without it that stays as it is, and is 100 for a new product.',
    }),
    translations: ProductTranslations.optional()
      .transform((given) => given ?? {})
      .meta({
        description:
          'Its words in other languages, replaced as a whole. Without it there are none, as with `description`.',
      }),
    safety: ProductSafety.nullable().optional().meta({
      description:
        'What buyers read of its safety before they buy. Without it that stays as it is; null takes it away.',
    }),
    buyUrl: z.unknown().optional().meta({ description: IGNORED }),
  })
  .meta({ id: 'PutProductRequest' })
export type PutProductRequest = z.infer<typeof PutProductRequest>

export const ChangeStockRequest = z
  .strictObject({
    size: VariantName,
    colorName: VariantName,
    delta: StockDelta.meta({
      description: 'Added to the count on hand; negative takes away.',
    }),
  })
  .meta({ id: 'ChangeStockRequest' })
export type ChangeStockRequest = z.infer<typeof ChangeStockRequest>

export const Slug = requiredText(200)
