import { describe, expect, test } from 'vitest'
import { proposeSlug, readCombinations } from './product-form.ts'
import { parseStockChange } from './product.page.ts'

describe('Store application, Products: the forms', () => {
  test.each([
    ['Linen shirt, white', 'linen-shirt-white'],
    ['Camisón', 'camison'],
    ['قميص كتان', 'قميص-كتان'],
    ['100 %', '100'],
    ['!', 'product'],
    ['x'.repeat(200), 'x'.repeat(80)],
    [`a${'𠮷'.repeat(50)}`, `a${'𠮷'.repeat(39)}`],
  ])('%j is proposed as a slug', (name, slug) => {
    expect(proposeSlug(name)).toBe(slug)
  })

  test('of more sizes and colors than a product can have none are combined', () => {
    const errors = {}
    const names = Array.from({ length: 5000 }, (_, number) => number).join()
    expect(readCombinations({ sizes: names, colors: names }, errors)).toEqual([])
    expect(errors).toEqual({ sizes: 'A product can have 500 variants at most.' })
  })

  test.each<[string, number]>([
    ['+5', 5],
    ['-2', -2],
    ['−2', -2],
    ['–2', -2],
    ['+ 1 000', 1000],
    ['+٥', 5],
    ['-１２', -12],
  ])('%j is a change of the stock by %i', (text, delta) => {
    expect(parseStockChange(text)).toEqual({ delta })
  })
})
