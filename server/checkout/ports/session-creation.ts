import type { CheckoutItem, CustomerPrefill, Variant } from '../../contract/merchant.ts'
import type { CheckoutSession } from '../sessions/session.ts'
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
  /** Of the request that creates it, where traces are kept. */
  traceparent?: string | undefined
  /** Delivery options whose total does not fit this rule are not offered. */
  amounts: AmountRule
}

/** An API key as seen a moment ago: it may create sessions in this currency, for any address. */
export type SeenKey = { digest: Uint8Array; currency: string }

export type VariantNames = Pick<Variant, 'size' | 'colorName'>

/** `no_product`: none or archived. `choices`: its variants. `left`: fewer than asked for. `most`: of one order. */
export type NotForSale =
  | { type: 'no_product' }
  | { type: 'no_variant'; choices: VariantNames[] }
  | { type: 'too_few'; productName: string; left: number }
  | { type: 'too_many'; most: number }

/**
 * `repeated`: the same request made this session within 24 hours. `other_request`: another request
 * used the key. `no_amount`: with no delivery option the total can be charged; `total`: with the
 * first.
 */
export type SessionCreation =
  | { type: 'repeated'; session: CheckoutSession }
  | { type: 'other_request' }
  | FirstCreation

/** Without an idempotency key. */
export type FirstCreation =
  | { type: 'created'; session: CheckoutSession }
  | { type: 'no_amount'; total: number }
  | NotForSale
