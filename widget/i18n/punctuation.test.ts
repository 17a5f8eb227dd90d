import { describe, expect, test } from 'vitest'
import { textsOf } from './every-text.ts'
import { LANGUAGES } from './catalogues.ts'
import type { Language } from './language.ts'

type Rule = { name: string; wrong: RegExp }

const HAN_OR_KANA = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'

const OF_EVERY_LANGUAGE: Rule[] = [
  { name: 'no straight quotes', wrong: /["']/ },
  { name: 'an ellipsis is one character', wrong: /\.\.\./ },
  { name: 'no two spaces beside each other', wrong: /\s{2}/ },
  { name: 'no space at an end', wrong: /^\s|[^,،]\s$/ },
]

const FULL_WIDTH: Rule[] = [
  {
    name: 'full-width punctuation',
    wrong: new RegExp(`${HAN_OR_KANA}[,:;?!()]|[,:;?!()]${HAN_OR_KANA}`, 'u'),
  },
]

const OWN: Record<string, Rule[]> = {
  fr: [
    { name: 'no-break spaces before a sign of two parts', wrong: / [:;?!»]|« |[^\s\d][:;?!»]$/ },
  ],
  'zh-CN': FULL_WIDTH,
  ja: FULL_WIDTH,
  ar: [{ name: 'the Arabic comma, semicolon and question mark', wrong: /[,;?]/ }],
  he: [{ name: 'a hyphen that breaks no line before a value', wrong: /-[{\d]/ }],
}

const found = (language: Language, rules: Rule[]) =>
  textsOf(language).flatMap(([key, text]) =>
    rules.flatMap(({ name, wrong }) => (wrong.test(text) ? [`${key}: ${text} (${name})`] : [])),
  )

describe('checkout-page §8: punctuation', () => {
  test.each(Object.entries(LANGUAGES))(
    'the texts of "%s" have the signs of their script',
    (tag, language) => {
      expect(found(language, [...OF_EVERY_LANGUAGE, ...(OWN[tag] ?? [])])).toEqual([])
    },
  )
})
