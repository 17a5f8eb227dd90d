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
    ['phone', '०१२३४५६७८९'],
    ['email', ''],
    ['email', 'ada@example.com'],
    ['place', 'Storgata 12\n0184 Oslo'],
  ] as const)('the form takes %s %j', (field, entry) => {
    expect(problemOf(field, entry, { t })).toBeUndefined()
  })
  test.each([
    ['name', '   ', 'Enter your full name'],
    ['name', '\u200b', 'Enter your full name'],
    ['place', '\u200b', 'Enter your delivery address'],
    ['place', '\u3164 \u2800', 'Enter your delivery address'],
    ['email', '\u200b', 'Enter an email address like name@example.com'],
    ['phone', '', 'Enter your phone number'],
    ['phone', '12 34 56', 'Enter a phone number with 7 to 15 digits'],
    ['phone', '1234567890123456', 'Enter a phone number with 7 to 15 digits'],
    ['phone', 'call me 1234567', 'Enter a phone number with 7 to 15 digits'],
    ['email', '<ada@example.com>', 'Enter an email address like name@example.com'],
    ['email', 'ada', 'Enter an email address like name@example.com'],
    ['place', '', 'Enter your delivery address'],
    ['place', 'x'.repeat(501), 'Shorten this to 500 characters or fewer'],
  ] as const)('the form refuses %s %j: %s', (field, entry, message) => {
    expect(problemOf(field, entry, { t })).toBe(message)
  })

  const ODD = [
    ...'a\u0301\ue000\u{1f44d}@<> \n\u0001\u0085\u00a0\u00ad\u200b\u2028\u2066\u2800\u3164\ufe0f\ufffa',
  ]
  const unit = fc.oneof(
    fc.constantFrom(...ODD),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const entries = fc.string({ unit, maxLength: 4 })
  const addresses = fc
    .tuple(unit, fc.nat(4))
    .map(([odd, index]) => [...'a@bc'].toSpliced(index, 0, odd).join(''))
  const MARKS = [...'+-()./＋（）．／－−ー–\u00a0\u200b']
  const digit = fc.constantFrom(...'0123456789٣۴๗９')
  /** Around 7 and 15 digits, the most of them with what numbers have, and some with one thing more. */
  const numbers = fc
    .tuple(
      fc.array(fc.tuple(digit, fc.constantFrom('', '', ...MARKS)), { minLength: 5, maxLength: 17 }),
      fc.constantFrom('', '', ...MARKS, ...ODD, ...'①²½[]*#,;x'),
      fc.nat(20),
    )
    .map(([digits, odd, index]) => digits.flat().toSpliced(index, 0, odd).join(''))

  test.each([
    ['name', entries, PayRequest.shape.customer.shape.name],
    ['place', entries, DeliveryAddress.shape.place],
    ['email', entries, PayRequest.shape.customer.shape.email],
    ['email', addresses, PayRequest.shape.customer.shape.email],
    ['phone', entries, PayRequest.shape.customer.shape.phone],
    ['phone', numbers, PayRequest.shape.customer.shape.phone],
  ] as const)('the form takes what the service takes as %s', (field, typed, schema) => {
    fc.assert(
      fc.property(typed, (text) => {
        const entry = text.replaceAll('\0', '').trim()
        // An empty email address is not sent.
        fc.pre(field !== 'email' || entry !== '')
        expect(problemOf(field, entry, { t }) === undefined).toBe(schema.safeParse(entry).success)
      }),
      { numRuns: 1_000 },
    )
  })
})
