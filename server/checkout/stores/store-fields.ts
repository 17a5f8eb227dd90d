import type { DeliveryOption } from '../../contract/delivery.ts'
import type { RedirectMethod } from '../../contract/fields.ts'
import type { Plan } from '../../contract/platform/platform.ts'
import type { AuditAction } from './audit.ts'
import { BRANDING_WORDS, type Branding, brandingChanges } from './branding.ts'
import { METHOD_NAMES } from '../payments/redirect-methods.ts'

export type StoreFields = {
  /** A test store moves no real money. This never changes. */
  isTest: boolean
  name: string
  plan: Plan
  /** ISO 4217. */
  currency: string
  /** Whether totals say that they include tax. */
  pricesIncludeTax: boolean
  deliveryOptions: DeliveryOption[]
  /** Pages that may use its public key and the element; empty: all pages. */
  allowedOrigins: string[]
  /** BCP 47: the language of its pages for buyers whose languages we do not have. */
  language: string
  /** IANA. */
  timeZone: string
  contactEmail: string | null
  contactPhone: string | null
  /** ISO 3166-1 codes of the countries that it delivers to; empty: an address is one text. */
  deliveryCountries: string[]
  /** The redirect methods that it has turned on, beside cards. */
  paymentMethods: RedirectMethod[]
  /** What happens next, in its own words, on the receipt. */
  nextStep: string | null
  /** Whether buyers go to `successUrl` as soon as they have paid. */
  returnsAtOnce: boolean
  /** Whether buyers may open a new session instead of an expired one. */
  restarts: boolean
  /** Whether buyers who give an address get mails. */
  mailsBuyers: boolean
  /** Whether they also get one when their order is fulfilled. */
  mailsFulfilment: boolean
  /** What card statements call it: the shortened descriptor of its Stripe account. */
  statementName: string | null
  /** Whether the payment provider sends its own receipt to buyers, too. */
  providerReceipts: boolean
  /** Whether buyers can withdraw online; null: see `takesWithdrawals`. */
  withdrawals: boolean | null
  logoUrl: string | null
  /** In the minor unit. Refunds above it ask for the password again; null: none does. */
  confirmRefundsAbove: number | null
  /** Null: our own look. */
  branding: Branding | null
}

export type StoreChange = {
  [Name in keyof Omit<StoreFields, 'isTest'>]?: StoreFields[Name] | undefined
}

/** What the audit log says of a field. `words`: the names of the keys in `details`. */
type Log<Value> = {
  /** (Default: `store.changed`.) */
  action?: AuditAction
  words: Record<string, string>
  details: (before: Value, after: Value) => Record<string, unknown>
  /** Whether the log also has a line when the field was saved unchanged. */
  isAlwaysAudited?: true
}

/** A field has a column with its name in snake case. Only a field with a `log` can be changed. */
type Field<Value> = {
  /** `?`: may be null. */
  kind: 'text' | 'text?' | 'texts' | 'flag' | 'flag?' | 'integer?' | 'json' | 'json?'
  /** Whether sessions carry it as a part of `ShownStore`. */
  isShown?: true
  /** What Settings, General calls it. */
  label?: string
  log?: Log<Value>
}

type AuditedValue = string | number | null

/** The log shows the field's old and new value as `from` and `to`. */
const inWords = <Value>(
  name: string,
  word: string,
  audited: (value: Value) => AuditedValue,
): Log<Value> => ({
  words: { [name]: word },
  details: (before, after) => ({ [name]: { from: audited(before), to: audited(after) } }),
})

const asIs = <Value extends AuditedValue>(name: string, word: string) =>
  inWords<Value>(name, word, (value) => value)

const switched = (isOn: boolean) => (isOn ? 'on' : 'off')

const onOff = (name: string, word: string) => inWords(name, word, switched)

const listed = <Each extends string>(
  name: string,
  word: string,
  nameOf = (each: Each): string => each,
) => inWords<Each[]>(name, word, (list) => list.map(nameOf).join(', ') || null)

const without = (these: string[], others: string[]) =>
  these.filter((each) => !others.includes(each))

/** In the order of the audit log. */
export const STORE_FIELDS = {
  isTest: { kind: 'flag', isShown: true },
  name: { kind: 'text', isShown: true, label: 'Name', log: asIs('name', 'Name') },
  plan: {
    kind: 'text',
    log: { action: 'plan.changed', words: {}, details: (_, plan) => ({ plan }) },
  },
  currency: { kind: 'text', label: 'Currency', log: asIs('currency', 'Currency') },
  pricesIncludeTax: {
    kind: 'flag',
    isShown: true,
    label: 'Prices include tax',
    log: onOff('pricesIncludeTax', 'Prices include tax'),
  },
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
  language: { kind: 'text', isShown: true, label: 'Language', log: asIs('language', 'Language') },
  timeZone: { kind: 'text', label: 'Time zone', log: asIs('timeZone', 'Time zone') },
  contactEmail: {
    kind: 'text?',
    isShown: true,
    label: 'Email for buyers',
    log: asIs('contactEmail', 'Contact email'),
  },
  contactPhone: {
    kind: 'text?',
    isShown: true,
    label: 'Phone for buyers',
    log: asIs('contactPhone', 'Contact phone'),
  },
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
  nextStep: {
    kind: 'text?',
    isShown: true,
    label: 'What happens next',
    log: asIs('nextStep', 'What happens next'),
  },
  returnsAtOnce: {
    kind: 'flag',
    isShown: true,
    label: 'Buyers go to the success URL as soon as they have paid',
    log: onOff('returnAtOnce', 'Buyers return at once'),
  },
  restarts: {
    kind: 'flag',
    label: 'Buyers may start again on expired and sold-out pages',
    log: onOff('startAgain', 'Buyers may start again'),
  },
  mailsBuyers: {
    kind: 'flag',
    label: 'Buyers who give an address get mails',
    log: onOff('mailsBuyers', 'Mails to buyers'),
  },
  mailsFulfilment: {
    kind: 'flag',
    label: 'They also get one when their order is fulfilled',
    log: onOff('mailsFulfilment', 'Mail when an order is fulfilled'),
  },
  statementName: {
    kind: 'text?',
    isShown: true,
    label: 'Name on card statements',
    log: asIs('statementName', 'Name on card statements'),
  },
  providerReceipts: {
    kind: 'flag',
    isShown: true,
    label: 'Stripe sends them its own receipt, too',
    log: onOff('providerReceipts', 'Receipts of the payment provider'),
  },
  withdrawals: {
    kind: 'flag?',
    isShown: true,
    label: 'Buyers withdraw online',
    log: inWords('withdrawals', 'Withdrawal online', (isOn: boolean | null) =>
      isOn === null ? null : switched(isOn),
    ),
  },
  logoUrl: {
    kind: 'text?',
    isShown: true,
    log: { ...asIs('logo', 'Logo'), isAlwaysAudited: true },
  },
  confirmRefundsAbove: {
    kind: 'integer?',
    label: 'Sum above which a refund asks for the password',
    log: asIs('confirmRefundsAbove', 'Refunds ask for the password above'),
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

/** The present settings of the store that its sessions' pages show and obey. */
export type ShownStore = Pick<StoreFields, ShownField>

export const SHOWN_STORE_FIELDS = STORE_FIELD_NAMES.filter(
  (name): name is ShownField => 'isShown' in STORE_FIELDS[name],
)

export const logOf = (name: keyof StoreChange) => STORE_FIELDS[name].log as Log<unknown>

/** The names of the keys in the log's `details`. */
export const STORE_WORDS: Record<string, string> = Object.assign(
  {},
  ...Object.values(STORE_FIELDS).map((field) => ('log' in field ? field.log.words : {})),
)
