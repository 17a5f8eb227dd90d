import { describe, expect, test } from 'vitest'
import { PRODUCTS } from './catalogue.ts'
import { decide } from './seed.ts'

describe('contract §1: a second start', () => {
  test.each([
    ['reuse', 'ok', 'ok'],
    ['reuse', 'rate_limited', 'ok'],
    ['reuse', 'plan_required', 'ok'],
    ['seed', 'invalid_api_key', 'store_not_found'],
    ['stop', 'invalid_api_key', 'ok'],
  ] as const)('chooses %s when the key answers %s and the store %s', (decision, key, store) => {
    expect(decide({ key, store })).toBe(decision)
  })
})

describe('contract §1: the catalogue', () => {
  const stocks = (slug: string) =>
    PRODUCTS.find((product) => product.slug === slug)?.variants.map(({ stock }) => stock)

  test('has something nearly sold out and something sold out', () => {
    expect(stocks('shore-blanket')).toEqual([2])
    expect(stocks('window-candle')).toEqual([0])
  })

  test('repeats no slug and no combination', () => {
    expect(new Set(PRODUCTS.map(({ slug }) => slug)).size).toBe(PRODUCTS.length)
    for (const { variants } of PRODUCTS) {
      expect(new Set(variants.map(({ size, colorName }) => `${size}|${colorName}`)).size).toBe(
        variants.length,
      )
    }
  })
})
