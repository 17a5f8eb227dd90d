import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, fromCsvCell } from './csv-cell.ts'

describe('Store application, exports: a cell of a CSV file', () => {
  test.each([
    '=1+1',
    '+34 600 123 456',
    '-2',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '"=1"',
    "'=1",
    "''@x",
  ])('the cell %j is marked as text', (text) => {
    expect(csvCell(text)).toBe(`'${text}`)
  })

  test.each([
    ['Ana;=1', "Ana;'=1"],
    ['Ana\t@x', "Ana\t'@x"],
    ['5 Elm St\r\n+34', "5 Elm St\r\n'+34"],
    ['a;"=1"', 'a;\'"=1"'],
    ['\t=1', "'\t'=1"],
    ["a;'=1", "a;''=1"],
  ])('the text %j is marked where another cell may begin', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  test.each(['', 'Mug', '1 = 1', 'a, =1', 'a; b = 1', "'tis", "''", '19.90', '‏=', 'قميص'])(
    'the cell %j stays as it is',
    (text) => {
      expect(csvCell(text)).toBe(text)
      expect(fromCsvCell(text)).toBe(text)
    },
  )

  test('a text comes back from its cell as it was', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(['"=+\-@;\t\r\n＝]{0,4}[a-z]{0,2}){0,3}$/),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(fromCsvCell(csvCell(text))).toBe(text)
      }),
    )
  })
})
