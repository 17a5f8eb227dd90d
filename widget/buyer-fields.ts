import type { AskedName, FieldName } from './checkout-state.ts'
import type { Translate } from './i18n/translate.ts'
import { digitsOf } from './latin-digits.ts'

export const FIELD_MAXIMUM: Readonly<Record<AskedName, number>> = {
  name: 120,
  phone: 32,
  email: 254,
  place: 500,
  agreed: 3,
}

export const FIELD_NAMES: readonly FieldName[] = ['name', 'phone', 'email', 'place']

const MISSING = {
  name: 'contact.name.missing',
  phone: 'contact.phone.missing',
  place: 'delivery.place.missing',
  agreed: 'agree.missing',
} as const

/** What is wrong with an entry, in words that say what to do; `undefined` when nothing is. */
export function problemOf(field: AskedName, entry: string, t: Translate): string | undefined {
  const value = entry.trim()
  if (!value) return field === 'email' ? undefined : t(MISSING[field])
  if (value.length > FIELD_MAXIMUM[field]) return t('field.long', { maximum: FIELD_MAXIMUM[field] })
  if (field === 'phone' && !/^\d{7,15}$/.test(digitsOf(value))) return t('contact.phone.wrong')
  if (field === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return t('contact.email.wrong')
  return undefined
}
