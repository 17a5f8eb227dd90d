import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Actor } from '../../checkout/audit.ts'
import type { StoreChange, StoreFields } from '../../checkout/store-fields.ts'
import type { SavedSeller } from './seller.ts'
import type { PlacedPicture } from '../../pictures/pictures.ts'

/** What the store is called, how it writes, and how its buyers reach it. */
export type GeneralSettings = Pick<
  StoreFields,
  'name' | 'language' | 'timeZone' | 'contactEmail' | 'contactPhone'
>

/**
 * What keeps the currency as it is; `amounts`: prices or fees, whose numbers would mean something
 * else with other decimals.
 */
export type CurrencyHold = { orders: boolean; sessions: boolean; amounts: boolean }

/** `version` tells whether somebody has changed the general settings since. */
export type StoreSettings = StoreFields & {
  hold: CurrencyHold
  seller: SavedSeller
  version: string
}

/**
 * Nothing was changed when it was `overtaken` by somebody else's change, or would have left buyers of
 * a store that takes real money without any way to reach it.
 */
type GeneralOutcome = 'changed' | 'overtaken' | 'unreachable'

type GeneralChange = { settings: GeneralSettings; version: string; actor: Actor }

/** `version`: of the options. */
export type DeliverySettings = { options: DeliveryOption[]; version: string } & Pick<
  StoreFields,
  'deliveryCountries'
>

/** `details`: for the audit log. */
type DeliveryChange = Omit<DeliverySettings, 'deliveryCountries'> & {
  details: Record<string, unknown>
  actor: Actor
}

export type SettingsRecords = {
  findGeneral(storeId: string): Promise<StoreSettings>
  changeGeneral(storeId: string, change: GeneralChange): Promise<GeneralOutcome>
  /**
   * False when it stays: once there is an order, while a session may still become one, and while
   * amounts would change their meaning.
   */
  changeCurrency(storeId: string, change: { currency: string; actor: Actor }): Promise<boolean>
  /** Those that are given, whatever they were before. */
  set(storeId: string, change: StoreChange & { actor: Actor }): Promise<void>
  /** `placed` is null to take the logo away. */
  setLogo(storeId: string, change: { placed: PlacedPicture | null; actor: Actor }): Promise<void>
  findDelivery(storeId: string): Promise<DeliverySettings>
  /** False when somebody has changed them since: nothing was changed then. */
  changeDelivery(storeId: string, change: DeliveryChange): Promise<boolean>
}
