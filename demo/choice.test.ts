import { describe, expect, test } from 'vitest'
import { productPath, toChoice } from './choice.ts'

describe('Demo shop: choice', () => {
  test('survives the way to the checkout and back', () => {
    const choice = { size: '36–39', color: 'Night & sea', quantity: 3 }
    const { pathname, searchParams } = new URL(
      productPath('long-walk-socks', choice),
      'http://shop.example',
    )
    expect(pathname).toBe('/products/long-walk-socks')
    expect(toChoice(searchParams)).toEqual(choice)
  })

  test('stays out of the address of a product without sizes and colours', () => {
    expect(productPath('a/b', { size: null, color: null, quantity: 1 })).toBe('/products/a%2Fb')
  })

  test('carries the code of a problem', () => {
    expect(productPath('mug', { size: null, color: null, quantity: 1 }, 'sold_out')).toBe(
      '/products/mug?problem=sold_out',
    )
  })

  test('counts one when nothing was said', () => {
    expect(toChoice(new URLSearchParams())).toEqual({ size: null, color: null, quantity: 1 })
  })
})
