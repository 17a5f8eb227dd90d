import { describe, expect, test } from 'vitest'
import { describeStock, findVariant, stockOf, totalStock } from './public/availability.js'

const variants = [
  { size: 'S', colorName: 'Fog', stock: 0 },
  { size: 'M', colorName: 'Fog', stock: 2 },
  { size: 'M', colorName: 'Rust', stock: 9 },
]

describe('contract §1: the demo shop, availability', () => {
  test('the shop counts the chosen combination, and nothing for one that does not exist', () => {
    expect(stockOf(variants, { size: 'M', color: 'Rust' })).toBe(9)
    expect(stockOf(variants, { size: 'S', color: 'Rust' })).toBe(0)
    expect(findVariant(variants, { size: 'S', color: 'Rust' })).toBeUndefined()
    expect(totalStock(variants)).toBe(11)
  })

  test.each([
    [0, 'Sold out'],
    [1, 'Only 1 left'],
    [3, 'Only 3 left'],
    [4, 'In stock'],
  ])('the shop says of %i: %s', (stock, text) => {
    expect(describeStock(stock)).toBe(text)
  })
})
