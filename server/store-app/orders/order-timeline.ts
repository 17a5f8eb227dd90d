import { failureMessage } from '../../checkout/refund.ts'
import { disputeReason } from '../../checkout/dispute.ts'
import type { OrderChange, OrderDetails, OrderDispute, OrderRefund } from './order-details.ts'
import { originOf } from './order-refunds.ts'
import { actorView } from '../frame/actor-view.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../frame/html.ts'
import { type TimelineEntry, sessionEntries } from '../frame/timeline.ts'

const CHANGES: Record<OrderChange['action'], string> = {
  'order.fulfilled': 'Marked as fulfilled',
  'order.unfulfilled': 'Marked as not fulfilled',
  'order.note_changed': 'Note changed',
  'order.units_came_back': 'Units of the failed refund came back',
  'order.units_did_not_come_back': 'Units of the failed refund taken out of stock',
  'order.failed_refund_seen': 'Failed refund dealt with',
}

/** What was asked for, or made at the provider, and what has become of it. */
function refundEntries(refund: OrderRefund, money: string): TimelineEntry[] {
  const { kind, state, failureCode, requestedBy, createdAt, succeededAt, settledAt } = refund
  const isOurs = kind === 'requested'
  const entries: TimelineEntry[] = isOurs
    ? [
        {
          at: createdAt,
          text: `Refund of ${money} requested`,
          detail: html`By ${actorView(requestedBy)}`,
          tone: 'info',
        },
      ]
    : []
  if (succeededAt !== null)
    entries.push({
      at: succeededAt,
      text: `${money} refunded`,
      detail: isOurs ? undefined : originOf(refund),
      tone: 'success',
    })
  if (state === 'failed' && settledAt !== null)
    entries.push({
      at: settledAt,
      text: `Refund of ${money} failed`,
      detail: failureMessage(failureCode ?? ''),
      tone: 'danger',
    })
  return entries
}

function disputeEntries(
  { openedAt, closedAt, state, reason }: OrderDispute,
  money: string,
): TimelineEntry[] {
  const opened: TimelineEntry = {
    at: openedAt,
    text: `${money} disputed`,
    detail: disputeReason(reason),
    tone: 'danger',
  }
  if (closedAt === null) return [opened]
  return state === 'won'
    ? [opened, { at: closedAt, text: `Dispute of ${money} won`, tone: 'success' }]
    : [opened, { at: closedAt, text: `Dispute of ${money} lost`, tone: 'danger' }]
}

/** The life of an order since its session was created, the oldest first. */
export function orderEntries(
  order: OrderDetails,
  { formats, storePath }: { formats: Formats; storePath: string },
): TimelineEntry[] {
  const { sessionEvents, refunds, disputes, changes, currency } = order
  return [
    ...sessionEvents.flatMap((event) =>
      sessionEntries([event], { formats, storePath }).map((entry) =>
        // No link: it would lead to this very page.
        event.type === 'paid' ? { ...entry, detail: undefined } : entry,
      ),
    ),
    ...refunds.flatMap((refund) => refundEntries(refund, formats.money(refund.amount, currency))),
    ...disputes.flatMap((dispute) =>
      disputeEntries(dispute, formats.money(dispute.amount, dispute.currency)),
    ),
    ...changes.map((change): TimelineEntry => ({
      at: change.at,
      text: CHANGES[change.action],
      detail: html`By ${actorView(change.by)}`,
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
