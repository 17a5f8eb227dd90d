import type { CheckoutSession } from '../session.ts'

/** `uncollected`: a payment whose money we began to take, and which failed. */
export type BuyerMailKind =
  | 'confirmation'
  | 'refund'
  | 'refund_failed'
  | 'fulfilment'
  | 'uncollected'
  | 'withdrawal'

export type BuyerMailState = 'waiting' | 'sent' | 'unsure' | 'refused' | 'unsent'

/** The confirmation of an order. `email`: where it goes now; `edition` grows when that changes. */
export type KeptConfirmation = { email: string; state: BuyerMailState; edition: number }

/** A mail that nobody else works on until the claim ends. */
export type ClaimedMail = {
  id: number
  claims: number
  /** Grows when the address is corrected. */
  edition: number
  /** How often the server was given it whole before, and nobody knows what became of it. */
  handedOver: number
  kind: BuyerMailKind
  /** `evt_…` and the edition: the same for every try, also after a lost commit. */
  messageId: string
  sessionId: string
  to: string
  /** BCP 47, best first. */
  languages: string[]
  /** What was refunded. */
  refunded: number | null
  /** Whether the money of a payment that failed was taken, and goes back. */
  isReturned: boolean
  /** When the order's buyer has withdrawn. */
  withdrawnAt: Date | null
}

/** What it says is read when it is sent. */
export type BuyerMail = ClaimedMail & {
  session: CheckoutSession
  /** Where buyers withdraw from a contract. */
  withdrawUrl: string
}

/**
 * `put_off`: the server does not have it. `isServers`: it would have refused any mail. `unsure`: it
 * had the whole mail, and nobody knows what it did with it. `refused`: for good. `overtaken`: the
 * address was erased or corrected, or another process has the mail, so nothing was sent.
 */
export type MailOutcome =
  | { type: 'sent' }
  | { type: 'overtaken' }
  | { type: 'put_off'; isServers: boolean; reason: string; response?: number }
  | { type: 'unsure'; reason: string }
  | { type: 'refused'; reason: string; response: number }

export type BuyerMailRecords = {
  /** Those that have waited longest. */
  claim(limit: number): Promise<ClaimedMail[]>
  /** Notes that the server gets it whole now. False, and it must not, when it was overtaken. */
  handOver(mail: ClaimedMail): Promise<boolean>
  record(mail: ClaimedMail, outcome: Exclude<MailOutcome, { type: 'overtaken' }>): Promise<unknown>
}
