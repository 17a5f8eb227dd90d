import { failureMessage } from '../../checkout/refund.ts'
import { disputeReason } from '../../checkout/dispute.ts'
import type { OrderChange, OrderDetails, OrderDispute, OrderRefund } from './order-list.ts'
import { originOf } from './order-money.ts'
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
  const entries: TimelineEntry[] = []
  if (isOurs) {
    const by = html`By ${actorView(requestedBy)}`
    entries.push({ at: createdAt, told: [`Refund of ${money} requested`, by, 'info'] })
  }
  if (succeededAt !== null) {
    const detail = isOurs ? undefined : originOf(refund)
    entries.push({ at: succeededAt, told: [`${money} refunded`, detail, 'success'] })
  }
  if (state === 'failed' && settledAt !== null) {
    const why = failureMessage(failureCode ?? '')
    entries.push({ at: settledAt, told: [`Refund of ${money} failed`, why, 'danger'] })
  }
  return entries
}

function disputeEntries(dispute: OrderDispute, money: string): TimelineEntry[] {
  const { openedAt, closedAt, state, reason } = dispute
  const opened: TimelineEntry = {
    at: openedAt,
    told: [`${money} disputed`, disputeReason(reason), 'danger'],
  }
  if (closedAt === null) return [opened]
  return state === 'won'
    ? [opened, { at: closedAt, told: [`Dispute of ${money} won`, undefined, 'success'] }]
    : [opened, { at: closedAt, told: [`Dispute of ${money} lost`, undefined, 'danger'] }]
}

/** The life of an order since its session was created, the oldest first. */
export function orderEntries(
  order: OrderDetails,
  { formats, storePath }: { formats: Formats; storePath: string },
): TimelineEntry[] {
  const { sessionEvents, refunds, disputes, changes, currency } = order
  return [
    ...sessionEvents.flatMap((event) =>
      sessionEntries([event], { formats, storePath }).map(
        ({ at, told: [text, detail, tone] }): TimelineEntry =>
          // No link: it would lead to this very page.
          ({ at, told: [text, event.type === 'paid' ? undefined : detail, tone] }),
      ),
    ),
    ...refunds.flatMap((refund) => refundEntries(refund, formats.money(refund.amount, currency))),
    ...disputes.flatMap((dispute) =>
      disputeEntries(dispute, formats.money(dispute.amount, dispute.currency)),
    ),
    ...changes.map(({ at, action, by }): TimelineEntry => ({
      at,
      told: [CHANGES[action], html`By ${actorView(by)}`],
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
