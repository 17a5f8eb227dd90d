import { describe, expect, test } from 'vitest'
import { A_SHOWN_STORE } from '../../testing/store/a-shown-store.ts'
import { findNotice } from './guarantee-notice.ts'

const noticesIn = (...languages: string[]) =>
  languages.map((language) => ({
    language,
    shown: { url: `https://pay.example/${language}`, width: 1, height: 1, text: language },
  }))

const found = (
  there: string[],
  wanted: string[],
  store: Partial<typeof A_SHOWN_STORE> = { language: 'fr' },
) => findNotice(noticesIn(...there), { ...A_SHOWN_STORE, ...store }, () => wanted)?.text

describe('Directive 2011/83/EU, article 22a: which notice a buyer sees', () => {
  test.each<[string[], string[], string | undefined]>([
    [['de', 'fr', 'en'], ['de-AT', 'en'], 'de'],
    [['de', 'nl', 'en'], ['nl', 'en'], 'nl'],
    [['pt', 'en'], ['pt-BR'], 'pt'],
    [['de', 'fr', 'en'], ['ar', 'DE'], 'de'],
    [['de', 'fr', 'en'], ['ar'], 'fr'],
    [['de', 'en'], ['ar', '*'], 'en'],
    [['de'], ['ar'], undefined],
    [[], ['de'], undefined],
  ])('of %j a buyer who wants %j sees %s', (there, wanted, language) => {
    expect(found(there, wanted)).toBe(language)
  })

  test('none is shown where a store takes no withdrawals', () => {
    expect(found(['de'], ['de'], { withdrawals: false })).toBeUndefined()
    expect(found(['de'], ['de'], { deliveryCountries: ['US'] })).toBeUndefined()
    expect(found(['de'], ['de'], { deliveryCountries: ['US', 'DE'] })).toBe('de')
  })
})
