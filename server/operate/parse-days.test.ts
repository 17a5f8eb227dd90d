import { describe, expect, test } from 'vitest'
import { parseDays } from './parse-days.ts'

describe('payments §6: the days that `npm run reconcile` compares', () => {
  test('the days to compare are 30, or as many as the command is told', () => {
    expect(parseDays([])).toBe(30)
    expect(parseDays(['--since', '1'])).toBe(1)
    expect(parseDays(['--since=9999'])).toBe(9999)
  })

  test.each([
    [['--since', '0']],
    [['--since', 'x']],
    [['--since', '10000']],
    [['--since']],
    [['--days', '3']],
    [['30']],
  ])('the days to compare are not %j, which is refused', (args) => {
    expect(() => parseDays(args)).toThrow(/since|--days|30/)
  })
})
