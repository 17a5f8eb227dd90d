import { describe, expect, test } from 'vitest'
import { fromStripeAmount, toStripeAmount } from './stripe-currencies.ts'

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
  ])('in %s of %i is %i at Stripe, and back', (currency, amount, stripeAmount) => {
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
  ])('in %s of %i cannot be expressed', (currency, amount) => {
    expect(toStripeAmount(amount, currency)).toBeUndefined()
  })

  test.each([
    ['ISK', 550],
    ['UGX', 1],
    ['EUR', 0.5],
  ])('is not made of %s %d of Stripe', (currency, stripeAmount) => {
    expect(() => fromStripeAmount(stripeAmount, currency)).toThrow(RangeError)
  })

  test('is in no currency that ISO 4217 does not have', () => {
    expect(() => fromStripeAmount(100, 'XXX')).toThrow('XXX is not a currency of ISO 4217')
  })
})
