import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../widget/i18n/catalogues.ts'
import type { Language } from '../../widget/i18n/language.ts'

const GLOSSARY = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')

/** What the glossary calls a term, and where the texts say it. */
const TERMS: Record<string, (language: Language) => string> = {
  total: ({ form }) => form['summary.total'],
  delivery: ({ form }) => form['summary.delivery'],
  'delivery option': ({ form }) => form['delivery.method'],
  collection: ({ form }) => form['summary.collection'],
  'collect at': ({ result }) => result['complete.collect'],
  'delivery address': ({ form }) => form['delivery.place'],
  'full name': ({ form }) => form['contact.name'],
  phone: ({ form }) => form['contact.phone'],
  email: ({ form }) => form['contact.email'],
  payment: ({ form }) => form['payment.title'],
  'payment method': ({ stripe }) => stripe['method.title'],
  card: ({ form }) => form['card.title'],
  'card number': ({ cardLabels }) => cardLabels.number,
  'security code': ({ cardLabels }) => cardLabels.code,
  'test store': ({ cardLabels }) => cardLabels.test,
  'payment received': ({ result }) => result['complete.title'],
  'order number': ({ result }) => result['complete.order'],
  'terms of sale': ({ outcome }) => outcome['seller.terms'],
  'withdrawal and returns': ({ outcome }) => outcome['seller.returns'],
  'withdraw from contract': ({ withdrawal }) => withdrawal.begin,
  'confirm withdrawal': ({ withdrawal }) => withdrawal.confirm,
  'try again': ({ result }) => result['error.again'],
  'start again': ({ result }) => result['again.start'],
  'sold out': ({ result }) => result['unavailable.soldOut'],
}

const TAGS = Object.keys(LANGUAGES).filter((tag) => tag !== 'en')

/** The cells of each line of the table that begins with the languages. */
const [, ...lines] = GLOSSARY.slice(GLOSSARY.indexOf('|en|'))
  .trim()
  .split('\n')
  .map((line) => line.slice(1, -1).split('|'))

describe('checkout-page §8: the glossary', () => {
  test('the table has every language', () => {
    expect(GLOSSARY).toContain(`|en|${TAGS.join('|')}|`)
  })

  test.each(Object.entries(LANGUAGES).filter(([tag]) => tag !== 'en'))(
    'the glossary of "%s" has the terms that its texts say',
    (tag, language) => {
      const column = TAGS.indexOf(tag) + 1
      expect(lines.slice(1).map(([term, ...own]) => [term, own[column - 1]])).toEqual(
        Object.entries(TERMS).map(([term, say]) => [term, say(language)]),
      )
    },
  )

  test('it is a page of at most 1,550 words', () => {
    expect(GLOSSARY.match(/[^\s|]+/g)?.length).toBeLessThanOrEqual(1_550)
  })
})
