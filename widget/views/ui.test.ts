import { describe, expect, test } from 'vitest'
import { languageOf, messagesOf } from '../i18n/catalogues.ts'
import { createUi } from './ui.ts'

describe('checkout-page §3: a language that Chromium has no formats of', () => {
  test.each(['mn', 'mn-MN'])(
    'a language that Chromium has no formats of is written as in any browser: %s',
    (language) => {
      const messages = messagesOf(languageOf(language))
      const { money, time } = createUi({ language, messages, hosted: true, zone: 'UTC' })
      expect(money(5_390_000, { currency: 'MNT', currencyDigits: 2 })).toBe('₮53,900.00')
      expect(money(5_390, { currency: 'EUR', currencyDigits: 2 })).toBe('€53.90')
      const paidAt = time('2026-11-25T16:05:00Z', { full: true, currency: 'MNT' })
      expect(paidAt).toMatch(/^25\/11\/2026\D+16:05\sUTC$/)
    },
  )
})
