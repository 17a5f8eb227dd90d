import { describe, expect, test } from 'vitest'
import { formatPosition, isNewSince, oldestOpen, parsePosition } from './order-position.ts'

const now = new Date('2026-11-21T10:00:00Z')
const position = { at: new Date('2026-11-21T09:30:00Z'), snapshot: '100:110:100,104' }

describe('Store application, Orders: a position among them', () => {
  test.each([
    ['90', false],
    ['99', false],
    ['100', true],
    ['101', false],
    ['104', true],
    ['109', false],
    ['110', true],
    ['5000000000000000000', true],
  ])('a position knows what transaction %s did: %s', (placedIn, isNew) => {
    expect(isNewSince(position, placedIn)).toBe(isNew)
  })

  test('a position is a text and back', () => {
    expect(parsePosition(formatPosition(position), now)).toEqual(position)
    const quiet = { ...position, snapshot: '110:110:' }
    expect(parsePosition(formatPosition(quiet), now)).toEqual(quiet)
    const busy = {
      ...position,
      snapshot: `100:900:${Array.from({ length: 200 }, (_, index) => 100 + index).join(',')}`,
    }
    expect(parsePosition(formatPosition(busy), now)).toEqual(busy)
    expect(parsePosition(`${formatPosition(busy)},300`, now)).toBeUndefined()
    expect([position, quiet].map(oldestOpen)).toEqual([100n, 110n])
  })

  test.each([
    '',
    'x',
    '1795251600000',
    '1795251600000-',
    '1795251600000-1',
    '1795251600000-1:2:3,',
    '1795251600000-1:2:x',
    ' 1795251600000-1:2:',
  ])('a position is not %j', (text) => {
    expect(parsePosition(text, now)).toBeUndefined()
  })

  test('a position is of no use after an hour', () => {
    const hour = 3_600_000
    expect(
      parsePosition(formatPosition(position), new Date(position.at.getTime() + hour - 1)),
    ).toEqual(position)
    expect(
      parsePosition(formatPosition(position), new Date(position.at.getTime() + hour)),
    ).toBeUndefined()
  })
})
