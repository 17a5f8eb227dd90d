import { describe, expect, test } from 'vitest'
import { formatsOf } from './formats.ts'

const AT = new Date('2026-11-21T23:30:05Z')
const inLanguage = (language: string, currency = 'EUR') =>
  formatsOf({ language, timeZone: 'Europe/Madrid', currency })

describe('Store application, every page: money, times and numbers', () => {
  test.each([
    ['en-GB', '22\u00a0Nov\u00a02026, 00:30'],
    ['en-US', 'Nov\u00a022,\u00a02026, 12:30\u00a0AM'],
    ['sv', '22\u00a0nov.\u00a02026 00:30'],
    ['fi', '22.11.2026 klo 00.30'],
    ['ja', '2026年11月22日 00:30'],
    ['ar', '22\u00a0نوفمبر\u00a02026، 12:30\u00a0ص'],
  ])('a moment in %s can break between its day and its time alone', (language, text) => {
    expect(inLanguage(language).instant(AT)).toBe(text)
    expect(inLanguage(language).time(AT).text).toBe(
      `<time datetime="2026-11-21T23:30:05.000Z">${text}</time>`,
    )
  })

  test.each([
    ['EUR', '€19.90'],
    ['JPY', 'JP¥1,990'],
    ['KWD', 'KWD\u00a01.990'],
    ['XXQ', '1990\u00a0XXQ'],
  ])('an amount of 1990 of %s is written %s', (currency, text) => {
    expect(inLanguage('en-GB', currency).money(1990)).toBe(text)
    expect(inLanguage('en-GB').money(1990, currency)).toBe(text)
  })

  test('an amount stays exact up to the largest integer that JSON keeps', () => {
    const { money } = inLanguage('en-GB')
    expect(money(Number.MAX_SAFE_INTEGER)).toBe('€90,071,992,547,409.91')
    expect(money(1 - Number.MAX_SAFE_INTEGER)).toBe('-€90,071,992,547,409.90')
  })

  test('a format that is used often is made once, however many others there are', () => {
    const own = inLanguage('de')
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      for (const currency of ['EUR', 'JPY']) formatsOf({ language: 'de', timeZone, currency })
      expect(inLanguage('de')).toBe(own)
    }
    const last = inLanguage('pl')
    expect(inLanguage('pl')).toBe(last)
  })
})
