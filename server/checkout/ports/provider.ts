import type { ProviderName } from '../../contract/fields.ts'
import type { PaymentAttempt, PaymentCard } from '../attempt.ts'
import type { Dispute } from '../dispute.ts'
import type { RefundState } from '../refund.ts'
import type { RefundOutcome, RefundPart } from './refund-database.ts'

/** A payment as the provider knows it; compared with our attempt before any money is taken. */
export type ProviderPayment = {
  attemptId: string
  amount: number
  currency: string
  card?: PaymentCard | undefined
  /** When the money was taken, once it was. */
  takenAt?: Date | undefined
}

/**
 * What a provider says. `unknown`: no answer, or none that says whether money moves; to be asked
 * again. `declined` and `cancelled` promise that it takes no money, whoever asks for that.
 * `paymentId` is the provider's own id, as soon as an answer names it; it is kept with the
 * attempt. `refunded`: nothing is left of what was taken, given back or charged back.
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

/** A payment by what its metadata says; `paymentId`: null when the provider finds it without. */
export type PaymentReference = { attemptId: string; paymentId: string | null }

/** A payment whose metadata nobody has seen yet. */
export type UnknownPayment = { attemptId: null; paymentId: string }

/**
 * What came to the notification endpoint. We believe nothing of it but the ids, and ask the provider
 * what has happened. `irrelevant`: it is genuine, but about no payment of ours.
 */
export type ProviderNotification =
  | ({ type: 'payment_changed'; eventId: string } & PaymentReference)
  /** It names the payment by the provider's own id alone. */
  | { type: 'charge_changed'; eventId: string; paymentId: string }
  | { type: 'irrelevant' }
  | { type: 'forged' }

export type NotificationHeaders = Record<string, string | string[] | undefined>

/** A refund as the provider knows it, in the minor unit of the payment's currency. */
export type ChargeRefund = {
  providerRefundId: string
  /** The id under which we have asked for it; null when we have not. */
  refundId: string | null
  amount: number
  state: RefundState
  /** Why it failed. */
  failureCode: string | null
  createdAt: Date
}

/**
 * What has become of money: how much was captured, whatever was given back of it since, in the minor
 * unit of the payment's currency, and all refunds and disputes of the payment, whoever has made them. `unknown`: no answer; to be asked again.
 */
export type ChargeReading =
  | { type: 'read'; captured: number; refunds: ChargeRefund[]; disputes: Dispute[] }
  | { type: 'unknown' }

/** What the provider's books say of one payment, in the minor unit of its currency. */
export type LedgerEntry = {
  paymentId: string
  attemptId: string | null
  /** As its metadata says. */
  sessionId: string | null
  storeId: string | null
  /**
   * Whether its metadata names this service. Payments from before that was written there do not, and
   * may be those of another installation in the same account.
   */
  namesUs: boolean
  amount: number
  captured: number
  refunded: number
  /** What lost disputes have given to the buyer. */
  chargedBack: number
  currency: string
  /** Reserved, neither taken nor given up. */
  isOpen: boolean
  createdAt: Date
}

/**
 * `none`: there is no such payment, or it is not ours. `refusal`: the provider's code for why it
 * gives nothing back of it now.
 */
export type EntryOutcome =
  | { type: 'found'; entry: LedgerEntry; refusal?: string }
  | { type: 'none' }
  | { type: 'unknown' }

/**
 * Which amounts of a currency can be charged at all, in its minor unit: from `minimum` to `maximum`,
 * multiples of `step`.
 */
export type AmountRule = { minimum: number; maximum: number; step: number }

/**
 * A payment service provider. Every call may be repeated: what it does, it does once per attempt. A
 * call answers within 5 s and never rejects for what a payment can go through.
 */
export type PaymentProvider = {
  name: ProviderName
  /** False while it keeps timing out: no payment is begun then, and no stock held. */
  isAvailable(): boolean
  /** Whether buyers may also pay by methods that take the money as soon as they confirm. */
  takesRedirects?: true
  /** Undefined for a currency that it does not take. */
  amountRule(currency: string): AmountRule | undefined
  /** Reserves the money, or finds the payment that an earlier call made. */
  authorize(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Takes the reserved money. */
  capture(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /**
   * Gives up: `cancelled` promises that this attempt will never take money; `captured` says that it
   * has.
   */
  cancel(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Gives back all that was taken. */
  refund(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Gives back a part of what was taken, once per `refundId`. */
  refundPart(attempt: PaymentAttempt, part: RefundPart): Promise<RefundOutcome>
  /** Where the payment stands; changes nothing of one that may still take money. */
  retrieve(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** What has become of the money of a captured payment; changes nothing. */
  readCharge(attempt: PaymentAttempt): Promise<ChargeReading>
  /** What came to the notification endpoint, byte for byte. */
  parseNotification(
    rawBody: Uint8Array,
    headers: NotificationHeaders,
  ): Promise<ProviderNotification>
  /** One payment in the books, whether or not the record knows its attempt; changes nothing. */
  findEntry(reference: PaymentReference | UnknownPayment): Promise<EntryOutcome>
  /**
   * Gives up what is reserved of such a payment, or gives back what is left of what was taken, and
   * says how it stands then. A disputed one is not given back: its buyer may get it from the bank.
   */
  returnPayment(reference: PaymentReference): Promise<EntryOutcome>
  /** The books: every payment that was begun since then, in any order. */
  listPayments(since: Date): AsyncIterable<LedgerEntry>
  /**
   * The provider's own ids of payments whose refunds or disputes have changed since then, some of
   * them more than once. As many as something has happened to, however old they are.
   */
  listActivity(since: Date): AsyncIterable<string>
}
