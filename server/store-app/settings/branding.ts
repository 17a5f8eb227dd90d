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
  change(storeId: string, change: { branding: Branding; actor: Actor }): Promise<void>
}
