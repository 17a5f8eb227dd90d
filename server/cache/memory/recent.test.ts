import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRecent } from './recent.ts'

describe('performance: Recent values', () => {
  test('the newest half is kept, a name has its last value, and there are never more than the most', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), fc.nat())),
        (half, puts) => {
          const recent = createRecent<number>(half * 2)
          const last = new Map<string, number>()
          for (const [name, value] of puts) {
            recent.put(name, value)
            last.delete(name)
            last.set(name, value)
          }
          const names = [...last.keys()]
          const kept = names.filter((name) => recent.find(name) !== undefined)
          expect(kept.length).toBeLessThanOrEqual(half * 2)
          expect(kept).toEqual(expect.arrayContaining(names.slice(-half)))
          expect(kept.map(recent.find)).toEqual(kept.map((name) => last.get(name)))
        },
      ),
    ))

  test('what is forgotten is forgotten, however often it was put', () => {
    const recent = createRecent<number>(4)
    for (const [name, value] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ] as const)
      recent.put(name, value)
    recent.forget('a')
    expect([recent.find('a'), recent.find('b')]).toEqual([undefined, 2])
  })
})
