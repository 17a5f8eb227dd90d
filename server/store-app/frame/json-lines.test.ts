import { describe, expect, test } from 'vitest'
import { jsonLines } from './json-lines.ts'

describe('Store application, metadata of an order or session: JSON on lines', () => {
  test.each([
    ['{}', '{}'],
    ['[]', '[]'],
    ['null', 'null'],
    ['"a"', '"a"'],
    ['{"a":1}', '{\n  "a": 1\n}'],
    ['[1,[2,{}],[]]', '[\n  1,\n  [\n    2,\n    {}\n  ],\n  []\n]'],
    ['{ "a" : "{[,:]}" }', '{\n  "a": "{[,:]}"\n}'],
    [
      String.raw`["\"","\\","a\\\"b"]`,
      ['[', String.raw`  "\"",`, String.raw`  "\\",`, String.raw`  "a\\\"b"`, ']'].join('\n'),
    ],
  ])('JSON is written on lines: %s', (json, lines) => {
    expect(jsonLines(json)).toBe(lines)
  })

  test('JSON on lines has every value as it came', () => {
    const json = '{"2":9007199254740993,"1":1e400,"__proto__":-0,"1":"\\u0041"}'
    expect(jsonLines(json).replaceAll(/\s/g, '')).toBe(json)
  })

  test('JSON on lines is JSON of the same value, indented as usual', () => {
    const value = { name: 'x y', list: [true, null, { deep: [[]] }], empty: {} }
    expect(jsonLines(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
  })

  test('JSON on lines stays small when the brackets are deep', () => {
    expect(jsonLines('['.repeat(8000) + ']'.repeat(8000)).length).toBeLessThan(1_000_000)
  })
})
