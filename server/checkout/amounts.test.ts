import { describe, expect, test } from 'vitest'
import { amountReason, findAmountProblem } from './amounts.ts'

const KWD = { minimum: 100, maximum: 99_999_990, step: 10 }

describe('payments §8: an amount that the provider can never take', () => {
  test.each([
    [0, 'must be at least 100, the least of what the payment provider takes in KWD'],
    [99, 'must be at least 100, the least of what the payment provider takes in KWD'],
    [100, undefined],
    [105, 'must be a multiple of 10: that is what the payment provider takes in KWD'],
    [99_999_990, undefined],
    [99_999_991, 'must be at most 99999990, the most of what the payment provider takes in KWD'],
  ])(
    'an amount that the provider can never take is refused with its reason: %i: %s',
    (amount, reason) => {
      const problem = findAmountProblem(amount, KWD)
      expect(problem && amountReason(problem, 'KWD')).toBe(reason)
    },
  )

  test('any amount of a currency that the provider does not take is refused', () => {
    const problem = findAmountProblem(1990, undefined)
    expect(problem && amountReason(problem, 'CUP')).toBe(
      'cannot be paid: the payment provider takes no CUP',
    )
  })
})
