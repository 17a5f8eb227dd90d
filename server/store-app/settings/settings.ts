import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import type { StoreFields } from '../../checkout/stores/store-fields.ts'
import type { GivenSeller, Seller } from '../../contract/seller.ts'
import type { Branding } from '../../checkout/stores/branding.ts'

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

export type SellerChange = { seller: GivenSeller; version: number; actor: Actor }

/** The look of a store's hosted page, null as ours, and what else of the store is shown on it. */
export type StoreBranding = {
  branding: Branding | null
  contactEmail: string | null
  contactPhone: string | null
  seller: Seller | null
}

/** What one form of Settings, General saves, in the order of the page. */
export const GENERAL_FIELDS = [
  'name',
  'contactEmail',
  'contactPhone',
  'currency',
  'pricesIncludeTax',
  'language',
  'timeZone',
  'nextStep',
  'statementName',
  'returnsAtOnce',
  'restarts',
  'mailsBuyers',
  'mailsFulfilment',
  'providerReceipts',
  'paymentMethods',
  'withdrawals',
  'confirmRefundsAbove',
] as const

export type GeneralField = (typeof GENERAL_FIELDS)[number]

export type GeneralSettings = Pick<StoreFields, GeneralField>

/** `amounts`: prices or fees, which would mean something else with other decimals. */
export type CurrencyHold = { orders: boolean; sessions: boolean; amounts: boolean }

/** `version` shows whether somebody has changed the general settings since. */
export type StoreSettings = StoreFields & {
  hold: CurrencyHold
  seller: SavedSeller
  version: string
}

/**
 * `overtaken`: by somebody else's change. `unreachable`: buyers could not reach the store then.
 * `currency_held`: by an order or a session. `amounts_held`: by prices, fees or the sum of refunds.
 */
export type GeneralOutcome =
  | 'changed'
  | 'overtaken'
  | 'unreachable'
  | 'currency_held'
  | 'amounts_held'

export type GeneralChange = { settings: GeneralSettings; version: string; actor: Actor }

/** `version`: of the options. */
export type DeliverySettings = { options: DeliveryOption[]; version: string } & Pick<
  StoreFields,
  'deliveryCountries'
>

/** `details`: for the audit log. */
export type DeliveryChange = Omit<DeliverySettings, 'deliveryCountries'> & {
  details: Record<string, unknown>
  actor: Actor
}

/** Said to a member who sends a form after somebody else has changed the options. */
export const OUTDATED = 'Somebody else has changed the options meanwhile.'

export const MAX_OPTIONS = 20

export type Step = 'up' | 'down'

/** One step up or down; the first one stays the first, the last one the last. */
export function moveOption(options: DeliveryOption[], { id, step }: { id: string; step: Step }) {
  const from = options.findIndex((option) => option.id === id)
  const to = step === 'up' ? from - 1 : from + 1
  const [moved, other] = [options[from], options[to]]
  return moved && other ? options.with(from, other).with(to, moved) : options
}

/** With the option as it is now: where it was, or at the end when it is new. */
export function putOption(options: DeliveryOption[], option: DeliveryOption) {
  const index = options.findIndex(({ id }) => id === option.id)
  return index < 0 ? [...options, option] : options.with(index, option)
}

export const withoutOption = (options: DeliveryOption[], id: string) =>
  options.filter((option) => option.id !== id)
