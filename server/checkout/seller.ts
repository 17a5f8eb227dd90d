import type { Seller } from '../contract/seller.ts'

/** What a store may have left out of what its buyers want to know: who sells, how to reach it. */
export type Unsaid = 'seller' | 'contact'

const FIELDS = [
  'legalName',
  'address',
  'termsUrl',
  'privacyUrl',
  'returnsUrl',
  'mustAgree',
] as const satisfies (keyof Seller)[]

const told = (seller: Seller | null, field: (typeof FIELDS)[number]) => {
  if (field === 'mustAgree') return seller?.mustAgree ? 'on' : 'off'
  return seller?.[field] ?? null
}

/** The fields that are others now, with both values, for the audit log. */
export const sellerChanges = (before: Seller | null, after: Seller) =>
  Object.fromEntries(
    FIELDS.map(
      (field) => [field, { from: told(before, field), to: told(after, field) }] as const,
    ).filter(([, { from, to }]) => from !== to),
  )
