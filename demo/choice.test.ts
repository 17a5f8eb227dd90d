import { describe, expect, test } from 'vitest'
import { productPath, toChoice } from './choice.ts'

describe('contract §1: the demo shop, choice', () => {
  test('a choice survives the way to the checkout and back', () => {
    const choice = { size: '36–39', color: 'Night & sea', quantity: 3 }
    const { pathname, searchParams } = new URL(
      productPath('long-walk-socks', choice),
      'http://shop.example',
    )
    expect(pathname).toBe('/products/long-walk-socks')
    expect(toChoice(searchParams)).toEqual(choice)
  })

  test('a product without sizes and colours has no choice in its address', () => {
    expect(productPath('a/b', { size: null, color: null, quantity: 1 })).toBe('/products/a%2Fb')
  })

  test('the address of a choice carries the code of a problem', () => {
    expect(productPath('mug', { size: null, color: null, quantity: 1 }, 'sold_out')).toBe(
      '/products/mug?problem=sold_out',
    )
  })

  test('a choice without a quantity is one', () => {
    expect(toChoice(new URLSearchParams())).toEqual({ size: null, color: null, quantity: 1 })
  })
})
