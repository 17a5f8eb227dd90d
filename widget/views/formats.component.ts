import { expect, test } from 'vitest'
import { LANGUAGES } from '../i18n/catalogues.ts'

test('checkout-page §3: the browser has formats of every language but Mongolian, whose formats and word for days are ours', () => {
  const without = Object.keys(LANGUAGES).filter(
    (tag) => Intl.NumberFormat.supportedLocalesOf(tag).length === 0,
  )
  expect(without).toEqual(['mn'])
})
