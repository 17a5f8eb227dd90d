import type { RedirectMethod } from '../contract/fields.ts'
import type { Branding } from './branding.ts'

/** What a store can choose, as it is chosen now. */
export type StoreFields = {
  name: string
  /** BCP 47: what its pages speak to buyers who ask for no language of ours. */
  language: string
  /** Whether it is a test store: no real money moves. */
  isTest: boolean
  logoUrl: string | null
  /** How buyers reach it. */
  contactEmail: string | null
  contactPhone: string | null
  /** Where it delivers to, by ISO 3166-1 codes; none: an address is one text. */
  deliveryCountries: string[]
  /** Ways to pay beside cards that it has turned on. */
  paymentMethods: RedirectMethod[]
  /** Whether it takes buyers to `successUrl` as soon as they have paid. */
  returnsAtOnce: boolean
  /** Null where it has chosen no look of its own. */
  branding: Branding | null
}

/** What is kept of a field, in a column that has its name in snake case. */
type Field<Value> = {
  kind: 'text' | 'texts' | 'flag' | 'json'
  /** Whether it may be null. (Default: no.) */
  isOptional?: null extends Value ? true : never
}

export const STORE_FIELDS = {
  name: { kind: 'text' },
  language: { kind: 'text' },
  isTest: { kind: 'flag' },
  logoUrl: { kind: 'text', isOptional: true },
  contactEmail: { kind: 'text', isOptional: true },
  contactPhone: { kind: 'text', isOptional: true },
  deliveryCountries: { kind: 'texts' },
  paymentMethods: { kind: 'texts' },
  returnsAtOnce: { kind: 'flag' },
  branding: { kind: 'json', isOptional: true },
} as const satisfies { [Name in keyof StoreFields]: Field<StoreFields[Name]> }

const isField = (name: string): name is keyof StoreFields => Object.hasOwn(STORE_FIELDS, name)

/** The part of a store that its sessions’ pages show and are bound by: as it is, not as it was. */
export type StoreFace = StoreFields
export const FACE_FIELDS = Object.keys(STORE_FIELDS).filter(isField)
