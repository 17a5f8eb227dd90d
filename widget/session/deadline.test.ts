import { describe, expect, test } from 'vitest'
import { clockOffsetMs, deadlineStage } from './deadline.ts'

const MINUTE = 60_000

describe('checkout-page §3: the payment window', () => {
  test.each([
    [30 * MINUTE, 'calm', 25 * MINUTE],
    [5 * MINUTE + 1, 'calm', 1],
    [5 * MINUTE, 'soon', 4 * MINUTE],
    [MINUTE, 'last', MINUTE],
    [0, 'over', Infinity],
    [-1, 'over', Infinity],
  ])('a deadline with %i ms left is %s, and changes in %i ms', (leftMs, stage, nextMs) => {
    expect(deadlineStage(leftMs)).toEqual({ stage, nextMs })
  })
  test('the time left is measured by the server’s clock', () => {
    expect(clockOffsetMs('2026-11-21T09:30:00.000Z', Date.parse('2026-11-21T11:30:00.000Z'))).toBe(
      -120 * MINUTE,
    )
  })
})
