import { expect, test } from 'vitest'
import { percentile } from './percentile.ts'

test('performance: a percentile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(values, 0.5), percentile(values, 0.99)]).toEqual([50, 99])
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})
