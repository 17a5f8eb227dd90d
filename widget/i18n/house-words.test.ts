import { describe, expect, test } from 'vitest'
import { textsOf } from './every-text.ts'
import { LANGUAGES } from './catalogues.ts'
import type { Language } from './language.ts'

/** A text of one language; `key` has its group. */
type Text = { key: string; text: string }

/** By language: words that it never uses, and why. */
const NEVER: Record<string, { name: string; is: (text: Text) => boolean }[]> = {
  de: [{ name: 'buyers are Sie', is: ({ text }) => /\b(?:du|dein\w*|dir|dich)\b/i.test(text) }],
  es: [{ name: 'buyers are tú', is: ({ text }) => /\busted/i.test(text) }],
  ja: [
    {
      name: 'a card is answered for by its company',
      is: ({ key, text }) => key.startsWith('outcome declined.') && text.includes('銀行'),
    },
  ],
  hi: [{ name: 'a store is स्टोर', is: ({ text }) => text.includes('दुकान') }],
  he: [
    {
      name: 'no plural for a buyer',
      is: ({ text }) =>
        /(?:בדקו|הדפיסו|שמרו|שאלו|קניתם|ביטלתם|אליכם|שלכם|ביקשתם|פנו)(?!\p{L})/u.test(text),
    },
  ],
  mn: [{ name: 'no ending at a name', is: ({ text }) => /\}-/.test(text) }],
}

/** A name is not declined: it stands after this word, or opens the sentence. */
const AFTER: Record<string, RegExp> = {
  ru: /магазин\S* \{store\}|продав\S* \{seller\}|^\{store\}: /iu,
  mn: /\{store\} дэлгүүр|\{seller\} худалдагч|^\{store\}: /u,
}

/** Titles and labels have the name alone; these have it in a sentence. */
const IN_SENTENCES = /^(?:form|outcome|result|mail|withdrawal) (?!page\.|seller\.by)/

const textOf = (language: Language): Text[] =>
  textsOf(language).map(([key, text]) => ({ key, text }))

describe('checkout-page §8: the words that a language has chosen', () => {
  test.each(Object.keys(NEVER).filter((tag) => tag in LANGUAGES))(
    'the texts of "%s" keep to its form of address and its one word for a thing',
    (tag) => {
      const wrong = textOf(LANGUAGES[tag]!).flatMap((one) =>
        NEVER[tag]!.filter(({ is }) => is(one)).map(
          ({ name }) => `${one.key}: ${one.text} (${name})`,
        ),
      )
      expect(wrong).toEqual([])
    },
  )

  test.each(Object.keys(AFTER))('a name in a text of "%s" needs no ending', (tag) => {
    const bare = textOf(LANGUAGES[tag]!).filter(
      ({ key, text }) =>
        IN_SENTENCES.test(key) && /\{(?:store|seller)\}/.test(text) && !AFTER[tag]!.test(text),
    )
    expect(bare.map(({ key, text }) => `${key}: ${text}`)).toEqual([])
  })
})

describe('Directive 2023/2673: the words of the law', () => {
  test.each([
    ['en', 'Withdraw from contract here', 'Confirm withdrawal'],
    ['de', 'Vertrag widerrufen', 'Widerruf bestätigen'],
    ['fr', 'Renoncer au contrat ici', 'Confirmer la rétractation'],
  ])('the two buttons of "%s" are those of the statute', (tag, begin, confirm) => {
    const { withdrawal } = LANGUAGES[tag]!
    expect([withdrawal.begin, withdrawal.confirm]).toEqual([begin, confirm])
  })
  test.each(Object.entries(LANGUAGES))(
    'the link at the foot of a page in "%s" begins as the one on the lost page',
    (_, { outcome, withdrawal }) => {
      expect(outcome['seller.withdraw'].startsWith(withdrawal.begin)).toBe(true)
    },
  )
  test.each(Object.entries(LANGUAGES))(
    'what leads on in "%s" does not say what only the last button does',
    (_, { withdrawal: { begin, title, continue: onward, confirm } }) => {
      expect([begin, title, confirm]).not.toContain(onward)
      expect(begin).not.toBe(confirm)
    },
  )
})

const length = (text: string) => [...new Intl.Segmenter().segment(text)].length

describe('checkout-page §2: widths at 390 px', () => {
  test.each(Object.entries(LANGUAGES))(
    'a button or a label of "%s" has room beside nothing else',
    (_, { form, outcome, result, page, withdrawal, cardLabels, stripe }) => {
      const buttons = [
        ...['card.page', 'payment.check', 'payment.leave.open', 'payment.other'].map(
          (key) => outcome[key as 'card.page'],
        ),
        outcome['payment.bank.open'],
        outcome['payment.bank.close'],
        outcome['payment.paying'],
        result['again.start'],
        result['complete.copy'],
        result['complete.copied'],
        result['complete.stay'],
        result['complete.print'],
        result['error.again'],
        page.back,
        page.docs,
        page.storeApp,
        page.email,
        page.onward,
        page.details,
        page.buy,
        page.change,
        withdrawal.begin,
        withdrawal.continue,
        withdrawal.confirm,
        withdrawal['link.send'],
        stripe['bank.again'],
        form['payment.pay'].replace('{amount}', '1.234,50 €'),
      ]
      expect(buttons.filter((text) => length(text) > 38)).toEqual([])
      const halves = [cardLabels.expiry, cardLabels.code]
      expect(halves.filter((text) => length(text) > 21)).toEqual([])
    },
  )
})
