import type { PaymentAttempt } from '../../server/checkout/payments/attempt.ts'
import type { Dispute } from '../../server/checkout/refunds/dispute.ts'
import type { LedgerEntry, ProviderPayment } from '../../server/checkout/ports/provider.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import { chargedBackOf } from './bank-disputes.ts'
import type { BankRefund } from './bank-refunds.ts'

/**
 * What the bank does with a card. `lies`: its payment is another than was asked for. `elsewhere`:
 * no card; the buyer confirms somewhere else, which takes the money at once.
 */
export const CARDS = [
  'pays',
  'pays',
  'declined',
  'asks',
  'asks',
  'asks_and_lies',
  'slow',
  'capture_refused',
  'lapses',
  'captures_at_once',
  'lies_amount',
  'lies_currency',
  'lies_attempt',
  'lies_on_capture',
  'lies_and_captures',
  'elsewhere',
] as const
export type Card = (typeof CARDS)[number]

export type PaymentStatus =
  | 'asking'
  | 'authorized'
  | 'captured'
  | 'refunded'
  | 'cancelled'
  | 'declined'

export type LedgerPayment = {
  /** The bank that has it in its books. */
  bank: ProviderName
  /** Another bank may use the same id. */
  paymentId: string
  attemptId: string
  sessionId: string
  amount: number
  currency: string
  /** What the bank says that the payment is for. */
  claims: ProviderPayment
  status: PaymentStatus
  card: Card | 'cancelled'
  visibleAt: number
  captured: number
  /** The whole, or the sum of its parts. */
  refunded: number
  /** Partial refunds by their id. */
  refunds: Map<string, BankRefund>
  disputes: Dispute[]
  /** A bank that was asked to give it back keeps it until then. */
  keptUntil?: number
  /** Whether the bank went on after it had said that the payment was over. */
  isWordBroken: boolean
}

export const isHonest = ({ claims, attemptId, amount, currency }: LedgerPayment) =>
  claims.attemptId === attemptId && claims.amount === amount && claims.currency === currency

export const isOpen = ({ status }: LedgerPayment) => status === 'authorized' || status === 'asking'

export const toEntry = (payment: LedgerPayment): LedgerEntry => ({
  paymentId: payment.paymentId,
  attemptId: payment.attemptId,
  sessionId: payment.sessionId,
  storeId: 'st_1',
  namesUs: true,
  amount: payment.amount,
  captured: payment.captured,
  refunded: payment.refunded,
  chargedBack: chargedBackOf(payment),
  currency: payment.currency,
  isOpen: isOpen(payment),
  createdAt: new Date(payment.visibleAt),
})

export const methodFor = (card: Card) => (card === 'elsewhere' ? 'ideal' : `pm_${card}`)

export const cardOf = (attempt: PaymentAttempt): Card =>
  CARDS.find((card) => attempt.paymentMethod === methodFor(card)) ?? 'declined'

/** Whether its buyer confirmed it elsewhere after the time was over. */
export const isTakenLate = (
  { claims: { takenAt } }: LedgerPayment,
  { leaseUntil }: PaymentAttempt,
) => takenAt !== undefined && takenAt > leaseUntil

export const LIES: Partial<
  Record<Card, (truth: LedgerPayment['claims']) => LedgerPayment['claims']>
> = {
  lies_amount: (truth) => ({ ...truth, amount: truth.amount - 1 }),
  lies_and_captures: (truth) => ({ ...truth, amount: truth.amount + 1 }),
  asks_and_lies: (truth) => ({ ...truth, amount: truth.amount + 1 }),
  lies_currency: (truth) => ({ ...truth, currency: 'JPY' }),
  lies_attempt: (truth) => ({ ...truth, attemptId: 'att_other' }),
}

export const FIRST_STATUS: Partial<Record<LedgerPayment['card'], PaymentStatus>> = {
  declined: 'declined',
  asks: 'asking',
  asks_and_lies: 'asking',
  elsewhere: 'asking',
  captures_at_once: 'captured',
  lies_and_captures: 'captured',
  cancelled: 'cancelled',
}
