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

test('the list has the name of today, and not the former one beside it', () => {
  const names = zoneOptions().map(({ value }) => value)
  expect(names).toContain('Europe/Kyiv')
  expect(names).not.toContain('Europe/Kiev')
})

test.each(['', 'Mars/Base', '+02:00', 'europe/kyiv', 'SystemV/EST5', 'Europe/Kyiv\0'])(
  '%j is no time zone',
  (zone) => {
    expect(TimeZone.safeParse(zone).success).toBe(false)
    expect(zoneOptions(zone)).toEqual(zoneOptions())
  },
)
