import type { PaymentCard } from '../../checkout/payments/attempt.ts'

/** How a test card behaves (contract §5). The bank stores this name, never the number. */
export type TestCard =
  | 'succeeds'
  | 'mastercard_succeeds'
  | 'amex_succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'challenge_succeeds'
  | 'challenge_declined'
  | 'slow'
  | 'captured_then_lost'

const CARDS = new Map<string, TestCard>(
  Object.entries({
    '4242424242424242': 'succeeds',
    '5555555555554444': 'mastercard_succeeds',
    '378282246310005': 'amex_succeeds',
    '4000000000000002': 'declined',
    '4000000000009995': 'insufficient_funds',
    '4000002760003184': 'challenge_succeeds',
    '4000008400001629': 'challenge_declined',
    '4000000000000259': 'slow',
    '4000000000000341': 'captured_then_lost',
  }),
)

/** The test card with this number, without spaces and dashes; undefined for any other number. */
export const findTestCard = (number: string): TestCard | undefined =>
  CARDS.get(number.replaceAll(/[\s-]/g, ''))

/** The brands as people write them, by first digit. */
const BRANDS: Record<string, string> = { 3: 'American Express', 4: 'Visa', 5: 'Mastercard' }

/** The card as the receipt shows it. */
export function receiptCardOf(name: TestCard): PaymentCard {
  const number = [...CARDS].find(([, card]) => card === name)?.[0] ?? ''
  return { brand: BRANDS[number[0] ?? ''] ?? '', last4: number.slice(-4) }
}

export const isTestCard = (name: string): name is TestCard =>
  new Set<string>(CARDS.values()).has(name)
