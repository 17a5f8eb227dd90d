import type { DeliveryOption } from '../contract/buyer.ts'
import type { Actor } from './audit.ts'
import type { PlacedPicture } from './pictures.ts'

/** What the store is called, how it writes, and how its buyers reach it. */
export type GeneralSettings = {
  name: string
  /** ISO 4217. */
  currency: string
  /** BCP 47. */
  language: string
  /** IANA. */
  timeZone: string
  contactEmail: string | null
  contactPhone: string | null
}

/** What keeps the currency as it is; `amounts`: prices or fees, whose numbers would mean something else with other decimals. */
export type CurrencyHold = { orders: boolean; sessions: boolean; amounts: boolean }

/** `version` tells whether somebody has changed them since. */
export type StoreSettings = GeneralSettings & { logoUrl: string | null; hold: CurrencyHold; version: string }

type GeneralChange = { settings: GeneralSettings; version: string; actor: Actor }

export type DeliverySettings = { options: DeliveryOption[]; version: string }

/** `details`: for the audit log. */
type DeliveryChange = DeliverySettings & { details: Record<string, unknown>; actor: Actor }

export type SettingsRecords = {
  findGeneral(storeId: string): Promise<StoreSettings>
  /**
   * `outdated`: somebody has changed them since. `currency_held`: the currency stays once there is an order, while a session may
   * still become one, and while amounts would change their meaning. Nothing was changed then.
   */
  changeGeneral(storeId: string, change: GeneralChange): Promise<'changed' | 'outdated' | 'currency_held'>
  /** Null takes the logo away. */
  setLogo(storeId: string, change: { placed: PlacedPicture | null; actor: Actor }): Promise<void>
  findDelivery(storeId: string): Promise<DeliverySettings>
  /** False when somebody has changed them since: nothing was changed then. */
  changeDelivery(storeId: string, change: DeliveryChange): Promise<boolean>
}
