import { type CheckoutDeps, providerNames, providerOf } from '../checkout-deps.ts'
import { type Dispute, isDecided, mostUrgent } from './dispute.ts'
import { type ChargeNews, announceNews } from './charge-news.ts'
import type { BegunReading, ChargeTransaction, LockedCharge } from '../ports/charge-database.ts'
import type { ChargeReading, ChargeRefund } from '../ports/provider.ts'
import type { Refund } from './refund.ts'

/** How many readings one round takes; the next round or another process takes the rest. */
const BATCH = 20

type FullReading = Extract<ChargeReading, { type: 'read' }>

/**
 * Reads from the provider what became of an order's money, and records it: what was captured, its
 * own refunds, and disputes. An attempt without an order is read once it has one. If a later
 * reading is on record, ours brings no news. If an earlier one was recorded meanwhile, it may have
 * seen more than ours, so we read again. False when the provider does not answer.
 */
export async function refreshCharge(deps: CheckoutDeps, attemptId: string): Promise<boolean> {
  for (;;) {
    const begun = await deps.db.charges.beginReading(attemptId)
    if (!begun) return true
    const reading = await providerOf(deps, begun.attempt).readCharge(begun.attempt)
    if (reading.type === 'unknown') return false
    const news = await deps.db.charges.transaction((tx) => project(tx, deps, { begun, reading }))
    if (!news) continue
    for (const each of news) await announceNews(deps, each)
    return true
  }
}

/** The news of a reading; undefined, with nothing changed, when we must read again. */
async function project(
  tx: ChargeTransaction,
  deps: CheckoutDeps,
  { begun: { attempt, number, onRecord }, reading }: { begun: BegunReading; reading: FullReading },
): Promise<ChargeNews[] | undefined> {
  const order = await tx.lockCharge(attempt.id)
  if (order.readingNumber > number) return []
  if (order.readingNumber !== onRecord) return undefined
  const { captured } = reading
  const news = newsOfCapture(order, { attemptId: attempt.id, captured })
  for (const theirs of reading.refunds) {
    const before = findRecorded(order.refunds, theirs)
    const refund = before
      ? await moveRefund(tx, { before, theirs })
      : await tx.insertProviderRefund(order.orderId, {
          ...theirs,
          id: deps.ids.refund(),
          provider: attempt.provider,
        })
    // It has the provider's id now, so the next refund of the reading is not taken for it.
    const known = { ...refund, providerRefundId: theirs.providerRefundId }
    order.refunds = [...order.refunds.filter((other) => other !== before), known]
    news.push(...newsOfRefund(order, { before, refund }))
  }
  for (const dispute of reading.disputes) {
    await tx.writeDispute(order.orderId, dispute)
    news.push(...newsOfDispute(order, dispute))
  }
  await tx.finishReading(order.orderId, {
    number,
    captured,
    dispute: mostUrgent(reading.disputes),
    readAgain: order.refunds.some(({ kind, state }) => kind === 'provider' && state === 'pending'),
  })
  return news
}

/**
 * Our row of a refund: the one with the provider's id, else the one under whose id we asked for it.
 * The latter is of another refund when it has another id of the provider. So it is when it has
 * failed without one: it was refused here, and made for a process that asked at the same moment.
 */
const findRecorded = (recorded: Refund[], { providerRefundId, refundId }: ChargeRefund) =>
  recorded.find((refund) => refund.providerRefundId === providerRefundId) ??
  recorded.find(
    ({ id, providerRefundId: known, state }) =>
      id === refundId && known === null && state !== 'failed',
  )

async function moveRefund(
  tx: ChargeTransaction,
  { before, theirs }: { before: Refund; theirs: ChargeRefund },
): Promise<Refund> {
  const { id, state } = before
  const { providerRefundId } = theirs
  const code = theirs.failureCode ?? 'refund_failed'
  if (state === 'pending' && theirs.state === 'succeeded')
    return tx.succeedRefund(id, { providerRefundId })
  if (state === 'pending' && theirs.state === 'failed')
    return tx.failRefund(id, { providerRefundId, code })
  if (state === 'succeeded' && theirs.state === 'failed')
    return tx.failSucceededRefund(id, { code })
  return before
}

const newsOfCapture = (
  { storeId, amountTotal, currency, captured: before }: LockedCharge,
  { attemptId, captured }: { attemptId: string; captured: number },
): ChargeNews[] =>
  captured === amountTotal || captured === before
    ? []
    : [{ type: 'captured_differs', attemptId, storeId, captured, amountTotal, currency }]

function newsOfRefund(
  order: LockedCharge,
  { before, refund }: { before: Refund | undefined; refund: Refund },
): ChargeNews[] {
  if (!before) return [{ type: 'refund_made_at_provider', refund }]
  if (before.state === refund.state) return []
  return before.state === 'succeeded'
    ? [{ type: 'refund_failed_late', order, refund }]
    : [{ type: 'refund_settled', refund }]
}

function newsOfDispute(order: LockedCharge, dispute: Dispute): ChargeNews[] {
  const { providerDisputeId, state } = dispute
  const before = order.disputes.find((known) => known.providerDisputeId === providerDisputeId)
  const isOpened = !before || (isDecided(before) && !isDecided(dispute))
  const isClosed = isDecided(dispute) && before?.state !== state
  return [
    ...(isOpened ? [{ type: 'dispute_opened', order, dispute } as const] : []),
    ...(isClosed ? [{ type: 'dispute_closed', order, dispute } as const] : []),
  ]
}

/** One round of recovery: repeats readings whose process died or whose provider gave no answer. */
export async function recoverReadings(deps: CheckoutDeps) {
  const attemptIds = await deps.db.charges.claimDueReadings(providerNames(deps), BATCH)
  await Promise.all(attemptIds.map((attemptId) => refreshOrSay(deps, attemptId)))
  return attemptIds.length === BATCH
}

const refreshOrSay = (deps: CheckoutDeps, attemptId: string) =>
  refreshCharge(deps, attemptId).catch((error: unknown) =>
    deps.events.recoveryFailed({ attemptId, error }),
  )
