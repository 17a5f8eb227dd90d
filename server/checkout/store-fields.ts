import type { DeliveryOption } from '../contract/delivery.ts'
import type { RedirectMethod } from '../contract/fields.ts'
import type { Plan } from '../contract/platform.ts'
import type { AuditAction } from './audit.ts'
import { BRANDING_WORDS, type Branding, brandingChanges } from './branding.ts'
import { METHOD_NAMES } from './redirect-methods.ts'

/** What is kept of a store itself. */
export type StoreFields = {
  /** Whether it is a test store, in which no real money moves: it stays what it was made as. */
  isTest: boolean
  name: string
  plan: Plan
  /** ISO 4217. */
  currency: string
  deliveryOptions: DeliveryOption[]
  /** Which pages may use its public key and the element; none: any. */
  allowedOrigins: string[]
  /** BCP 47: what its pages speak to buyers who ask for no language of ours. */
  language: string
  /** IANA. */
  timeZone: string
  /** How buyers reach it. */
  contactEmail: string | null
  contactPhone: string | null
  /** Where it delivers to, by ISO 3166-1 codes; none: an address is one text. */
  deliveryCountries: string[]
  /** Ways to pay beside cards that it has turned on. */
  paymentMethods: RedirectMethod[]
  /** Whether it takes buyers to `successUrl` as soon as they have paid. */
  returnsAtOnce: boolean
  /** Whether buyers may open a new session in the place of one that is over. */
  restarts: boolean
  logoUrl: string | null
  /** In the minor unit; null: no refund asks for the password again. */
  confirmRefundsAbove: number | null
  /** Null where it has chosen no look of its own. */
  branding: Branding | null
}

/** Fields of a store that are set together. */
export type StoreChange = {
  [Name in keyof Omit<StoreFields, 'isTest'>]?: StoreFields[Name] | undefined
}

/** How the audit log tells of a field. `words`: what it calls what stands in `details`. */
type Log<Value> = {
  /** (Default: `store.changed`.) */
  action?: AuditAction
  words: Record<string, string>
  details: (before: Value, after: Value) => Record<string, unknown>
  /** Whether it tells of one that was saved as it is, too. */
  isAlwaysTold?: true
}

/** A field has a column with its name in snake case; without a `log` nobody can change it. */
type Field<Value> = {
  /** `?`: may be null. */
  kind: 'text' | 'text?' | 'texts' | 'flag' | 'integer?' | 'json' | 'json?'
  /** Whether sessions carry it: a part of `StoreFace`. */
  isShown?: true
  log?: Log<Value>
}

type Told = string | number | null

/** As `from` and `to`, under its name in the log. */
const inWords = <Value>(name: string, word: string, told: (value: Value) => Told): Log<Value> => ({
  words: { [name]: word },
  details: (before, after) => ({ [name]: { from: told(before), to: told(after) } }),
})

const asIs = <Value extends Told>(name: string, word: string) =>
  inWords<Value>(name, word, (value) => value)

const onOff = (name: string, word: string) =>
  inWords<boolean>(name, word, (isOn) => (isOn ? 'on' : 'off'))

const listed = <Each extends string>(
  name: string,
  word: string,
  nameOf = (each: Each): string => each,
) => inWords<Each[]>(name, word, (list) => list.map(nameOf).join(', ') || null)

const without = (these: string[], others: string[]) =>
  these.filter((each) => !others.includes(each))

/** The log tells of several in this order. */
export const STORE_FIELDS = {
  isTest: { kind: 'flag', isShown: true },
  name: { kind: 'text', isShown: true, log: asIs('name', 'Name') },
  plan: {
    kind: 'text',
    log: { action: 'plan.changed', words: {}, details: (_, plan) => ({ plan }) },
  },
  currency: { kind: 'text', log: asIs('currency', 'Currency') },
  deliveryOptions: {
    kind: 'json',
    log: { action: 'delivery.changed', words: {}, details: () => ({}) },
  },
  allowedOrigins: {
    kind: 'texts',
    log: {
      action: 'origins.changed',
      words: { added: 'Added', removed: 'Removed' },
      details: (from, to) => ({ added: without(to, from), removed: without(from, to) }),
    },
  },
  language: { kind: 'text', isShown: true, log: asIs('language', 'Language') },
  timeZone: { kind: 'text', log: asIs('timeZone', 'Time zone') },
  contactEmail: { kind: 'text?', isShown: true, log: asIs('contactEmail', 'Contact email') },
  contactPhone: { kind: 'text?', isShown: true, log: asIs('contactPhone', 'Contact phone') },
  deliveryCountries: {
    kind: 'texts',
    isShown: true,
    log: listed('deliveryCountries', 'Countries of delivery'),
  },
  paymentMethods: {
    kind: 'texts',
    isShown: true,
    log: listed('paymentMethods', 'Ways to pay beside cards', (name) => METHOD_NAMES[name]),
  },
  returnsAtOnce: {
    kind: 'flag',
    isShown: true,
    log: onOff('returnAtOnce', 'Buyers return at once'),
  },
  restarts: { kind: 'flag', log: onOff('startAgain', 'Buyers may start again') },
  logoUrl: { kind: 'text?', isShown: true, log: { ...asIs('logo', 'Logo'), isAlwaysTold: true } },
  confirmRefundsAbove: {
    kind: 'integer?',
    log: {
      ...asIs('confirmRefundsAbove', 'Refunds ask for the password above'),
      isAlwaysTold: true,
    },
  },
  branding: {
    kind: 'json?',
    isShown: true,
    log: { words: BRANDING_WORDS, details: brandingChanges },
  },
} as const satisfies { [Name in keyof StoreFields]: Field<StoreFields[Name]> }

type Table = typeof STORE_FIELDS
type ShownField = {
  [Name in keyof Table]: Table[Name] extends { isShown: true } ? Name : never
}[keyof Table]

const isStoreField = (name: string): name is keyof StoreFields => Object.hasOwn(STORE_FIELDS, name)

export const STORE_FIELD_NAMES = Object.keys(STORE_FIELDS).filter(isStoreField)

/** The part of a store that its sessions’ pages show and are bound by: as it is, not as it was. */
export type StoreFace = Pick<StoreFields, ShownField>

export const FACE_FIELDS = STORE_FIELD_NAMES.filter(
  (name): name is ShownField => 'isShown' in STORE_FIELDS[name],
)

/** How the log tells of a field. */
export const logOf = (name: keyof StoreChange) => STORE_FIELDS[name].log as Log<unknown>

/** What the log calls what it tells of a store. */
export const STORE_WORDS: Record<string, string> = Object.assign(
  {},
  ...Object.values(STORE_FIELDS).map((field) => ('log' in field ? field.log.words : {})),
)
