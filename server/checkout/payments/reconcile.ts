import type { ProviderName } from '../../contract/fields.ts'
import { isSettled } from './attempt.ts'
import type { LedgerEntry, PaymentProvider } from '../ports/provider.ts'
import type {
  ReconciliationRecords,
  RecordedPayment,
  UnresolvedBreak,
} from '../ports/platform-records.ts'

const DAY_MS = 86_400_000

/** The provider's clock is not ours, so we read its books from this much earlier. */
const CLOCK_MARGIN_MS = 3_600_000

const BATCH = 500

type DifferenceKind =
  | 'captured_without_order'
  | 'left_open'
  | 'order_without_money'
  | 'amount_differs'
  | 'refund_differs'

/** How the provider's books and ours differ about one payment. */
export type Difference =
  | {
      kind: DifferenceKind | 'unknown_to_provider'
      provider: ProviderName
      theirs: OwnEntry | undefined
      ours: RecordedPayment | undefined
    }
  | { kind: 'unresolved_break'; found: UnresolvedBreak }

/** A payment that names an attempt of ours. The account may have others, which we leave out. */
type OwnEntry = LedgerEntry & { attemptId: string }

type Books = {
  providers: readonly Pick<PaymentProvider, 'name' | 'listPayments'>[]
  records: ReconciliationRecords
}

/**
 * Compares the payments of the last days at the providers with ours, in both directions. Returns
 * how many were compared and how many differ.
 */
export async function reconcile(
  books: Books,
  { days, report }: { days: number; report: (difference: Difference) => unknown },
) {
  const { providers, records } = books
  const since = new Date(records.startedAt.getTime() - days * DAY_MS)
  let compared = 0
  let differences = 0
  const found = async (difference: Difference) => {
    differences += 1
    await report(difference)
  }
  for (const provider of providers) {
    for await (const batch of inBatches(
      provider.listPayments(new Date(since.getTime() - CLOCK_MARGIN_MS)),
    )) {
      compared += batch.length
      const recorded = await records.findPayments(batch)
      for (const theirs of batch) {
        const ours = recorded.get(theirs.attemptId)
        if (ours === 'in_other_cell') continue
        const kind = differenceOf(theirs, ours)
        if (kind) await found({ kind, provider: provider.name, theirs, ours })
      }
    }
    for await (const ours of records.listMissing(provider.name, since)) {
      await found({
        kind: 'unknown_to_provider',
        provider: provider.name,
        theirs: undefined,
        ours,
      })
    }
  }
  for await (const unresolved of records.listUnresolvedBreaks())
    await found({ kind: 'unresolved_break', found: unresolved })
  return { compared, differences }
}

async function* inBatches(entries: AsyncIterable<LedgerEntry>) {
  let batch: OwnEntry[] = []
  for await (const { attemptId, ...entry } of entries) {
    if (attemptId === null) continue
    batch.push({ ...entry, attemptId })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** What is wrong between a payment in the provider's books and ours. */
export function differenceOf(
  theirs: OwnEntry,
  ours: RecordedPayment | undefined,
): DifferenceKind | undefined {
  if (ours?.isMoving) return undefined
  const isOurPayment =
    ours !== undefined && (ours.providerPaymentId ?? theirs.paymentId) === theirs.paymentId
  const order = isOurPayment ? ours.order : null
  if (!order) {
    if (theirs.captured > theirs.refunded + theirs.chargedBack) return 'captured_without_order'
    return theirs.isOpen && !(isOurPayment && !isSettled(ours)) ? 'left_open' : undefined
  }
  if (theirs.captured === 0) return 'order_without_money'
  if (theirs.captured !== order.amount || theirs.currency !== order.currency)
    return 'amount_differs'
  // The provider may or may not have given back what we have as pending.
  const isAsRecorded =
    theirs.refunded >= order.refunded && theirs.refunded <= order.refunded + order.refundPending
  return isAsRecorded ? undefined : 'refund_differs'
}
