import type {
  BreakResolution,
  ReconciliationBreak,
} from '../../checkout/ports/payment-transaction.ts'

/** A payment about which provider and record disagreed. `lost`: only the provider has it. */
export type PaymentProblem = {
  kind: ReconciliationBreak['kind'] | 'lost'
  amount: number
  currency: string
  /** Null when the session is lost, too. */
  sessionId: string | null
  orderNumber: string | null
  detectedAt: Date
  /** The code with which the provider refuses to give back a lost payment for now. */
  refusal: string | null
} & (
  | { resolution: null; resolvedAt: null }
  | { resolution: BreakResolution | 'charged_back' | 'recorded'; resolvedAt: Date }
)
