import { describe, expect, test } from 'vitest'
import { digitsOf } from '../form/latin-digits.ts'
import { brandOf, codeLength, formatNumber, isLuhnValid } from './card-number.ts'

describe('checkout-page §2: the card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242', '4242'],
    ['', ''],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
  ])('the card number %j is written %j', (digits, written) => {
    expect(formatNumber(digits)).toBe(written)
  })
  test('a card number is taken with spaces, dashes and digits of other scripts', () => {
    expect(digitsOf(' 4242-4242 4242.4242 ')).toBe('4242424242424242')
    expect(digitsOf('４２٤۲')).toBe('4242')
  })
  test.each([
    '4242424242424242',
    '4000000000000002',
    '4000002760003184',
    '378282246310005',
    '5555555555554444',
  ])('the card number %s passes Luhn', (digits) => {
    expect(isLuhnValid(digits)).toBe(true)
  })
  test.each([
    '4242424242424241',
    '4242424242424224',
    '0',
    '',
    '42424242424',
    '00000000000000000000',
  ])('the card number %j does not pass Luhn', (digits) => {
    expect(isLuhnValid(digits)).toBe(false)
  })
  test.each([
    ['4', 'VISA', 3],
    ['55', 'MC', 3],
    ['2223', 'MC', 3],
    ['34', 'AMEX', 4],
    ['6011', '', 3],
    ['9', '', 3],
  ])(
    'a card number that begins with %s is of %j with a code of %i digits',
    (digits, brand, length) => {
      expect(brandOf(digits)).toBe(brand)
      expect(codeLength(digits)).toBe(length)
    },
  )
})
