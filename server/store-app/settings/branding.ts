import type { Actor } from '../../checkout/audit.ts'
import type { Branding } from '../../checkout/branding.ts'
import type { Seller } from '../../contract/seller.ts'

/** The look of a store's hosted page, null as ours, and what else of the store is shown on it. */
export type StoreBranding = {
  branding: Branding | null
  contactEmail: string | null
  contactPhone: string | null
  seller: Seller | null
}

export type BrandingRecords = {
  find(storeId: string): Promise<StoreBranding>
  /** Of the store of the member with this email address; null, too, where there is none. */
  findOfMember(email: string): Promise<Branding | null>
  change(storeId: string, change: { branding: Branding; actor: Actor }): Promise<void>
}
