import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../widget/i18n/catalogues.ts'
import type { Language } from '../../widget/i18n/language.ts'

const GLOSSARY = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')

/** What the glossary calls a term, and where the texts say it. */
const TERMS: Record<string, (language: Language) => string> = {
  'checkout page, payment': ({ messages }) => messages['page.secure'],
  'store (in "back to")': ({ messages }) => messages['page.back'],
  total: ({ messages }) => messages['summary.total'],
  subtotal: ({ messages }) => messages['summary.subtotal'],
  delivery: ({ messages }) => messages['summary.delivery'],
  'delivery option': ({ messages }) => messages['delivery.method'],
  'delivery address': ({ messages }) => messages['delivery.place'],
  country: ({ messages }) => messages['delivery.country'],
  'postal code': ({ messages }) => messages['delivery.postalCode'],
  'town or city': ({ messages }) => messages['delivery.city'],
  'state or province': ({ messages }) => messages['delivery.region'],
  'delivery fee': ({ messages }) => messages['complete.fee'],
  collection: ({ messages }) => messages['summary.collection'],
  'collect at': ({ messages }) => messages['complete.collect'],
  'full name': ({ messages }) => messages['contact.name'],
  phone: ({ messages }) => messages['contact.phone'],
  email: ({ messages }) => messages['contact.email'],
  quantity: ({ messages }) => messages['summary.quantity'],
  payment: ({ messages }) => messages['payment.title'],
  'payment method': ({ stripe }) => stripe['method.title'],
  'another way to pay': ({ messages }) => messages['payment.other'],
  card: ({ messages }) => messages['card.title'],
  'card details': ({ messages }) => messages['card.frame'],
  'card number': ({ cardLabels }) => cardLabels.number,
  expiry: ({ cardLabels }) => cardLabels.expiry,
  'security code': ({ cardLabels }) => cardLabels.code,
  'test mode': ({ messages }) => messages['card.test'],
  'test store': ({ cardLabels }) => cardLabels.test,
  'to pay': ({ messages }) => messages['payment.pay'],
  declined: ({ messages }) => messages['declined.other'],
  'you were not charged': ({ messages }) => messages['problem.notCharged.do'],
  'bank’s confirmation': ({ messages }) => messages['payment.bank.frame'],
  'try again': ({ messages }) => messages['error.again'],
  'payment received': ({ messages }) => messages['complete.title'],
  'order number': ({ messages }) => messages['complete.order'],
  'receipt (to print)': ({ messages }) => messages['complete.print'],
  'payment link expired': ({ messages }) => messages['expired.title'],
  'sold by': ({ messages }) => messages['seller.by'],
  'terms of sale': ({ messages }) => messages['seller.terms'],
  'withdrawal and returns': ({ messages }) => messages['seller.returns'],
  'start again': ({ messages }) => messages['again.start'],
  'sold out': ({ messages }) => messages['unavailable.soldOut'],
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
    const { messages, page, card, cardLabels, stripe } = LANGUAGES['fr']!
    const texts = [messages, page, card, cardLabels, stripe].flatMap((each) => Object.values(each))
    expect(texts.filter((text) => / [:;?!»]|« /.test(text))).toEqual([])
  })
})
