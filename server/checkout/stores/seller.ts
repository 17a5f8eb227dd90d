import type { Seller } from '../../contract/seller.ts'

/** What a store has not yet said to its buyers: who sells, or how to reach it. */
export type Unsaid = 'seller' | 'contact'

/** The names of the fields in the audit log. */
export const SELLER_WORDS: Record<keyof Seller, string> = {
  legalName: 'Legal name',
  address: 'Postal address',
  termsUrl: 'Terms of sale',
  privacyUrl: 'Privacy policy',
  returnsUrl: 'Withdrawal and returns',
  accessibilityUrl: 'Accessibility statement',
  mustAgree: 'Buyers agree to the terms',
}

const isField = (name: string): name is keyof Seller => Object.hasOwn(SELLER_WORDS, name)
const FIELDS = Object.keys(SELLER_WORDS).filter(isField)

function audited(seller: Seller | null, field: keyof Seller) {
  if (field === 'mustAgree') return seller?.mustAgree ? 'on' : 'off'
  return seller?.[field] ?? null
}

/** The changed fields with both values, for the audit log. */
export const sellerChanges = (before: Seller | null, after: Seller) =>
  Object.fromEntries(
    FIELDS.map(
      (field) => [field, { from: audited(before, field), to: audited(after, field) }] as const,
    ).filter(([, { from, to }]) => from !== to),
  )
