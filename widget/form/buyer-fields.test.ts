import { describe, expect, test } from 'vitest'
import { problemOf } from './buyer-fields.ts'
import { en } from '../i18n/en.ts'
import { translator } from '../i18n/translate.ts'

const t = translator(en, 'en')

describe('checkout-page §2: the buyer’s fields', () => {
  test.each([
    ['name', 'Ада Лавлейс'],
    ['name', '山田太郎'],
    ['phone', '+47 900 12 345'],
    ['phone', '(0047) 900-12-345'],
    ['phone', '٠١٢٣٤٥٦٧٨٩'],
    ['email', ''],
    ['email', 'ada@example.com'],
    ['place', 'Storgata 12\n0184 Oslo'],
  ] as const)('the form takes %s %j', (field, entry) => {
    expect(problemOf(field, entry, { t })).toBeUndefined()
  })
  test.each([
    ['name', '   ', 'Enter your full name'],
    ['phone', '', 'Enter your phone number'],
    ['phone', '12 34 56', 'Enter a phone number with 7 to 15 digits'],
    ['phone', '1234567890123456', 'Enter a phone number with 7 to 15 digits'],
    ['email', '<ada@example.com>', 'Enter an email address like name@example.com'],
    ['email', 'ada', 'Enter an email address like name@example.com'],
    ['place', '', 'Enter where to deliver your order'],
    ['place', 'x'.repeat(501), 'Shorten this to 500 characters'],
  ] as const)('the form refuses %s %j: %s', (field, entry, message) => {
    expect(problemOf(field, entry, { t })).toBe(message)
  })
})
