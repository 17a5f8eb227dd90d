import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, fromCsvCell } from './csv-cell.ts'

test.each(['=1+1', '+34 600 123 456', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1", "''@x"])('%j is marked as text', (text) => {
  expect(csvCell(text)).toBe(`'${text}`)
})

test.each(['', 'Mug', '1 = 1', "'tis", "''", '19.90', '‏=', 'قميص'])('%j stays as it is', (text) => {
  expect(csvCell(text)).toBe(text)
  expect(fromCsvCell(text)).toBe(text)
})

test('a text comes back from its cell as it was', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+\-@\t\r\n＝]?'?[a-z]{0,3}$/))
  fc.assert(fc.property(texts, (text) => { expect(fromCsvCell(csvCell(text))).toBe(text) }))
})
