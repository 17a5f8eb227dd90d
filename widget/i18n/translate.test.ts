import { describe, expect, test } from 'vitest'
import { CATALOGUES } from './catalogues.ts'
import { en } from './en.ts'
import { directionOf, pickLanguage, translator } from './translate.ts'

const namesIn = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()

describe('checkout-page §1: texts', () => {
  test.each(Object.entries(CATALOGUES))(
    'of "%s" have every key, none empty, with the same names to fill in',
    (_, messages) => {
      expect(Object.keys(messages).toSorted()).toEqual(Object.keys(en).toSorted())
      for (const [key, text] of Object.entries(messages)) {
        expect(text.trim(), key).not.toBe('')
        expect(namesIn(text), key).toEqual(namesIn(en[key as keyof typeof en]))
      }
    },
  )
  test('are filled in with any text, `$` and braces included', () => {
    expect(translator(en)('payment.pay', { amount: '$&1{amount}' })).toBe('Pay $&1{amount}')
  })
  test('come in the first language there is, its region kept', () => {
    expect(pickLanguage(['en'], null, 'xx', 'en-GB', 'en')).toBe('en-GB')
    expect(pickLanguage(['en'], 'nb')).toBe('en')
  })
  test('run from right to left where their script does', () => {
    expect(['ar', 'he-IL', 'fa'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl'])
    expect(['en', 'de-AT'].map(directionOf)).toEqual(['ltr', 'ltr'])
  })
})
