import type { Seller } from '../contract/seller.ts'

/** What a store may have left out of what its buyers want to know: who sells, how to reach it. */
export type Unsaid = 'seller' | 'contact'

/** What the audit log calls them. */
export const SELLER_WORDS: Record<keyof Seller, string> = {
  legalName: 'Legal name',
  address: 'Postal address',
  termsUrl: 'Terms of sale',
  privacyUrl: 'Privacy policy',
  returnsUrl: 'Withdrawal and returns',
  mustAgree: 'Buyers agree to the terms',
}

const isField = (name: string): name is keyof Seller => Object.hasOwn(SELLER_WORDS, name)
const FIELDS = Object.keys(SELLER_WORDS).filter(isField)

function told(seller: Seller | null, field: keyof Seller) {
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
