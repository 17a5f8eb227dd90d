import { describe, expect, test } from 'vitest'
import { createOwnLimits } from './own-limits.ts'

const RATE = { perSecond: 1, burst: 80 }

/** How many requests at once so many processes allow, when Redis answers none. */
const allowedBy = (processes: number) => {
  const each = Array.from({ length: processes }, () =>
    createOwnLimits(RATE, { processes, monotonicMs: () => 0 }),
  )
  const asked = Array.from({ length: 500 }, (_, index) => each[index % processes]?.take('a'))
  return asked.filter((answer) => answer?.share.allowed).length
}

describe('payments §5: Redis goes away', () => {
  test.each([
    [1, 80],
    [2, 160],
    [4, 160],
    [16, 160],
  ])('without Redis %i processes together allow %i of a burst of 80', (processes, allowed) => {
    expect(allowedBy(processes)).toBe(allowed)
  })

  test('one of many processes refuses by itself only what is above the whole limit', () => {
    const own = createOwnLimits(RATE, { processes: 16, monotonicMs: () => 0 })
    const limits = Array.from({ length: 100 }, () => own.take('a').limit.allowed)
    expect(limits.filter(Boolean)).toHaveLength(80)
  })
})
