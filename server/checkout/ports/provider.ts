import type { ProviderName } from '../../contract/fields.ts'
import type { PaymentAttempt, PaymentCard } from '../payments/attempt.ts'
import type { Dispute } from '../refunds/dispute.ts'
import type { RefundState } from '../refunds/refund.ts'
import type { RefundOutcome, RefundPart } from './refund-database.ts'

/** A payment as the provider knows it. We compare it with our attempt before we take money. */
export type ProviderPayment = {
  attemptId: string
  amount: number
  currency: string
  card?: PaymentCard | undefined
  /** When the money was taken, once it was. */
  takenAt?: Date | undefined
}

/**
 * `unknown`: no answer, or none that says whether money moves; ask again. `declined`, `cancelled`:
 * the payment will never take money. `refunded`: all was given back or charged back. `paymentId`:
 * the provider's own id, once an answer names it; it is stored with the attempt.
 */
export type PaymentOutcome = { paymentId?: string } & (
  | { type: 'authorized'; payment: ProviderPayment }
  | { type: 'action_required'; url: string }
  | { type: 'declined'; code: string }
  | { type: 'captured'; payment: ProviderPayment }
  | { type: 'cancelled' }
  | { type: 'refunded' }
  | { type: 'unknown' }
)

/** By its metadata. `paymentId`: null when the provider finds the payment without it. */
export type PaymentReference = { attemptId: string; paymentId: string | null }

/** A payment whose metadata nobody has read yet. */
export type UnknownPayment = { attemptId: null; paymentId: string }

/**
 * We believe only the ids in a notification and ask the provider what happened. `irrelevant`:
 * genuine, but about no payment of ours.
 */
export type ProviderNotification =
  | ({ type: 'payment_changed'; eventId: string } & PaymentReference)
  /** Names the payment only by the provider's own id. */
  | { type: 'charge_changed'; eventId: string; paymentId: string }
  | { type: 'irrelevant' }
  | { type: 'forged' }

export type NotificationHeaders = Record<string, string | string[] | undefined>

/** A refund as the provider knows it, in the minor unit of the payment's currency. */
export type ChargeRefund = {
  providerRefundId: string
  /** The id under which we asked for it; null when we did not. */
  refundId: string | null
  amount: number
  state: RefundState
  failureCode: string | null
  createdAt: Date
}

/**
 * What became of a payment's money, in the minor unit. `captured`: refunds are not subtracted.
 * `refunds`, `disputes`: also those that others made. `unknown`: no answer; ask again.
 */
export type ChargeReading =
  | { type: 'read'; captured: number; refunds: ChargeRefund[]; disputes: Dispute[] }
  | { type: 'unknown' }

/** One payment in the provider's books, in the minor unit of its currency. */
export type LedgerEntry = {
  paymentId: string
  attemptId: string | null
  /** As the metadata says. */
  sessionId: string | null
  storeId: string | null
  /**
   * Whether the metadata names this service. Older payments do not, and may belong to another
   * installation in the same account.
   */
  namesUs: boolean
  amount: number
  captured: number
  refunded: number
  /** What lost disputes gave to the buyer. */
  chargedBack: number
  currency: string
  /** Reserved, and neither taken nor given up. */
  isOpen: boolean
  createdAt: Date
}

/** `none`: no such payment, or not ours. `refusal`: the code for why nothing is given back now. */
export type EntryOutcome =
  | { type: 'found'; entry: LedgerEntry; refusal?: string }
  | { type: 'none' }
  | { type: 'unknown' }

/** The amounts of a currency that can be charged, in its minor unit; multiples of `step`. */
export type AmountRule = { minimum: number; maximum: number; step: number }

/**
 * A payment service provider. Each call takes effect once per attempt, however often it is made. It
 * answers within 5 s, and does not reject for anything that can happen to a payment.
 */
export type PaymentProvider = {
  name: ProviderName
  /** False while it keeps timing out: then no payment begins and no stock is held. */
  isAvailable(): boolean
  /** Whether it offers methods that take the money as soon as the buyer confirms. */
  takesRedirects?: true
  /** Undefined for a currency that it does not take. */
  amountRule(currency: string): AmountRule | undefined
  /** Reserves the money, or finds the payment that an earlier call made. */
  authorize(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Takes the reserved money. */
  capture(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** `cancelled`: the attempt will never take money. `captured`: it has taken it already. */
  cancel(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Gives back all that was taken. */
  refund(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Gives back a part of what was taken, once per `refundId`. */
  refundPart(attempt: PaymentAttempt, part: RefundPart): Promise<RefundOutcome>
  /** The state of the payment. Changes nothing while the payment may still take money. */
  retrieve(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** What became of the money of a captured payment; changes nothing. */
  readCharge(attempt: PaymentAttempt): Promise<ChargeReading>
  /** `rawBody`: byte for byte as it came. */
  parseNotification(
    rawBody: Uint8Array,
    headers: NotificationHeaders,
  ): Promise<ProviderNotification>
  /** A payment in the books, even if the record does not know its attempt; changes nothing. */
  findEntry(reference: PaymentReference | UnknownPayment): Promise<EntryOutcome>
  /**
   * Cancels what is reserved or gives back what is left, then reads the payment. A disputed payment
   * is not given back, because its buyer may get the money from the bank.
   */
  returnPayment(reference: PaymentReference): Promise<EntryOutcome>
  /** The books: every payment that was begun since then, in any order. */
  listPayments(since: Date): AsyncIterable<LedgerEntry>
  /**
   * The provider's own ids of payments whose refunds or disputes changed since then, however old
   * the payments are. An id may come more than once.
   */
  listActivity(since: Date): AsyncIterable<string>
}
