import { expect } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import type { Shop, merchantApi } from './merchant-api.ts'

export type BankAnswer = 'complete' | 'fail'

type Try = {
  card: keyof typeof CARDS
  /** What the buyer answers the bank, if it asks. */
  bank?: BankAnswer
  /** What the buyer reads then. */
  reads: string
  /** What the provider has of the payment. */
  payment: 'captured' | 'declined'
}

export const PAID = 'Payment received'
export const DECLINED = 'Your card was declined.'
export const UNCONFIRMED = 'Your bank could not confirm it was you.'

/** Cards that are tried one after the other until one of them pays, and the result of each. */
export const CARD_JOURNEYS = {
  'each card that does not pay is said not to, and the next one pays': [
    { card: 'declined', reads: DECLINED, payment: 'declined' },
    { card: 'challenge', bank: 'fail', reads: UNCONFIRMED, payment: 'declined' },
    { card: 'challengeDeclined', bank: 'complete', reads: DECLINED, payment: 'declined' },
    { card: 'succeeds', reads: PAID, payment: 'captured' },
  ],
  'the bank asks, the buyer confirms, and the order is paid': [
    { card: 'challenge', bank: 'complete', reads: PAID, payment: 'captured' },
  ],
} satisfies Record<string, Try[]>

export type CardJourney = keyof typeof CARD_JOURNEYS

/** Anybody with a page in which a card can be typed. */
export type CardBuyer = {
  /** Fills in everything, and pays. */
  payWith: (number: string) => Promise<unknown>
  /** Pays with another card, after one that did not pay. */
  payAnew: (number: string) => Promise<unknown>
  answerBank: (answer: BankAnswer) => Promise<unknown>
  reads: (text: string) => Promise<unknown>
}

export async function travel(journey: CardJourney, buyer: CardBuyer) {
  const tries: Try[] = CARD_JOURNEYS[journey]
  for (const [index, { card, bank, reads }] of tries.entries()) {
    await (index === 0 ? buyer.payWith(CARDS[card]) : buyer.payAnew(CARDS[card]))
    if (bank) await buyer.answerBank(bank)
    await buyer.reads(reads)
  }
}

type Sale = { api: ReturnType<typeof merchantApi>; shop: Shop; url: string }

/** What the merchant's server reads at the end of each journey. */
export const expectSold = async ({ api, shop, url }: Sale) =>
  expect(await api.getSession(shop, url)).toMatchObject({
    status: 'complete',
    order: {
      amountTotal: 5390,
      customer: { name: 'Ana Example', phone: '+34 600 123 456' },
      fulfillment: { details: expect.stringContaining('Calle Mayor 1') },
    },
  })

/** What the test provider has afterwards, the newest first. */
export const expectPayments = async ({ api, shop }: Omit<Sale, 'url'>, journey: CardJourney) =>
  expect((await api.listPayments(shop)).data.map(({ status }) => status)).toEqual(
    CARD_JOURNEYS[journey].map(({ payment }) => payment).toReversed(),
  )
