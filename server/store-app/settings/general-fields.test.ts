import { expect, test } from 'vitest'
import { zoneOptions } from '../frame/time-zones.ts'
import { generalForm } from './general-fields.ts'

const { timeZone: TimeZone } = generalForm('EUR').shape

test.each([
  ['Europe/Kyiv', 'of today'],
  ['Europe/Kiev', 'that it had'],
  ['Asia/Istanbul', 'that is not of the list'],
])('a time zone can be chosen by a name: %s, %s', (zone) => {
  expect(TimeZone.safeParse(zone).success).toBe(true)
  expect(zoneOptions(zone).filter(({ value }) => value === zone)).toHaveLength(1)
})

test('a name of today stands in the list', () => {
  expect(zoneOptions().map(({ value }) => value)).toContain('Europe/Kyiv')
})

test.each(['', 'Mars/Base', '+02:00', 'europe/kyiv', 'SystemV/EST5', 'Europe/Kyiv\0'])(
  '%j is no time zone',
  (zone) => {
    expect(TimeZone.safeParse(zone).success).toBe(false)
    expect(zoneOptions(zone)).toEqual(zoneOptions())
  },
)
