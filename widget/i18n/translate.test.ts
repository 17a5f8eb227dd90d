import { describe, expect, test } from 'vitest'
import { LANGUAGES, languageOf, messageList, messagesOf, ownPageTexts } from './catalogues.ts'
import { chooseLanguage } from './choose-language.ts'
import type { Messages } from './en.ts'
import { en } from './en.ts'
import { textsOf } from './every-text.ts'
import { directionOf, fillText, translator } from './translate.ts'

const namesIn = (text: string) => [
  ...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name)),
]

/** The numbers that can occur in a text. */
const COUNTS: Record<string, number[]> = {
  'outcome deadline.soon': [1, 2, 3, 4, 5],
  'outcome field.long': [32, 120, 254, 500],
  'result unavailable.left': Array.from({ length: 99 }, (_, index) => index + 1),
}

/** The cases that have the words of the last form in a text. */
const AS_OTHER: Record<string, Record<string, Intl.LDMLPluralRule[]>> = {
  ru: {
    'outcome deadline.soon': ['few', 'many'],
    'outcome field.long': ['few', 'many'],
    'result unavailable.left': ['many'],
  },
  ar: { 'outcome field.long': ['many'], 'result unavailable.left': ['many'] },
}

const english = LANGUAGES['en']!

describe('checkout-page §1: texts', () => {
  test.each(Object.entries(LANGUAGES))(
    'the texts of "%s" have every key, none empty, with the same names to fill in',
    (_, language) => {
      const texts = new Map(textsOf(language))
      expect([...texts.keys()]).toEqual(textsOf(english).map(([key]) => key))
      for (const [key, text] of textsOf(english)) {
        expect(texts.get(key)?.trim(), key).not.toBe('')
        expect(namesIn(texts.get(key)!).toSorted(), key).toEqual(namesIn(text).toSorted())
      }
    },
  )
  test.each(Object.entries(LANGUAGES).slice(1))('the texts of "%s" are its own', (_, language) => {
    const own = new Map(textsOf(language))
    const same = textsOf(english).filter(
      ([key, text]) => own.get(key) === text && /(\p{L}{5,}[^\p{L}{}]+){2}/u.test(text),
    )
    // Two languages may share a single word, but never two words in a row.
    expect(same).toEqual([])
  })
  test.each(Object.entries(LANGUAGES))('the texts of "%s" hold no markup', (_, language) => {
    for (const [key, text] of textsOf(language)) expect(text, key).not.toMatch(/[<>&"]/)
  })
  test.each(Object.entries(LANGUAGES))(
    'the texts of "%s" have a form for every number that its rules tell apart',
    (tag, language) => {
      const t = translator(messagesOf(language), tag)
      for (let left = 1; left <= 100; left += 1) {
        const text = t('unavailable.left', { left })
        expect(text).not.toMatch(/undefined|[{}|#]/)
        // A language may have words for one and two, and then needs no figure.
        if (left > 2) expect(text).toContain(String(left))
        expect(t('field.long', { maximum: left })).toContain(String(left))
        const soon = t('deadline.soon', { minutes: left })
        expect(soon).not.toMatch(/undefined|[{}|#]/)
        if (left > 2) expect(soon).toContain(String(left))
      }
    },
  )
  test.each(Object.entries(LANGUAGES))(
    'only texts around and after the form have plural forms in "%s", one for each case that can occur',
    (tag, language) => {
      for (const [key, text] of textsOf(language)) {
        if (!text.includes('|')) continue
        expect(key).toMatch(/^(?:outcome|result) /)
        const cases = new Set(COUNTS[key]!.map((count) => new Intl.PluralRules(tag).select(count)))
        for (const one of AS_OTHER[tag]?.[key] ?? []) cases.delete(one)
        for (const [, forms = ''] of text.matchAll(/\{\w+\|([^}]*)\}/g)) {
          const written = forms.split('|').map((form) => form.replace(/:.*/, ''))
          expect(written, key).toEqual(expect.arrayContaining([...cases]))
        }
      }
    },
  )
  test('a text is in one of form, outcome and result, and keeps its index in every list', () => {
    const { form, outcome, result } = english
    const groups = [form, outcome, result]
    expect(groups.flatMap((group) => Object.keys(group))).toEqual(Object.keys(en))
    const all = messageList(en)
    for (const texts of [...groups, ownPageTexts(english)]) {
      const list = messageList(texts)
      expect(list.filter(Boolean)).toEqual(Object.values(texts))
      for (const [index, text] of list.entries()) expect(['', all[index]]).toContain(text)
    }
  })
  test('texts are said as their language counts', () => {
    const left = (tag: string, numbers: number[]) => {
      const t = translator(messagesOf(LANGUAGES[tag]!), tag)
      return numbers.map((number) => t('unavailable.left', { left: number }))
    }
    expect(left('ru', [1, 2, 5, 21])).toEqual([
      'Осталась только 1 штука',
      'Осталось только 2 штуки',
      'Осталось только 5 штук',
      'Осталась только 21 штука',
    ])
    expect(left('ar', [1, 2, 3, 11])).toEqual([
      'لم تبقَ سوى قطعة واحدة',
      'لم تبقَ سوى قطعتين',
      'لم تبقَ سوى 3 قطع',
      'لم تبقَ سوى 11 قطعة',
    ])
    expect(left('pl', [1, 2, 5, 22])).toEqual([
      'Została tylko 1 sztuka',
      'Zostały tylko 2 sztuki',
      'Zostało tylko 5 sztuk',
      'Zostały tylko 22 sztuki',
    ])
  })
  test('texts are filled in with any text, the dollar sign and braces included', () => {
    expect(translator(en, 'en')('payment.pay', { amount: '$&1{amount}' })).toBe('Pay $&1{amount}')
  })
  test('a text with a misspelt name is no text', () => {
    expect(fillText('{store}: {order}', { store: 'Loom', order: '7' })).toBe('Loom: 7')
    expect(() => fillText('{stroe}', { store: 'Loom' })).toThrow('no value for {stroe}')
  })
  test('texts run from right to left where their script does', () => {
    expect(['ar', 'he-IL'].map(directionOf)).toEqual(['rtl', 'rtl'])
    expect(['en', 'de-AT'].map(directionOf)).toEqual(['ltr', 'ltr'])
  })
  test('texts need no key that the type does not know', () => {
    const messages: Messages = messagesOf(LANGUAGES['de']!)
    expect(Object.keys(messages)).toEqual(Object.keys(en))
  })
})

describe('contract §5: Language', () => {
  test('the language is the first wanted one there is, its region kept', () => {
    expect(chooseLanguage(null, 'xx', 'en-GB', 'en')).toBe('en-GB')
    expect(chooseLanguage('nb')).toBe('en')
    expect(chooseLanguage('sv', 'de-AT', 'en')).toBe('de-AT')
  })
  test('a language without a region takes that of another wish for it', () => {
    expect(chooseLanguage('en', 'fr', 'en-US')).toBe('en-US')
    expect(chooseLanguage('de', 'en-US')).toBe('de')
  })
  test('a language of which only one region has texts is that one', () => {
    expect(chooseLanguage('zh')).toBe('zh-CN')
    expect(chooseLanguage('zh-Hans-SG')).toBe('zh-CN')
  })
  test.each([
    ['pt-BR', 'pt', 'pt-BR', 'pt-US', 'pt-419', 'pt-br'],
    ['pt-PT', 'pt-PT', 'pt-AO', 'pt-MZ', 'pt-CV', 'pt-LU', 'pt-CH', 'pt-pt'],
  ])('Portuguese is %s', (ours, ...wanted) => {
    expect(wanted.map((tag) => chooseLanguage(tag))).toEqual(wanted.map(() => ours))
    expect(wanted.map((tag) => languageOf(chooseLanguage(tag)).name)).toEqual(
      wanted.map(() => LANGUAGES[ours]?.name),
    )
  })
  test('Portuguese is that of the first wish, and without a region that of a later one', () => {
    expect(chooseLanguage('pt-BR', 'pt-PT', 'pt')).toBe('pt-BR')
    expect(chooseLanguage('pt-PT', 'pt', 'pt-BR')).toBe('pt-PT')
    expect(chooseLanguage('pt', 'en-US', 'pt-PT')).toBe('pt-PT')
    expect(chooseLanguage('en', 'pt-PT')).toBe('en')
  })
  test.each(['arz', 'plt', 'hif', 'jam', 'mnc'])(
    'the language is none of two letters that begins as %s does',
    (tag) => expect(chooseLanguage(tag, 'ru')).toBe('ru'),
  )
  test('the language is not one that is written in another script', () => {
    expect(chooseLanguage('zh-TW', 'ja')).toBe('ja')
    expect(chooseLanguage('zh-Hant')).toBe('en')
    expect(chooseLanguage('mn-Mong')).toBe('en')
  })
  test('a language has its own name whatever it is called', () => {
    expect(chooseLanguage('iw')).toBe('he')
    expect(chooseLanguage('DE-at')).toBe('de-AT')
    expect(chooseLanguage('en-Latn-US-u-ca-buddhist-nu-thai')).toBe('en-US')
  })
  test.each(['', '*', 'en_US', 'en-', '-', 'x'.repeat(500), '<script>', 'de\r\nx: y', '../en'])(
    'there is no language where %j names none',
    (tag) => expect(chooseLanguage(tag, 'ru')).toBe('ru'),
  )
  test('a colour is written as the country of the buyer writes it', () => {
    const written = ['en', 'en-US', 'en-GB', 'en-AU'].map((tag) => languageOf(tag).page.color)
    expect(written).toEqual(['Color', 'Color', 'Colour', 'Colour'])
  })
  test('a language has no region that is none, so that there are few', () => {
    expect(chooseLanguage('de-XX')).toBe('de')
    expect(chooseLanguage('de-AT')).toBe('de-AT')
    expect(chooseLanguage('en-US')).toBe('en-US')
    const asked = Array.from({ length: 26 * 26 }, (_, index) => {
      const letters = [Math.floor(index / 26), index % 26].map((one) =>
        String.fromCodePoint(65 + one),
      )
      return chooseLanguage(`en-${letters.join('')}`)
    })
    expect(new Set(asked).size).toBeLessThan(150)
  })
})
