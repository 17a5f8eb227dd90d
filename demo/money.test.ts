import { describe, expect, test } from 'vitest'
import { formatMoney } from './money.ts'

describe('contract §1: the demo shop, formatMoney', () => {
  test.each([
    [1990, 'EUR', '€19.90'],
    [0, 'EUR', '€0.00'],
    [123_456_789, 'EUR', '€1,234,567.89'],
    [1990, 'JPY', 'JP¥1,990'],
    [1990, 'KWD', 'KWD 1.990'],
  ])('the shop writes %i minor units of %s as %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(text)
  })
})
