import { failureMessage } from '../../checkout/refund.ts'
import type { OrderChange, OrderDetails, OrderRefund } from './order-details.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../frame/html.ts'
import { type TimelineEntry, sessionEntries } from '../frame/timeline.ts'

const by = (name: string) => html`By <bdi>${name}</bdi>`

const CHANGES: Record<OrderChange['action'], string> = {
  'order.fulfilled': 'Marked as fulfilled',
  'order.unfulfilled': 'Marked as not fulfilled',
  'order.note_changed': 'Note changed',
}

/** What was asked for, and what has become of it when that took a while. */
function refundEntries(
  { state, failureCode, requestedBy, createdAt, settledAt }: OrderRefund,
  money: string,
): TimelineEntry[] {
  const asked: TimelineEntry = {
    at: createdAt,
    text: `Refund of ${money} requested`,
    detail: by(requestedBy),
    tone: 'info',
  }
  if (settledAt === null) return [asked]
  if (state === 'failed') {
    return [
      asked,
      {
        at: settledAt,
        text: `Refund of ${money} failed`,
        detail: failureMessage(failureCode ?? ''),
        tone: 'danger',
      },
    ]
  }
  return [asked, { at: settledAt, text: `${money} refunded`, tone: 'success' }]
}

/** The life of an order since its session was created, the oldest first. */
export function orderEntries(
  order: OrderDetails,
  { formats, storePath }: { formats: Formats; storePath: string },
): TimelineEntry[] {
  const { sessionEvents, refunds, changes, currency } = order
  return [
    ...sessionEvents.flatMap((event) =>
      sessionEntries([event], { formats, storePath }).map((entry) =>
        // No link: it would lead to this very page.
        event.type === 'paid' ? { ...entry, detail: undefined } : entry,
      ),
    ),
    ...refunds.flatMap((refund) => refundEntries(refund, formats.money(refund.amount, currency))),
    ...changes.map((change): TimelineEntry => ({
      at: change.at,
      text: CHANGES[change.action],
      detail: by(change.by),
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
