import { expect, test } from 'vitest'
import { createLockTimeout } from './lock-timeout.ts'

const limitAfter = (...times: number[]) => {
  const lockTimeout = createLockTimeout()
  for (const ms of times) lockTimeout.observe(ms)
  return Number(/statement_timeout = (\d+)$/.exec(lockTimeout.settings().join('; '))?.[1])
}

test('performance: a statement that many wait for may take twice what they take usually', () => {
  expect(limitAfter()).toBe(50)
  expect(limitAfter(...Array(50).fill(1))).toBe(50)
  expect(limitAfter(...Array(50).fill(100))).toBe(200)
  expect(limitAfter(...Array(50).fill(2000))).toBe(500)
})

test('performance: one that was given up makes the next ones more patient, one quick one not at once', () => {
  expect(limitAfter(50)).toBe(60)
  expect(limitAfter(50, 60)).toBeGreaterThan(60)
  expect(limitAfter(...Array(50).fill(100), 1)).toBeGreaterThan(150)
})
