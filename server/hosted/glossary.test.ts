import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../widget/i18n/catalogues.ts'
import type { Language } from '../../widget/i18n/language.ts'

const GLOSSARY = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')

/** What the glossary calls a term, and where the texts say it. */
const TERMS: Record<string, (language: Language) => string> = {
  'checkout page, payment': ({ outcome }) => outcome['page.secure'],
  'store (in "back to")': ({ form }) => form['page.back'],
  total: ({ form }) => form['summary.total'],
  subtotal: ({ form }) => form['summary.subtotal'],
  delivery: ({ form }) => form['summary.delivery'],
  'delivery option': ({ form }) => form['delivery.method'],
  'delivery address': ({ form }) => form['delivery.place'],
  country: ({ outcome }) => outcome['delivery.country'],
  'postal code': ({ outcome }) => outcome['delivery.postalCode'],
  'town or city': ({ outcome }) => outcome['delivery.city'],
  'state or province': ({ outcome }) => outcome['delivery.region'],
  'delivery fee': ({ result }) => result['complete.fee'],
  collection: ({ form }) => form['summary.collection'],
  'collect at': ({ result }) => result['complete.collect'],
  'full name': ({ form }) => form['contact.name'],
  phone: ({ form }) => form['contact.phone'],
  email: ({ form }) => form['contact.email'],
  quantity: ({ form }) => form['summary.quantity'],
  payment: ({ form }) => form['payment.title'],
  'payment method': ({ stripe }) => stripe['method.title'],
  'another way to pay': ({ outcome }) => outcome['payment.other'],
  card: ({ form }) => form['card.title'],
  'card details': ({ form }) => form['card.frame'],
  'card number': ({ cardLabels }) => cardLabels.number,
  expiry: ({ cardLabels }) => cardLabels.expiry,
  'security code': ({ cardLabels }) => cardLabels.code,
  'test mode': ({ form }) => form['card.test'],
  'test store': ({ cardLabels }) => cardLabels.test,
  'to pay': ({ form }) => form['payment.pay'],
  declined: ({ outcome }) => outcome['declined.other'],
  'you were not charged': ({ outcome }) => outcome['problem.notCharged.do'],
  'bank’s confirmation': ({ outcome }) => outcome['payment.bank.frame'],
  'try again': ({ result }) => result['error.again'],
  'payment received': ({ result }) => result['complete.title'],
  'order number': ({ result }) => result['complete.order'],
  'receipt (to print)': ({ result }) => result['complete.print'],
  'payment link expired': ({ result }) => result['expired.title'],
  'sold by': ({ outcome }) => outcome['seller.by'],
  'terms of sale': ({ outcome }) => outcome['seller.terms'],
  'withdrawal and returns': ({ outcome }) => outcome['seller.returns'],
  'start again': ({ result }) => result['again.start'],
  'sold out': ({ result }) => result['unavailable.soldOut'],
}

const rowsOf = (tag: string) => {
  const [, section = ''] = GLOSSARY.split(`(${tag})\n`)
  const [table = ''] = section.split('\n## ')
  return Object.fromEntries(
    [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
      .map(([, english = '', own = '']) => [english, own])
      .slice(1),
  )
}

describe('checkout-page §8: the glossary', () => {
  test.each(Object.entries(LANGUAGES).filter(([tag]) => tag !== 'en'))(
    'the glossary of "%s" has the terms that its texts say',
    (tag, language) => {
      expect(rowsOf(tag)).toEqual(
        Object.fromEntries(Object.entries(TERMS).map(([english, say]) => [english, say(language)])),
      )
    },
  )
})

describe('checkout-page §8: the texts in French', () => {
  test('French texts break at no space before a sign of two parts', () => {
    const { form, outcome, result, page, card, cardLabels, stripe } = LANGUAGES['fr']!
    const texts = [form, outcome, result, page, card, cardLabels, stripe].flatMap((each) =>
      Object.values(each),
    )
    expect(texts.filter((text) => / [:;?!»]|« /.test(text))).toEqual([])
  })
})
