import { getCountries } from 'libphonenumber-js'
import { describe, expect, test } from 'vitest'
import { PhoneNumber } from '../../contract/phone.ts'
import { completedPhone, examplePhone, isSamePhone, phoneSpellings } from './phone.ts'

describe('checkout-page §2: a phone number, with the country of the address', () => {
  test.each([
    ['0151 23456789', 'DE', '+49 1512 3456789'],
    ['600 123 456', 'ES', '+34 600 12 34 56'],
    ['(415) 555-2671', 'US', '+1 415 555 2671'],
    ['06 1234 5678', 'IT', '+39 06 1234 5678'],
    ['0034 600 123 456', 'DE', '+34 600 12 34 56'],
    ['٠١٥١٢٣٤٥٦٧٨٩', 'DE', '+49 1512 3456789'],
  ])('the number %s is completed in %s: %s', (typed, country, completed) => {
    expect(completedPhone(typed, country)).toBe(completed)
  })

  test.each([
    ['+34 600-123-456', 'DE'],
    ['12', 'DE'],
    ['call me', 'DE'],
    ['600 123 456', 'AQ'],
    ['0151 23456789, ask for Ana 0151 2345', 'DE'],
    ['', 'ES'],
  ])('the number %s stays as it was typed in %s', (typed, country) => {
    expect(completedPhone(typed, country)).toBe(typed)
  })

  test('a country has an example of its numbers, and a place without people has none', () => {
    expect(examplePhone('DE')).toBe('+49 1512 3456789')
    expect(examplePhone('AQ')).toBeUndefined()
  })

  test('the example of every country is a number that the form takes', () => {
    const examples = getCountries().flatMap((country) => examplePhone(country) ?? [])
    expect(examples.length).toBeGreaterThan(200)
    expect(examples.filter((example) => !PhoneNumber.safeParse(example).success)).toEqual([])
  })
})

describe('Directive 2023/2673: a phone number as people write and paste it', () => {
  test.each([
    ['+49 (0) 151 23456789', '+49 1512 3456789'],
    ['+49 (0)151/234 56-789', '0151 23456789'],
    ['0049 151 23456789', '+49 1512 3456789'],
    ['151 23456789', '0151 23456789'],
    ['4915123456789', '+49 (0) 151 23456789'],
    ['＋３４　６００　１２３　４５６', '+34 600 123 456'],
    ['٦٠٠ ١٢٣ ٤٥٦', '+34 600 123 456'],
    ['۶۰۰۱۲۳۴۵۶', '600-123-456'],
    ['६०० १२३ ४५६', '600.123.456'],
    ['\u202d+34\u00a0600\u2009123\u2011456\u202c', '600 123 456'],
    ['tel:+34-600-123-456', '600 123 456'],
    ['8 (912) 345-67-89', '+7 912 345-67-89'],
    ['06 30 123 4567', '+36 30 123 4567'],
    ['+39 06 1234 5678', '06 1234 5678'],
    ['+39 (0)6 1234 5678', '+39 06 1234 5678'],
    ['(202) 555-0123', '+1 202-555-0123'],
    ['1 202 555 0123', '+1 202 555 0123'],
  ])('%s is %s', (one, other) => {
    expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([true, true])
  })

  test('a code without its sign is one before the whole number that was kept', () => {
    expect(isSamePhone('4915123456789', '0151 23456789')).toBe(true)
    // A number of New Zealand, too, if 64 were its code.
    expect(isSamePhone('8086539', '648086539')).toBe(false)
  })

  test.each([
    ['123 456', '+34 600 123 456'],
    ['00 123 456', '+34 600 123 456'],
    ['123 456', '600 123 456'],
    ['00 123 456', '600 123 456'],
    ['9 600 123 456', '600 123 456'],
    ['+49 600 123 456', '+34 600 123 456'],
    ['0049 600 123 456', '+34 600 123 456'],
    ['49 600 123 456', '+34 600 123 456'],
    ['+34 600 123 456', '+346 00 123 45'],
    // The code of Australia, and of Bulgaria: neither number is one of there.
    ['234 5678', '612 345 678'],
    ['123 456', '359 123 456'],
    ['34', '+34 600 123 456'],
    ['', ''],
    ['+', '00'],
    ['', '600 123 456'],
    ['ana', '600 123 456'],
  ])('%s is not %s', (one, other) => {
    expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([false, false])
  })
})

describe('contract §4, buyers: a phone number is found however it was written', () => {
  test.each(['+49 151 23456789', '+49 (0) 151 23456789', '0049 0151 23456789'])(
    '%s has the spellings with and without the zero of its country',
    (phone) => {
      expect(phoneSpellings(phone).slice(1)).toEqual(['4915123456789', '49015123456789'])
    },
  )

  test('a number without a country’s code has the one that it has', () => {
    expect(phoneSpellings('0151 23456789')).toEqual(['0151 23456789'])
  })
})
