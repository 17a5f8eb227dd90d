import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../widget/i18n/catalogues.ts'
import { directionOf } from '../../widget/i18n/translate.ts'
import type { BuyerMail, BuyerMailKind } from '../checkout/ports/buyer-mails.ts'
import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { writeToBuyer } from './buyer-letters.ts'

const KINDS: BuyerMailKind[] = [
  'confirmation',
  'refund',
  'refund_failed',
  'fulfilment',
  'uncollected',
  'withdrawal',
  'withdrawal_link',
]

/** Short, as wide as may be, and in scripts from right to left. */
const NAMES = ['A', `Maison ${'Lumière '.repeat(8)}Paris`, 'חנות הבדים', 'متجر الأقمشة']

const AT = new Date('2026-03-01T23:30:00Z')

type Case = { kind: BuyerMailKind; language: string; name: string; amount: number }

function aMail({ kind, language, name, amount }: Case): BuyerMail {
  const store = {
    isTest: true,
    name,
    currency: 'EUR',
    pricesIncludeTax: true,
    language: 'en',
    contactEmail: 'help@shop.example',
    contactPhone: '+34 600 111 222',
    nextStep: null,
    statementName: 'LOOM',
    withdrawals: true,
    logoUrl: null,
    branding: null,
  } as unknown as CheckoutSession['store']
  const session = {
    id: `cs_${'x'.repeat(32)}`,
    storeId: 'store',
    store,
    quote: {
      productName: name,
      size: 'M',
      color: null,
      quantity: 2,
      unitPrice: amount,
      currency: 'EUR',
      deliveryOptions: [],
      withdrawalDays: 14,
      withdrawalReason: null,
    },
    card: { brand: 'Visa', last4: '4242' },
    deliveryOption: null,
    seller: {
      legalName: name,
      address: 'Storgata 12\n0184 Oslo',
      termsUrl: 'https://shop.example/terms',
      privacyUrl: 'https://shop.example/privacy',
    },
    ...(kind === 'uncollected'
      ? { state: 'expired', order: null }
      : {
          state: 'complete',
          order: {
            orderNumber: '7K3M9-QX2RT',
            amountTotal: amount,
            quantity: 2,
            customer: { name, phone: '+34 600 123 456' },
            fulfillment: { method: 'DELIVERY', details: 'Post, Storgata 12\n0184 Oslo', fee: 0 },
            paidAt: AT.toISOString(),
          },
        }),
  } as unknown as CheckoutSession
  return {
    kind,
    session,
    languages: [language],
    timeZone: 'UTC',
    refunded: amount,
    isReturned: false,
    isRefunded: false,
    withdrawnAt: AT,
    withdrawnLate: false,
    tracking: { carrier: name, trackingNumber: '1Z 99', trackingUrl: null },
    checkoutUrl: 'https://pay.example/checkout',
    withdrawalLink: null,
    guaranteeNotice: undefined,
  } as unknown as BuyerMail
}

const CASES = (language: string) =>
  KINDS.flatMap((kind) =>
    NAMES.flatMap((name) => [1, 123_456_789].map((amount) => ({ kind, language, name, amount }))),
  )

const ISOLATED = /\u2068[^\u2069]*\u2069/g

describe('decision 109: every mail in every language', () => {
  test.each(Object.keys(LANGUAGES))(
    'a mail in "%s" has a value for each name in it',
    (language) => {
      for (const one of CASES(language)) {
        const { subject, text, html } = writeToBuyer(aMail(one))
        const words = `${subject}\n${text}`
        const what = `${one.kind} ${one.name} ${one.amount}\n${words}`
        expect(words, what).not.toMatch(/\b(undefined|null|NaN)\b|[{}|]/)
        expect(html.replace(/<style>.*?<\/style>/s, ''), what).not.toMatch(
          /\b(undefined|NaN)\b|[{}]/,
        )
        expect(subject, what).not.toMatch(/ {2}/)
        expect(subject.includes(one.name.trim()), what).toBe(true)
      }
    },
  )

  test.each(Object.keys(LANGUAGES).filter((tag) => directionOf(tag) === 'rtl'))(
    'what a mail in "%s" names keeps its own direction of writing',
    (language) => {
      const { subject, text } = writeToBuyer(
        aMail({ kind: 'confirmation', language, name: 'Loom', amount: 4_980 }),
      )
      const bare = `${subject}\n${text}`.replaceAll(ISOLATED, '')
      expect(bare.replaceAll(/https?:\S+/g, '')).not.toMatch(/Loom|7K3M9|\+34|Visa|Storgata|4242/)
    },
  )

  test.each([
    ['fr', 'Numéro de commande\u00a0: 7K3M9-QX2RT', '1er mars 2026 à 23:30 UTC'],
    ['de', 'Bestellnummer: 7K3M9-QX2RT', '1. März 2026 um 23:30 Uhr UTC'],
    ['mn', 'Захиалгын дугаар: 7K3M9-QX2RT', '2026-03-01 23:30 UTC'],
    ['ja', '注文番号：7K3M9-QX2RT', '2026年3月1日 23:30 UTC'],
  ])('a fact and a moment in "%s" are written as there: %s, %s', (language, fact, moment) => {
    const { text } = writeToBuyer(
      aMail({ kind: 'confirmation', language, name: 'Loom', amount: 4_980 }),
    )
    expect(text).toContain(fact)
    expect(text).toContain(moment)
    if (language === 'fr') expect(text).not.toMatch(/ [:;?!»](?!\/)|« /)
  })
})
