import { describe, expect, test } from 'vitest'
import { currencyDigits, isCurrency } from './money.ts'

describe('decision 1: currencies and their minor units', () => {
  test.each([
    ['JPY', 0],
    ['KRW', 0],
    ['EUR', 2],
    ['USD', 2],
    ['KWD', 3],
    ['TND', 3],
    ['CLF', 4],
  ])('%s has %i digits behind the point', (code, digits) => {
    expect(currencyDigits(code)).toBe(digits)
  })

  test.each(['', 'eur', 'EURO', 'XXX', 'XTS', 'XAU', '__proto__', 'constructor'])(
    '"%s" is no currency',
    (code) => {
      expect(isCurrency(code)).toBe(false)
      expect(() => currencyDigits(code)).toThrow(RangeError)
    },
  )

  test('every currency in use that this runtime knows is known here', () => {
    const inUse = [
      'AED',
      'AUD',
      'BRL',
      'CAD',
      'CHF',
      'CNY',
      'CZK',
      'DKK',
      'EGP',
      'GBP',
      'HKD',
      'HUF',
      'IDR',
      'ILS',
      'INR',
      'MAD',
      'MXN',
      'MYR',
      'NGN',
      'NOK',
      'NZD',
      'PEN',
      'PHP',
      'PLN',
      'RON',
      'SAR',
      'SEK',
      'SGD',
      'THB',
      'TRY',
      'TWD',
      'UAH',
      'UZS',
      'VND',
      'ZAR',
    ]
    expect(
      inUse.filter(
        (code) => !isCurrency(code) || !Intl.supportedValuesOf('currency').includes(code),
      ),
    ).toEqual([])
  })
})
