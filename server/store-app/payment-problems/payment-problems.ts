import type { BreakResolution, ReconciliationBreak } from '../../checkout/ports/database.ts'
import type { Page, PageQuery } from '../../checkout/ports/list-pages.ts'

/** A payment about which the provider and we disagreed, as its merchant sees it. */
export type PaymentProblem = ReconciliationBreak & {
  sessionId: string
  /** Of the session's order, when it has one. */
  orderNumber: string | null
  detectedAt: Date
} & ({ resolution: null; resolvedAt: null } | { resolution: BreakResolution; resolvedAt: Date })

export type PaymentProblemRecords = {
  /** Newest first. */
  list(storeId: string, query: PageQuery): Promise<Page<PaymentProblem> | undefined>
}
