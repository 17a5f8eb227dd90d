import * as z from 'zod'
import { Amount, Cursor, Quantity, WebAddress, requiredText, text } from './fields.ts'
import { Order, SessionStatus } from './order.ts'

const METADATA_MAX_BYTES = 8 * 1024

/** Looks no deeper than `levels`, however deep the value is. */
const isWithinDepth = (value: unknown, levels: number): boolean => typeof value !== 'object' || value === null
  || (levels > 0 && Object.values(value).every((member) => isWithinDepth(member, levels - 1)))

/** Any JSON object the merchant wants back untouched: ≤ 50 keys of ≤ 40 characters, ≤ 8 KiB, at most 5 levels deep. */
export const Metadata = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'must be a JSON object')
  .refine((value) => Object.keys(value).length <= 50, 'must have at most 50 keys')
  .refine((value) => Object.keys(value).every((key) => key.length <= 40), 'must have keys of at most 40 characters')
  .refine((value) => isWithinDepth(value, 5), 'must be at most 5 levels deep')
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= METADATA_MAX_BYTES, 'must be at most 8 KiB')

/** Prefills the buyer's form (spec §2.4); members we do not know are ignored. */
export const CustomerPrefill = z.object({
  name: text(120).optional(),
  phone: text(32).optional(),
  email: text(254).optional(),
  details: text(500).optional(),
})
export type CustomerPrefill = z.infer<typeof CustomerPrefill>

/** One product to sell (spec §2.3): `size` and `color` spelled as the product read returns them. */
export const CheckoutItem = z.strictObject({
  product: requiredText(200),
  size: text(200).optional(),
  color: text(200).optional(),
  quantity: Quantity.default(1),
})
export type CheckoutItem = z.infer<typeof CheckoutItem>

/** spec §4.1 */
export const CreateSessionRequest = z.strictObject({
  items: z.array(z.unknown()).refine((items) => items.length === 1, 'must hold exactly one product')
    .pipe(z.tuple([CheckoutItem])),
  successUrl: WebAddress.optional(),
  cancelUrl: WebAddress.optional(),
  customer: CustomerPrefill.optional(),
  metadata: Metadata.optional(),
})
export type CreateSessionRequest = z.infer<typeof CreateSessionRequest>

export const CreateSessionResponse = z.strictObject({ url: z.url() })
export type CreateSessionResponse = z.infer<typeof CreateSessionResponse>

/** spec §4.2; `metadata` only when it was sent at creation. */
export const GetSessionResponse = z.strictObject({
  status: SessionStatus,
  order: Order.nullable(),
  metadata: Metadata.optional(),
})
export type GetSessionResponse = z.infer<typeof GetSessionResponse>

export const Variant = z.strictObject({
  size: z.string().nullable(),
  colorName: z.string().nullable(),
  stock: z.int().min(0),
})
export type Variant = z.infer<typeof Variant>

/** spec §2.5; a product without sizes and colours has one variant with both null. */
export const Product = z.strictObject({
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  price: Amount,
  currency: z.string(),
  archived: z.boolean(),
  variants: z.array(Variant),
})
export type Product = z.infer<typeof Product>

export const ProductList = z.strictObject({ data: z.array(Product), nextCursor: Cursor })
export type ProductList = z.infer<typeof ProductList>
