import { describe, expect, test } from 'vitest'
import { findMistakes } from './books.ts'

const BEFORE = { missing: 7, orders: 100, events: 90, captured: 95 }

describe('performance: bench, the books', () => {
  test('the books fit when each payment is one order, one event and one captured attempt', () => {
    const books = { missing: 7, orders: 103, events: 93, captured: 98 }
    expect(findMistakes(BEFORE, { books, paid: 3 })).toEqual([])
  })

  test.each(['orders', 'events', 'captured'] as const)(
    'the books do not fit with one more of %s',
    (which) => {
      const books = { ...BEFORE, [which]: BEFORE[which] + 1 }
      expect(findMistakes(BEFORE, { books, paid: 0 })).toHaveLength(1)
    },
  )

  test('the books do not fit with payments that nothing was written of', () => {
    expect(findMistakes(BEFORE, { books: BEFORE, paid: 1 })).toEqual([
      '1 payments are 0 orders, 0 events of the log and 0 captured attempts',
    ])
  })

  test('the books do not fit when units appear or vanish', () => {
    expect(findMistakes(BEFORE, { books: { ...BEFORE, missing: 6 }, paid: 0 })).toEqual([
      'stock and what was sold differ from what came in by -1',
    ])
  })
})
