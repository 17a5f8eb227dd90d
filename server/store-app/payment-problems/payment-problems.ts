import type {
  BreakResolution,
  ReconciliationBreak,
} from '../../checkout/ports/payment-transaction.ts'
import type { Page, PageQuery } from '../../checkout/ports/list-pages.ts'

/**
 * A payment about which the provider and we disagreed, as its merchant sees it. `lost`: the provider
 * has it and we do not.
 */
export type PaymentProblem = {
  kind: ReconciliationBreak['kind'] | 'lost'
  amount: number
  currency: string
  /** Null when its session is lost, too. */
  sessionId: string | null
  /** Of the session's order, when it has one. */
  orderNumber: string | null
  detectedAt: Date
  /** Why the provider does not give a lost one back for now, as its code. */
  refusal: string | null
} & (
  | { resolution: null; resolvedAt: null }
  | { resolution: BreakResolution | 'charged_back' | 'recorded'; resolvedAt: Date }
)

export type PaymentProblemRecords = {
  /** Newest first; on the first page those that the record has lost stand before the others. */
  list(storeId: string, query: PageQuery): Promise<Page<PaymentProblem> | undefined>
}
