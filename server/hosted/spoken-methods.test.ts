import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../widget/i18n/catalogues.ts'
import { chooseLanguage } from '../../widget/i18n/choose-language.ts'
import { WITHDRAWAL_COUNTRIES } from '../checkout/orders/withdrawal.ts'
import { REDIRECT_METHODS } from '../checkout/payments/redirect-methods.ts'
import type { RedirectMethod } from '../contract/fields.ts'

/** What people speak where a method is at home. PayPal is at home everywhere. */
const SPOKEN_BY_PAYERS = {
  ideal: ['nl-NL'],
  blik: ['pl-PL'],
  pix: ['pt-BR'],
  paypal: ['en-US'],
} as const satisfies Record<RedirectMethod, string[]>

/** The official languages of the countries where buyers withdraw online unless a store says no. */
const OFFICIAL: Record<string, string> = {
  AT: 'de',
  AX: 'sv',
  BE: 'nl fr de',
  BG: 'bg',
  CY: 'el',
  CZ: 'cs',
  DE: 'de',
  DK: 'da',
  EA: 'es',
  EE: 'et',
  ES: 'es',
  FI: 'fi sv',
  FR: 'fr',
  GF: 'fr',
  GP: 'fr',
  GR: 'el',
  HR: 'hr',
  HU: 'hu',
  IC: 'es',
  IE: 'en ga',
  IS: 'is',
  IT: 'it',
  LI: 'de',
  LT: 'lt',
  LU: 'fr de',
  LV: 'lv',
  MF: 'fr',
  MQ: 'fr',
  MT: 'en mt',
  NL: 'nl',
  NO: 'nb',
  PL: 'pl',
  PT: 'pt-PT',
  RE: 'fr',
  RO: 'ro',
  SE: 'sv',
  SI: 'sl',
  SK: 'sk',
  YT: 'fr',
}

const isSpoken = (tag: string) => chooseLanguage(tag, 'ja') !== 'ja'

describe('contract §5: the page speaks what its buyers speak', () => {
  test('there is no payment method without the language of its buyers', () => {
    expect(Object.keys(SPOKEN_BY_PAYERS).toSorted()).toEqual(REDIRECT_METHODS.toSorted())
    for (const [method, tags] of Object.entries(SPOKEN_BY_PAYERS))
      expect(
        tags.filter((tag) => !isSpoken(tag)),
        method,
      ).toEqual([])
  })

  test('of the countries whose buyers withdraw by default, only these have no language of ours', () => {
    expect(Object.keys(OFFICIAL).toSorted()).toEqual(WITHDRAWAL_COUNTRIES.toSorted())
    const silent = WITHDRAWAL_COUNTRIES.filter(
      (country) => !OFFICIAL[country]?.split(' ').some(isSpoken),
    )
    expect(silent.toSorted().join(' ')).toBe(
      'AX BG CY CZ DK EE FI GR HR HU IS LT LV NO RO SE SI SK',
    )
  })

  test.each(Object.entries(LANGUAGES))('the button of buy links knows %s', (tag, { page }) => {
    // It tells languages apart by two letters alone.
    const others = Object.entries(LANGUAGES).filter(([one]) => one.slice(0, 2) === tag.slice(0, 2))
    expect(others.map(([, other]) => other.page.buy)).toEqual(others.map(() => page.buy))
  })
})
