import type { GuaranteeNotice } from '../../contract/shown-store.ts'
import type { Tracking } from '../../contract/tracking.ts'
import type { CheckoutSession } from '../sessions/session.ts'

/** `uncollected`: a payment whose money we began to take, and which failed. */
export type BuyerMailKind =
  | 'confirmation'
  | 'refund'
  | 'refund_failed'
  | 'fulfilment'
  | 'uncollected'
  | 'withdrawal'
  | 'withdrawal_link'

export type BuyerMailState = 'waiting' | 'sent' | 'unsure' | 'refused' | 'unsent'

/**
 * Why a mail that waits was put off the last time: its recipient or the buyer's network has had as
 * many as one may, or the mail server denies us.
 */
export type MailHindrance = 'recipient' | 'network' | 'denied'

/**
 * The confirmation of an order. `email`: where it goes now, null when the buyer has given none;
 * `edition` grows when that changes.
 */
export type KeptConfirmation =
  | { email: string; state: BuyerMailState; edition: number }
  | { email: null }

/** A mail that nobody else works on until the claim ends. */
export type MailClaim = {
  id: number
  claims: number
  /** Grows when what it says, or the address, has changed. */
  edition: number
  /** Whether the limits have let this edition go. */
  isCounted: boolean
  /** How often the server was given it whole before, and nobody knows what became of it. */
  handedOver: number
}

/** `messageId`: `evt_…` and the edition, the same for every try, also after a lost commit. */
export type AddressedMail = MailClaim & { messageId: string; to: string }

export type ClaimedMail = AddressedMail & {
  /**
   * Of the networks of the buyer who has caused it, narrowest first; empty when the store has, or when
   * they are unknown.
   */
  clientKeys: string[]
  kind: BuyerMailKind
  sessionId: string
  /** Of the store, by the IANA database: times are written in it. */
  timeZone: string
  /** BCP 47, best first. */
  languages: string[]
  /** What was refunded. */
  refunded: number | null
  /** Whether the money of a payment that failed was taken, and goes back. */
  isReturned: boolean
  /** Whether all the money of the order went back, or is on its way. */
  isRefunded: boolean
  /** When the order's buyer has withdrawn. */
  withdrawnAt: Date | null
  /** Whether that was after the last day. */
  withdrawnLate: boolean
  /** How the buyer follows the parcel. */
  tracking: Tracking | null
}

/** What it says is read when it is sent. */
export type BuyerMail = ClaimedMail & {
  session: CheckoutSession
  /** Below it are the order's page and the one where buyers withdraw. */
  checkoutUrl: string
  /** Opens the withdrawal in a `withdrawal_link`. */
  withdrawalLink: string | null
  /** Of the legal guarantee, in the buyer's language. */
  guaranteeNotice: GuaranteeNotice | undefined
}

/**
 * `put_off`: the server does not have it. `denied`: it refuses it for good, but not for its address.
 * `isServers`: it would have refused any mail. `unsure`: it had the whole mail, and nobody knows what
 * it did with it. `refused`: it knows no such address. `limited`: the recipient or the network has had
 * as many as one may. `overtaken`: the address was erased or corrected, or another process has the
 * mail, so nothing was sent.
 */
export type MailOutcome =
  | { type: 'sent' }
  | { type: 'overtaken' }
  | { type: 'limited'; by: Exclude<MailHindrance, 'denied'>; freeAt: Date }
  | { type: 'put_off'; isServers: boolean; reason: string; response?: number }
  | { type: 'denied'; isServers: boolean; reason: string; response: number }
  | { type: 'unsure'; reason: string }
  | { type: 'refused'; reason: string; response: number }

export const MAIL_OUTCOMES = [
  'sent',
  'put_off',
  'denied',
  'limited',
  'unsure',
  'refused',
  'overtaken',
] as const satisfies MailOutcome['type'][]

export type MailMoves<Mail> = {
  /** Keeps it from other processes a while longer. */
  keep(mail: Mail): Promise<unknown>
  /** Notes that the limits have let it go. */
  setCounted(mail: Mail): Promise<unknown>
  /** Notes that the server gets it whole now. False, and it must not, when it was overtaken. */
  handOver(mail: Mail): Promise<boolean>
  record(mail: Mail, outcome: Exclude<MailOutcome, { type: 'overtaken' }>): Promise<unknown>
}

/** `claim`: those that have waited longest. */
export type MailRecords<Mail> = MailMoves<Mail> & { claim(limit: number): Promise<Mail[]> }

export type BuyerMailRecords = MailRecords<ClaimedMail>
