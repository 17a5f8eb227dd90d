import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyDigits, priceText } from '../../checkout/money.ts'
import { parsePrice } from './price.ts'

const CURRENCIES = ['JPY', 'EUR', 'KWD', 'CLF']

describe('Store application, forms: a price', () => {
  test.each<[string, string, number]>([
    ['19.90', 'EUR', 1990],
    ['19,90', 'EUR', 1990],
    ['19.9', 'EUR', 1990],
    ['19', 'EUR', 1900],
    ['0', 'EUR', 0],
    [',50', 'EUR', 50],
    ['1 990', 'EUR', 199_000],
    ['1 990,50', 'EUR', 199_050],
    ['1\u00a0990', 'EUR', 199_000],
    ['1\u202f990,5', 'EUR', 199_050],
    ['1.990,00', 'EUR', 199_000],
    ['1,990.00', 'EUR', 199_000],
    ['1’990.05', 'CHF', 199_005],
    [' 19.90 ', 'EUR', 1990],
    ['9,999,999,999.99', 'EUR', 999_999_999_999],
    ['0019.90', 'EUR', 1990],
    ['1990', 'JPY', 1990],
    ['1,990', 'JPY', 1990],
    ['1.990', 'JPY', 1990],
    ['1,234,567', 'JPY', 1_234_567],
    ['1.990', 'KWD', 1990],
    ['19,90', 'KWD', 19_900],
    ['19.900', 'KWD', 19_900],
    ['1,990.500', 'KWD', 1_990_500],
    ['1.9900', 'CLF', 19_900],
    ['١٩٫٩٠', 'EUR', 1990],
    ['١٬٩٩٠', 'EUR', 199_000],
    ['١٬٢٣٤٫٥٦', 'EUR', 123_456],
    ['۱۹٫۹', 'EUR', 1990],
    ['１９９０', 'JPY', 1990],
    ['١٫٩٩٠', 'KWD', 1990],
    ['١٬٩٩٠', 'KWD', 1_990_000],
    ['١٬٩٩٠', 'JPY', 1990],
    ['١٩٩٠', 'JPY', 1990],
  ])('the price %j in %s is %i', (text, currency, amount) => {
    expect(parsePrice(text, currency)).toEqual({ amount })
  })

  test.each<[string, string, string]>([
    ['', 'EUR', 'Enter a price.'],
    ['1.990', 'EUR', '“1.990” can be read in two ways: write 1990.00 or 1.99.'],
    ['1,990', 'EUR', '“1,990” can be read in two ways: write 1990.00 or 1.99.'],
    ['1,990', 'KWD', '“1,990” can be read in two ways: write 1990.000 or 1.990.'],
    ['1.990', 'CLF', '“1.990” can be read in two ways: write 1990.0000 or 1.9900.'],
    ['19.999', 'EUR', '“19.999” can be read in two ways: write 19999.00 or 19.99.'],
    ['0.500', 'EUR', 'A price in EUR has at most 2 decimals.'],
    ['1 990.500', 'EUR', 'A price in EUR has at most 2 decimals.'],
    ['1990.000', 'EUR', 'A price in EUR has at most 2 decimals.'],
    ['19.90', 'JPY', 'A price in JPY has no decimals.'],
    ['١٫٩٩٠', 'JPY', 'A price in JPY has no decimals.'],
    ['١٫٩٩٠', 'EUR', 'A price in EUR has at most 2 decimals.'],
    ['١.٩٩٠', 'EUR', '“1.990” can be read in two ways: write 1990.00 or 1.99.'],
    ['1.2345', 'KWD', 'A price in KWD has at most 3 decimals.'],
    ['10000000000', 'EUR', 'The price can be 9999999999.99 at most.'],
    ['99999999999999999999999', 'EUR', 'The price can be 9999999999.99 at most.'],
    ...[
      '-5',
      '+5',
      '1e3',
      '0x10',
      '€5',
      '19.90 EUR',
      '19.',
      '.',
      '1 99',
      '1,99,000.00',
      '1.990.00',
      '1..5',
      '1٫2٫3',
      '1٬99',
      'Ⅷ',
      'NaN',
      'free',
    ].map((text): [string, string, string] => [
      text,
      'EUR',
      'Write the price as a number, such as 19.90.',
    ]),
  ])('the price %j in %s is refused: %s', (text, currency, problem) => {
    expect(parsePrice(text, currency)).toEqual({ problem })
  })

  test('a price comes back from its text as it was, in every kind of currency', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.constantFrom(...CURRENCIES),
        (amount, currency) => {
          expect(parsePrice(priceText(amount, currency), currency)).toEqual({ amount })
        },
      ),
    )
  })

  test('a price has the digits that were typed, in their order', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9., ']{0,12}$/),
        fc.constantFrom(...CURRENCIES),
        (text, currency) => {
          const { amount } = parsePrice(text, currency)
          fc.pre(amount !== undefined)
          const typed = text.replaceAll(/\D/g, '').replace(/^0+/, '')
          expect(amount === 0 ? '' : String(amount)).toMatch(
            new RegExp(`^${typed}0{0,${currencyDigits(currency)}}$`),
          )
        },
      ),
    )
  })
})
