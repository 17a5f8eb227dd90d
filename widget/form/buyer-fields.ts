import type { AddressField } from '../../server/contract/delivery.ts'
import type { AskedName, FieldName } from '../session/checkout-state.ts'
import type { Translate } from '../i18n/translate.ts'

export const FIELD_MAXIMUM: Readonly<Record<AskedName, number>> = {
  name: 120,
  email: 254,
  phone: 32,
  place: 500,
  postalCode: 120,
  city: 120,
  region: 120,
  agreed: 3,
}

export const ADDRESS_FIELDS: readonly AddressField[] = ['place', 'postalCode', 'city', 'region']

export const FIELD_NAMES: readonly FieldName[] = ['name', 'email', 'phone', ...ADDRESS_FIELDS]

const MISSING = {
  name: 'contact.name.missing',
  phone: 'contact.phone.missing',
  place: 'delivery.place.missing',
  postalCode: 'delivery.postalCode.missing',
  city: 'delivery.city.missing',
  region: 'delivery.region.missing',
  agreed: 'agree.missing',
} as const

type FieldOptions = {
  t: Translate
  /** Whether the entry may be empty. An email address always may. */
  isOptional?: boolean | undefined
  /** Whether the address has fields for its parts, so the first of them is the street alone. */
  hasParts?: boolean | undefined
  /** What people call a region in the country of the address. */
  regionWord?: string | undefined
}

/** A character that is drawn, by the rule of `requiredText` in the contract. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{DI}\u2800\ufff9-\ufffb]/u

/** The rule of `PhoneNumber` in the contract. */
const PHONE = /^(?=(?:\P{Nd}*\p{Nd}){7,15}\P{Nd}*$)[\p{Nd}\p{Zs}\p{Pd}\p{DI}+()./＋（）．／−ー]+$/u

/** The rule of `EmailAddress` in the contract. */
const EMAIL = /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+$/u

/** What is wrong with an entry, in words that say what to do. `undefined` when nothing is wrong. */
export function problemOf(
  field: AskedName,
  entry: string,
  { t, isOptional, hasParts, regionWord = '' }: FieldOptions,
): string | undefined {
  const value = entry.trim()
  const maximum = FIELD_MAXIMUM[field]
  if (value.length > maximum) return t('field.long', { maximum })
  if (field === 'email') return !value || EMAIL.test(value) ? undefined : t('contact.email.wrong')
  const missing = hasParts && field === 'place' ? 'delivery.street.missing' : MISSING[field]
  if (!VISIBLE.test(value)) return isOptional ? undefined : t(missing, { name: regionWord })
  if (field === 'phone' && !PHONE.test(value)) return t('contact.phone.wrong')
  return undefined
}
