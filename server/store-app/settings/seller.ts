import type { Actor } from '../../checkout/audit.ts'
import type { GivenSeller, Seller } from '../../contract/seller.ts'

/** Who sells in a store, as it was saved last, and how often that was changed. */
export type SavedSeller = {
  /** 0 and nothing else before it was saved first. */
  version: number
  since: Date | null
  seller: Seller | null
  /** Whether buyers can reach the store, by its general settings. */
  hasContact: boolean
  /** Whether both are said before the store takes real money. */
  isRequired: boolean
}

type SellerChange = { seller: GivenSeller; version: number; actor: Actor }

export type SellerRecords = {
  find(storeId: string): Promise<SavedSeller>
  /** False when another version is there than `version`: nothing was changed then. */
  change(storeId: string, change: SellerChange): Promise<boolean>
}
