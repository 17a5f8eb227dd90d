import { expect, test } from 'vitest'
import { readCores } from './machine.ts'

test('performance: bench, the cores are those that taskset names', () => {
  expect(readCores(' 0,1\n')).toEqual([0, 1])
  expect(readCores('0,2-4,7')).toEqual([0, 2, 3, 4, 7])
})
