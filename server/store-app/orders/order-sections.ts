import { shortSessionId } from '../../checkout/sessions/session.ts'
import { actorView } from '../frame/members/actor-view.ts'
import type { OrderChange, OrderRecord, OrderDispute } from '../../orders/order-record.ts'
import { type FieldErrors, hiddenField, textAreaField, formView } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { factsView, metadataView, sectionView, sellerView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type TimelineEntry, timelineView, sessionEntries } from '../frame/timeline.ts'
import { orderPath } from './on-order.ts'
import { mailFacts, sendAgainView } from './order-mails.page.ts'
import { type Refund, failureMessage } from '../../checkout/refunds/refund.ts'
import { disputeReason } from '../../checkout/refunds/dispute.ts'
import { deliveryView } from './order-delivery.ts'
import { disputesView, originOf, refundsView } from './order-money.ts'
import type { Formats } from '../frame/formats.ts'

const CHANGES: Record<OrderChange['action'], string> = {
  'order.fulfilled': 'Marked as fulfilled',
  'order.unfulfilled': 'Marked as not fulfilled',
  'order.tracking_changed': 'Tracking changed',
  'order.delivered': 'Marked as delivered',
  'order.undelivered': 'Marked as not delivered',
  'order.note_changed': 'Note changed',
  'order.units_came_back': 'Units of the failed refund came back',
  'order.units_did_not_come_back': 'Units of the failed refund taken out of stock',
  'order.failed_refund_seen': 'Failed refund dealt with',
  'order.mails_sent_again': 'Mails to the buyer sent again',
}

/** A refund that was asked for or made at the provider, and how it went. */
function refundEntries(refund: Refund, money: string): TimelineEntry[] {
  const { kind, state, failureCode, requestedBy, createdAt, succeededAt, settledAt } = refund
  const isOurs = kind === 'requested'
  const entries: TimelineEntry[] = []
  if (isOurs) {
    const by = html`By ${actorView(requestedBy)}`
    entries.push({ at: createdAt, text: [`Refund of ${money} requested`, by, 'info'] })
  }
  if (succeededAt !== null) {
    const detail = isOurs ? undefined : originOf(refund)
    entries.push({ at: succeededAt, text: [`${money} refunded`, detail, 'success'] })
  }
  if (state === 'failed' && settledAt !== null) {
    const why = failureMessage(failureCode ?? '')
    entries.push({ at: settledAt, text: [`Refund of ${money} failed`, why, 'danger'] })
  }
  return entries
}

function disputeEntries(dispute: OrderDispute, money: string): TimelineEntry[] {
  const { openedAt, closedAt, state, reason } = dispute
  const opened: TimelineEntry = {
    at: openedAt,
    text: [`${money} disputed`, disputeReason(reason), 'danger'],
  }
  if (closedAt === null) return [opened]
  return state === 'won'
    ? [opened, { at: closedAt, text: [`Dispute of ${money} won`, undefined, 'success'] }]
    : [opened, { at: closedAt, text: [`Dispute of ${money} lost`, undefined, 'danger'] }]
}

/** What happened since the session was created, oldest first. */
function orderEntries(
  order: OrderRecord,
  { formats, storePath }: { formats: Formats; storePath: string },
): TimelineEntry[] {
  const { sessionEvents, refunds, disputes, changes, currency, withdrawnAt } = order
  const byBuyer = order.withdrawnLate ? 'By the buyer, after the last day' : 'By the buyer'
  const withdrawn: TimelineEntry['text'] = ['Withdrawn from the contract', byBuyer, 'danger']
  return [
    ...sessionEvents.flatMap((event) =>
      sessionEntries([event], { formats, storePath }).map(
        ({ at, text: [text, detail, tone] }): TimelineEntry =>
          // A link would lead to this same page.
          ({ at, text: [text, event.type === 'paid' ? undefined : detail, tone] }),
      ),
    ),
    ...refunds.flatMap((refund) => refundEntries(refund, formats.money(refund.amount, currency))),
    ...disputes.flatMap((dispute) =>
      disputeEntries(dispute, formats.money(dispute.amount, dispute.currency)),
    ),
    ...(withdrawnAt ? [{ at: withdrawnAt, text: withdrawn }] : []),
    ...changes.map(({ at, action, by }): TimelineEntry => ({
      at,
      text: [CHANGES[action], html`By ${actorView(by)}`],
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** A note that was not saved, and the one that it was to replace. */
export type TypedNote = { note: string; before: string; hint?: string }

/** Retention or the buyer has had it erased. */
const ERASED = html`<span class="muted">Erased</span>`

export const customerView = (order: OrderRecord, visit?: MemberVisit) => {
  const { customerName, customerPhone, customerEmail } = order
  return sectionView('customer', 'Customer', [
    factsView([
      ['Name', html`<bdi>${customerName || ERASED}</bdi>`],
      ['Phone', html`<bdi>${customerPhone || ERASED}</bdi>`],
      ['Email', customerEmail === null ? undefined : html`<bdi>${customerEmail}</bdi>`],
      ...mailFacts(order),
    ]),
    visit && sendAgainView(order, visit),
  ])
}

const PROVIDERS: Record<OrderRecord['provider'], string> = {
  test: 'Test provider, no real money',
  stripe: 'Stripe',
}

export const paymentView = (
  { paidAt, sessionId, provider, providerPaymentId, card }: OrderRecord,
  { app: { storePath }, viewer: { formats } }: MemberVisit,
) =>
  sectionView('payment', 'Payment', [
    factsView([
      ['Paid at', formats.time(paidAt)],
      ['Card', card === null ? undefined : `${card.brand} •••• ${card.last4}`],
      ['Provider', PROVIDERS[provider]],
      [
        'Payment there',
        providerPaymentId === null ? undefined : html`<code>${providerPaymentId}</code>`,
      ],
      [
        'Checkout session',
        html`<a href="${storePath}/sessions/${sessionId}"
          ><code>${shortSessionId(sessionId)}</code></a
        >`,
      ],
    ]),
  ])

/** The seller and terms that the buyer was shown; nothing when there were none. */
export const termsView = ({ terms }: OrderRecord, { viewer: { formats } }: MemberVisit) =>
  terms === null
    ? undefined
    : sectionView('terms', 'Seller and terms', [
        html`<p>
            The buyer was shown
            this${terms.agreedAt ? ', and agreed to the terms with a box' : undefined}.
          </p>
          ${sellerView(terms.seller)}
          <p class="hint">
            Version ${formats.number(terms.version)}, since ${formats.time(terms.since)}.
          </p>`,
      ])

export type OrderForm = { typed?: TypedNote; errors?: FieldErrors }

const noteView = (
  { note, orderNumber }: OrderRecord,
  { app, viewer }: MemberVisit,
  { typed, errors }: OrderForm,
) =>
  sectionView('note', 'Internal note', [
    formView(
      viewer,
      { action: `${orderPath(app, orderNumber)}/note`, button: 'Save note', kind: 'quiet' },
      [
        hiddenField('before', typed?.before ?? note ?? ''),
        textAreaField({
          name: 'note',
          label: 'For your team; the buyer never sees it',
          value: typed?.note ?? note ?? '',
          hint: typed?.hint,
          error: errors?.['note'],
          attributes: html`rows="3" dir="auto"`,
        }),
      ],
    ),
  ])

export const timelineSection = (
  order: OrderRecord,
  { app: { storePath }, viewer: { formats } }: MemberVisit,
) =>
  sectionView('timeline', 'Timeline', [
    timelineView(orderEntries(order, { formats, storePath }), formats),
  ])

export const sectionsView = (order: OrderRecord, visit: MemberVisit, form: OrderForm) => {
  const { formats } = visit.viewer
  return html`${customerView(order, visit)}${deliveryView(order, visit)}${paymentView(order, visit)}
  ${disputesView(order, formats)} ${refundsView(order, formats)} ${termsView(order, visit)}
  ${noteView(order, visit, form)} ${timelineSection(order, visit)} ${metadataView(order)}`
}
