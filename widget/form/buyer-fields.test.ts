import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemOf } from './buyer-fields.ts'
import { PayRequest } from '../../server/contract/buyer.ts'
import { DeliveryAddress } from '../../server/contract/delivery.ts'
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
    ['name', '\u200b', 'Enter your full name'],
    ['place', '\u200b', 'Enter where to deliver your order'],
    ['place', '\u3164 \u2800', 'Enter where to deliver your order'],
    ['email', '\u200b', 'Enter an email address like name@example.com'],
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

  const ODD = [
    ...'a\u0301\ue000\u{1f44d}@< \n\u0001\u0085\u00a0\u00ad\u200b\u2028\u2066\u2800\u3164\ufe0f\ufffa',
  ]
  const entries = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(...ODD),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 4,
    })
    .map((entry) => entry.replaceAll('\0', '').trim())

  test.each([
    ['name', PayRequest.shape.customer.shape.name],
    ['place', DeliveryAddress.shape.place],
    ['email', PayRequest.shape.customer.shape.email],
  ] as const)('the form takes what the service takes as %s', (field, schema) => {
    fc.assert(
      fc.property(entries, (entry) => {
        // An empty email address is not sent.
        fc.pre(field !== 'email' || entry !== '')
        expect(problemOf(field, entry, { t }) === undefined).toBe(schema.safeParse(entry).success)
      }),
      { numRuns: 1_000 },
    )
  })
})
