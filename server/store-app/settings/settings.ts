import type { DeliveryOption } from '../../contract/delivery.ts'
import type { RedirectMethod } from '../../contract/fields.ts'
import type { Actor } from '../../checkout/audit.ts'
import type { SavedSeller } from './seller.ts'
import type { PlacedPicture } from '../../pictures/pictures.ts'

/** What the store is called, how it writes, and how its buyers reach it. */
export type GeneralSettings = {
  name: string
  /** BCP 47. */
  language: string
  /** IANA. */
  timeZone: string
  contactEmail: string | null
  contactPhone: string | null
}

/**
 * What keeps the currency as it is; `amounts`: prices or fees, whose numbers would mean something
 * else with other decimals.
 */
export type CurrencyHold = { orders: boolean; sessions: boolean; amounts: boolean }

/** What a store may turn on: how its buyers go on when a session is over. */
export const CHOICES = ['returnAtOnce', 'startAgain'] as const
export type Choice = (typeof CHOICES)[number]

/**
 * `version` tells whether somebody has changed the general settings since. `currency`: ISO 4217.
 */
export type StoreSettings = GeneralSettings & {
  currency: string
  hold: CurrencyHold
  logoUrl: string | null
  /** In the minor unit; null: no refund asks for the password again. */
  confirmRefundsAbove: number | null
  /** Those that are on. */
  choices: Choice[]
  /** Those beside cards that are on. */
  paymentMethods: RedirectMethod[]
  seller: SavedSeller
  version: string
}

/**
 * Nothing was changed when it was `overtaken` by somebody else's change, or would have left buyers of
 * a store that takes real money without any way to reach it.
 */
type GeneralOutcome = 'changed' | 'overtaken' | 'unreachable'

type GeneralChange = { settings: GeneralSettings; version: string; actor: Actor }

/** `version`: of the options. `countries`: ISO 3166-1 codes. */
export type DeliverySettings = { options: DeliveryOption[]; version: string; countries: string[] }

/** `details`: for the audit log. */
type DeliveryChange = Omit<DeliverySettings, 'countries'> & {
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
  setRefundLimit(
    storeId: string,
    change: { confirmRefundsAbove: number | null; actor: Actor },
  ): Promise<void>
  setChoices(storeId: string, change: { choices: Choice[]; actor: Actor }): Promise<void>
  setPaymentMethods(
    storeId: string,
    change: { paymentMethods: RedirectMethod[]; actor: Actor },
  ): Promise<void>
  /** `placed` is null to take the logo away. */
  setLogo(storeId: string, change: { placed: PlacedPicture | null; actor: Actor }): Promise<void>
  findDelivery(storeId: string): Promise<DeliverySettings>
  /** False when somebody has changed them since: nothing was changed then. */
  changeDelivery(storeId: string, change: DeliveryChange): Promise<boolean>
  setCountries(storeId: string, change: { countries: string[]; actor: Actor }): Promise<void>
}
