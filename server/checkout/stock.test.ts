import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Product, Variant } from '../contract/merchant.ts'
import { refusalOf, stockRefusal } from './stock.ts'

const aProduct = (variants: Variant[], archived = false): Product => ({
  slug: 'shirt',
  name: 'Shirt',
  description: null,
  imageUrl: null,
  price: 1,
  currency: 'EUR',
  archived,
  variants,
})
const PLAIN = aProduct([{ size: null, colorName: null, stock: 3 }])
const SIZED = aProduct([
  { size: 'M', colorName: null, stock: 3 },
  { size: 'L', colorName: null, stock: 0 },
])
const FULL = aProduct([
  { size: 'M', colorName: 'Red', stock: 3 },
  { size: 'L', colorName: 'Blue', stock: 1 },
])

const refuse = (
  product: Product | undefined,
  item: { size?: string; color?: string; quantity?: number },
) => {
  const refusal = refusalOf(product, { product: 'shirt', quantity: 1, ...item })
  return refusal && `${refusal.code}: ${refusal.message}`
}

describe('§7 Errors: why an item cannot be sold', () => {
  test('what is in stock can be', () => {
    expect(refuse(PLAIN, {})).toBeUndefined()
    expect(refuse(PLAIN, { quantity: 3 })).toBeUndefined()
    expect(refuse(FULL, { size: 'L', color: 'Blue' })).toBeUndefined()
  })

  test.each<[string, Product | undefined, Parameters<typeof refuse>[1], RegExp]>([
    ['no product', undefined, {}, /^product_not_found: .*"shirt"/],
    ['archived', aProduct(PLAIN.variants, true), {}, /^product_not_found: .*"shirt"/],
    ['sizes, none sent', SIZED, {}, /^variant_not_found: .*no such combination.*M; L/],
    ['unknown size', SIZED, { size: 'XL' }, /^variant_not_found: .*no such combination/],
    [
      'pair that does not exist',
      FULL,
      { size: 'M', color: 'Blue' },
      /^variant_not_found: .*no such combination.*M, Red; L, Blue/,
    ],
    [
      'size of a product without',
      PLAIN,
      { size: 'M' },
      /^variant_not_found: "shirt" has no sizes; leave size out/,
    ],
    [
      'color of a product without',
      SIZED,
      { size: 'M', color: 'Red' },
      /^variant_not_found: "shirt" has no colors; leave color out/,
    ],
    ['sold out', SIZED, { size: 'L' }, /^sold_out: Shirt \(L\)/],
    ['sold out, many wanted', SIZED, { size: 'L', quantity: 9 }, /^sold_out: /],
    [
      'too few',
      FULL,
      { size: 'M', color: 'Red', quantity: 4 },
      /^insufficient_stock: Only 3 left of Shirt \(M, Red\)/,
    ],
  ])('%s', (_, product, item, message) => {
    expect(refuse(product, item)).toMatch(message)
  })

  test('stock: nothing left is sold out, less than wanted is insufficient, all else is sold', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 100 }), (left, quantity) => {
        const expected =
          left === 0 ? 'sold_out' : left < quantity ? 'insufficient_stock' : undefined
        expect(stockRefusal('Mug', left, quantity)?.code).toBe(expected)
      }),
    )
  })
})
