import { describe, expect, test } from 'vitest'
import { PAUSES_MS, pauseMs } from './retry-schedule.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const pause = (
  tries: number,
  { retryAfter, random = 0 }: Partial<Parameters<typeof pauseMs>[0]> = {},
) => pauseMs({ tries, retryAfter, random, now: NOW })

describe('contract §4: when a webhook is tried again', () => {
  test('a webhook is tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, then never', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((each) => each * HOUR)
    expect(PAUSES_MS).toEqual([5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...hours])
    expect(PAUSES_MS.map((_, tries) => pause(tries))).toEqual(PAUSES_MS)
    expect(pause(PAUSES_MS.length)).toBeUndefined()
  })

  test('a webhook is tried a fifth later at most, so that failures do not come again together', () => {
    expect(pause(1, { random: 0.5 })).toBe(5 * MINUTE * 1.1)
    expect(pause(1, { random: 1 })).toBe(6 * MINUTE)
  })

  test.each([
    ['120', 2 * MINUTE],
    ['Sun, 22 Nov 2026 12:02:00 GMT', 2 * MINUTE],
    ['3', 5 * SECOND],
    ['3600', 5 * MINUTE],
    ['Sat, 21 Nov 2026 12:00:00 GMT', 5 * SECOND],
    ['soon', 5 * SECOND],
    ['-9', 5 * SECOND],
  ])(
    'Retry-After: %s makes the first pause longer, up to the next step',
    (retryAfter, expected) => {
      expect(pause(0, { retryAfter })).toBe(expected)
    },
  )

  test('the last pause before a webhook is never longer, whatever Retry-After says', () => {
    expect(pause(8, { retryAfter: '999999999' })).toBe(24 * HOUR)
  })
})
