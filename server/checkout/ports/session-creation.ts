import type { CheckoutItem, CustomerPrefill, Variant } from '../../contract/merchant.ts'
import type { CheckoutSession } from '../session.ts'
import type { AmountRule } from './provider.ts'

export type NewSession = {
  id: string
  storeId: string
  item: CheckoutItem
  successUrl: string | null
  cancelUrl: string | null
  customer: CustomerPrefill
  metadata: string | null
  ttlSeconds: number
  createdWith: 'public' | 'secret'
  /** What can be charged: delivery options with another total are not offered. */
  amounts: AmountRule
}

/**
 * The key that a session is created with, as it was seen a moment ago: it creates sessions of the
 * store, in this currency, for any address.
 */
export type SeenKey = { digest: Uint8Array; currency: string }

export type VariantNames = Pick<Variant, 'size' | 'colorName'>

/**
 * Why an item is not for sale at this moment. `no_product`: there is none, or it is archived;
 * `choices`: the variants that there are; `left`: fewer than were asked for.
 */
export type NotForSale =
  | { type: 'no_product' }
  | { type: 'no_variant'; choices: VariantNames[] }
  | { type: 'too_few'; productName: string; left: number }

/**
 * What has become of a create. Its key was used within 24 hours: `repeated` for the same request,
 * with the session of then, `other_request` for something else. `no_amount`: no delivery option makes
 * it a total that can be charged; `total` is the one with the first.
 */
export type SessionCreation =
  | { type: 'repeated'; session: CheckoutSession }
  | { type: 'other_request' }
  | FirstCreation

/** The same of a create without a key. */
export type FirstCreation =
  | { type: 'created'; session: CheckoutSession }
  | { type: 'no_amount'; total: number }
  | NotForSale
