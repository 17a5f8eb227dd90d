import { describe, expect, test } from 'vitest'
import { formatExpiry, isPast, parseExpiry, withSlash } from './expiry.ts'

describe('checkout-page §2: the expiry date', () => {
  test.each([
    '3/27',
    '03/27',
    '0327',
    '327',
    '03/2027',
    '3 / 27',
    '03-27',
    '032027',
    ' 03/27 ',
    '2027-03',
    '2027/3',
  ])('%j is the expiry date March 2027', (text) => {
    expect(parseExpiry(text)).toEqual([3, 2027])
  })
  test.each(['', '3', '13/27', '00/27', '3/7', '03/207', 'March', '1/2/27', '03/2127', '2027-13'])(
    '%j is no expiry date',
    (text) => {
      expect(parseExpiry(text)).toBeUndefined()
    },
  )
  test('an expiry date is good to the last day of its month', () => {
    const march: [number, number] = [3, 2027]
    expect(isPast(march, Date.parse('2027-03-31T23:59:59Z'))).toBe(false)
    expect(isPast(march, Date.parse('2027-04-02T00:00:00Z'))).toBe(true)
  })
  test.each([
    ['1', '1'],
    ['3', '03/'],
    ['12', '12/'],
    ['0327', '03/27'],
    ['327', '03/27'],
    ['12/', '12/'],
    ['12//', '12/'],
    ['03//27', '03/27'],
    ['3/27', '3/27'],
    ['', ''],
  ])('an expiry date typed as %j shows %j', (typed, shown) => {
    expect(withSlash(typed)).toBe(shown)
  })
  test('an expiry date is written as on the card', () => {
    expect(formatExpiry([3, 2027])).toBe('03/27')
  })
})
