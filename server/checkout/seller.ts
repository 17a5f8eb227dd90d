import type { Seller } from '../contract/seller.ts'

const FIELDS = [
  'legalName',
  'address',
  'termsUrl',
  'privacyUrl',
  'returnsUrl',
  'mustAgree',
] as const satisfies (keyof Seller)[]

const told = (seller: Seller | null, field: (typeof FIELDS)[number]) => {
  const value = field === 'mustAgree' ? (seller?.[field] ? 'on' : 'off') : seller?.[field]
  return value ?? null
}

/** The fields that are others now, with both values, for the audit log. */
export const sellerChanges = (before: Seller | null, after: Seller) =>
  Object.fromEntries(
    FIELDS.map(
      (field) => [field, { from: told(before, field), to: told(after, field) }] as const,
    ).filter(([, { from, to }]) => from !== to),
  )
