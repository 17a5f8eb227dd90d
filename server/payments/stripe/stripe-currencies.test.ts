import { describe, expect, test } from 'vitest'
import { CURRENCIES } from '../../checkout/money.ts'
import { amountRule, fromStripeAmount, toStripeAmount } from './stripe-currencies.ts'

describe('payments §7: An amount in minor units of ISO 4217', () => {
  test.each([
    ['EUR', 2440, 2440],
    ['USD', 1, 1],
    ['JPY', 1990, 1990],
    ['KRW', 50_000, 50_000],
    ['XPF', 100, 100],
    ['HUF', 123_456, 123_456],
    ['TWD', 9950, 9950],
    ['ISK', 5, 500],
    ['UGX', 5, 500],
    ['MGA', 500, 5],
    ['KWD', 5120, 5120],
    ['BHD', 10, 10],
    ['TND', 12_340, 12_340],
  ])('an amount in %s of %i is %i at Stripe, and back', (currency, amount, stripeAmount) => {
    expect(toStripeAmount(amount, currency)).toBe(stripeAmount)
    expect(fromStripeAmount(stripeAmount, currency)).toBe(amount)
  })

  test.each([
    ['KWD', 5124],
    ['BHD', 1],
    ['JOD', 12_345],
    ['OMR', 999],
    ['TND', 5],
    ['MGA', 501],
    ['MGA', 1],
    ['IQD', 1000],
    ['LYD', 1000],
    ['CLF', 10_000],
    ['UYW', 10_000],
    ['UYI', 10],
    ['ISK', Number.MAX_SAFE_INTEGER],
  ])('an amount in %s of %i cannot be expressed at Stripe', (currency, amount) => {
    expect(toStripeAmount(amount, currency)).toBeUndefined()
  })

  test.each([
    ['ISK', 550],
    ['UGX', 1],
    ['EUR', 0.5],
  ])('no amount is made of %s %d of Stripe', (currency, stripeAmount) => {
    expect(() => fromStripeAmount(stripeAmount, currency)).toThrow(RangeError)
  })

  test('no amount is in a currency that ISO 4217 does not have', () => {
    expect(() => fromStripeAmount(100, 'XXX')).toThrow('XXX is not a currency of ISO 4217')
  })
})

describe('payments §8: Which amounts Stripe takes, in minor units of ISO 4217', () => {
  test.each([
    ['EUR', 50, 99_999_999, 1],
    ['GBP', 30, 99_999_999, 1],
    ['HUF', 17_500, 99_999_999, 1],
    ['JPY', 50, 99_999_999, 1],
    ['IDR', 1, 999_999_999_999, 1],
    ['ISK', 1, 999_999, 1],
    ['UGX', 1, 999_999, 1],
    ['KWD', 10, 99_999_990, 10],
    ['MGA', 100, 9_999_999_900, 100],
    ['ARS', 1, 99_999_999, 1],
  ])('Stripe takes amounts of %s from %i to %i by %i', (currency, minimum, maximum, step) => {
    expect(amountRule(currency)).toEqual({ minimum, maximum, step })
  })

  test.each([
    [1, 'ARS CLP KRW'],
    [50, 'AUD BRL CAD CHF EUR INR JPY NZD SGD USD'],
    [30, 'GBP'],
    [200, 'AED MYR PLN RON'],
    [250, 'DKK'],
    [300, 'NOK SEK'],
    [400, 'HKD'],
    [1000, 'MXN THB'],
    [1500, 'CZK'],
    [17_500, 'HUF'],
  ])('Stripe takes amounts of at least %i of %s', (minimum, currencies) => {
    for (const currency of currencies.split(' '))
      expect(amountRule(currency)?.minimum, currency).toBe(minimum)
  })

  test.each(['CUP', 'IQD', 'UYW'])('Stripe takes no amount of %s', (currency) => {
    expect(amountRule(currency)).toBeUndefined()
  })

  test('Stripe takes the amounts that it can express', () => {
    const rules = CURRENCIES.flatMap((currency) => {
      const rule = amountRule(currency)
      return rule ? [{ currency, ...rule }] : []
    })
    const unexpressed = rules.flatMap(({ currency, minimum, step, maximum }) =>
      [minimum, minimum + step, maximum].filter(
        (amount) => toStripeAmount(amount, currency) === undefined,
      ),
    )
    expect(unexpressed).toEqual([])
    const uneven = rules.filter(({ step }) => step > 1)
    expect(uneven.map(({ currency, step }) => toStripeAmount(step + 1, currency))).toEqual(
      uneven.map(() => undefined),
    )
  })
})
