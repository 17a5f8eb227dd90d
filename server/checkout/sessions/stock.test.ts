import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NotForSale, VariantNames } from '../ports/session-creation.ts'
import { notForSale, tooFewLeft } from './stock.ts'

const PLAIN: VariantNames[] = [{ size: null, colorName: null }]
const SIZED: VariantNames[] = [
  { size: 'M', colorName: null },
  { size: 'L', colorName: null },
]
const FULL: VariantNames[] = [
  { size: 'M', colorName: 'Red' },
  { size: 'L', colorName: 'Blue' },
]

const noVariant = (choices: VariantNames[]): NotForSale => ({ type: 'no_variant', choices })
const tooFew = (left: number): NotForSale => ({ type: 'too_few', productName: 'Shirt', left })

type Item = { size?: string; color?: string; quantity?: number }

const refuse = (item: Item, why: NotForSale) => {
  const { code, message } = notForSale({ product: 'shirt', quantity: 1, ...item }, why)
  return `${code}: ${message}`
}

describe('spec §7 Errors: why an item is not sold', () => {
  test.each<[string, NotForSale, Item, RegExp]>([
    ['no product', { type: 'no_product' }, {}, /^product_not_found: .*"shirt"/],
    ['sizes, none sent', noVariant(SIZED), {}, /^variant_not_found: .*no such combination.*M; L/],
    ['unknown size', noVariant(SIZED), { size: 'XL' }, /^variant_not_found: .*no such combination/],
    [
      'pair that does not exist',
      noVariant(FULL),
      { size: 'M', color: 'Blue' },
      /^variant_not_found: .*no such combination.*M, Red; L, Blue/,
    ],
    [
      'size of a product without',
      noVariant(PLAIN),
      { size: 'M' },
      /^variant_not_found: "shirt" has no sizes; leave size out/,
    ],
    [
      'color of a product without',
      noVariant(SIZED),
      { size: 'M', color: 'Red' },
      /^variant_not_found: "shirt" has no colors; leave color out/,
    ],
    ['sold out', tooFew(0), { size: 'L' }, /^sold_out: Shirt \(L\)/],
    ['sold out, many wanted', tooFew(0), { size: 'L', quantity: 9 }, /^sold_out: /],
    ['sold out, without variants', tooFew(0), {}, /^sold_out: Shirt is sold out\.$/],
    [
      'too few',
      tooFew(3),
      { size: 'M', color: 'Red', quantity: 4 },
      /^insufficient_stock: Only 3 left of Shirt \(M, Red\)/,
    ],
  ])('why an item is not sold is said: %s', (_, why, item, message) => {
    expect(refuse(item, why)).toMatch(message)
  })

  test('nothing left is sold out, all else that is too few is insufficient stock', () => {
    fc.assert(
      fc.property(fc.nat(200), (left) => {
        const { code, left: named } = tooFewLeft('Mug', left)
        expect([code, named]).toEqual(
          left === 0 ? ['sold_out', undefined] : ['insufficient_stock', left],
        )
      }),
    )
  })
})
