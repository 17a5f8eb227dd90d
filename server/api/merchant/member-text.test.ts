import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memberText } from './member-text.ts'

/** JSON text of the value, with spaces wherever they are allowed. */
const spread = (value: unknown, space: string): string => {
  if (Array.isArray(value))
    return `[${space}${value.map((item) => spread(item, space)).join(`${space},${space}`)}${space}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}${space}:${space}${spread(member, space)}`,
  )
  return `{${space}${members.join(`${space},${space}`)}${space}}`
}

describe('spec §2.4: Text of a member', () => {
  test('a member’s text is found as it was written, wherever it stands and whatever is around it', () => {
    const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ')
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        space,
        (value, before, after, gap) => {
          const members = [
            ...Object.entries(before),
            ['wanted', value] as const,
            ...Object.entries(after).filter(([key]) => key !== 'wanted'),
          ]
          const written = members.map(
            ([key, member]) =>
              `${gap}${JSON.stringify(key)}${gap}:${gap}${spread(member, gap)}${gap}`,
          )
          const json = `${gap}{${written.join(',')}}${gap}`
          expect(memberText(json, 'wanted')).toBe(spread(value, gap))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a member’s text is what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'metadata'), fc.jsonValue()), (value) => {
        const text = memberText(JSON.stringify(value), 'metadata')
        expect(text === undefined ? undefined : JSON.parse(text)).toEqual(
          JSON.parse(JSON.stringify(value)).metadata,
        )
      }),
    )
  })

  test.each([
    ['{"a":1.0}', '1.0'],
    ['{"a":-0,"b":2}', '-0'],
    ['{"a":1e400}', '1e400'],
    ['{"a":"\\"}"}', '"\\"}"'],
    ['{"\\u0061":true}', 'true'],
    ['{"a":1,"a":2}', '2'],
    ['{"b":{"a":1},"a":[{"a":2}]}', '[{"a":2}]'],
    ['{"a":{"x":"]}{["}}', '{"x":"]}{["}'],
    ['{"b":"a","a":null}', 'null'],
  ])('the text of member a in %s is %s', (json, expected) => {
    expect(memberText(json, 'a')).toBe(expected)
  })

  test.each([
    '{}',
    '[]',
    '[{"a":1}]',
    '"a"',
    'null',
    '{"b":{"a":1}}',
    '{"b":"\\"a\\":1"}',
    '{"A":1}',
  ])('there is no text of member a in %s', (json) => {
    expect(memberText(json, 'a')).toBeUndefined()
  })
})
