import { describe, expect, test } from 'vitest'
import { isoFormat } from './iso-time.ts'

describe('Store application, Orders: times in the export', () => {
  test.each([
    ['UTC', '2026-11-21T23:30:05+00:00'],
    ['Europe/Madrid', '2026-11-22T00:30:05+01:00'],
    ['Asia/Kolkata', '2026-11-22T05:00:05+05:30'],
    ['America/New_York', '2026-11-21T18:30:05-05:00'],
    ['America/St_Johns', '2026-11-21T20:00:05-03:30'],
  ])('a moment of the export in %s is %s', (timeZone, expected) => {
    expect(isoFormat(timeZone)(new Date('2026-11-21T23:30:05.999Z'))).toBe(expected)
    expect(new Date(expected)).toEqual(new Date('2026-11-21T23:30:05Z'))
  })
})
