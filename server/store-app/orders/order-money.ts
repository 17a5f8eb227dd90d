import {
  type LateFailureAnswer,
  type Refund,
  failureMessage,
} from '../../checkout/refunds/refund.ts'
import type { OrderRecord, OrderDispute } from '../../orders/order-record.ts'
import { actorText } from '../frame/members/actor-view.ts'
import { type Formats, countOf } from '../frame/formats.ts'
import { type Html, html } from '../../web/html.ts'
import { column, tableSection, textColumn } from '../frame/table.ts'
import {
  type DisputeState,
  disputeReason,
  isDecided,
  leftToRefund,
} from '../../checkout/refunds/dispute.ts'
import type { ProviderName } from '../../contract/fields.ts'
import { collectionPointOf } from '../../checkout/sessions/collection.ts'
import { noticeOf } from '../frame/notices.ts'
import { amountView, summaryView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { orderPath } from './on-order.ts'
import { whyNothingIsLeft } from './refund-form.ts'
import {
  FULFILLED,
  TO_FULFIL,
  badgeOf,
  badgeView,
  disputeBadge,
  withdrawnText,
} from './order-table.ts'
import { isToFulfil } from '../../checkout/orders/fulfill-order.ts'

const REFUND_STATES: Record<Refund['state'], Html> = {
  pending: html`<span class="badge info">Pending</span>`,
  succeeded: html`<span class="badge success">Refunded</span>`,
  failed: html`<span class="badge danger">Failed</span>`,
}

const UNITS: Record<LateFailureAnswer, string> = {
  came_back: 'came back and stayed in stock',
  did_not_come_back: 'did not come back and went out of stock again',
  seen: '',
}

function stockText({ state, returnedUnits, succeededAt, failureAnswer }: Refund) {
  if (returnedUnits === 0 || (state === 'failed' && succeededAt === null)) return undefined
  const units = countOf(returnedUnits, 'unit')
  if (state === 'pending') return `${units} will go back into stock then.`
  return `${units} ${failureAnswer === null ? 'went back into stock' : UNITS[failureAnswer]}.`
}

const stateText = ({ state, failureCode, succeededAt }: Refund) => {
  switch (state) {
    case 'pending':
      return 'The payment provider has not decided yet. It is asked again by itself.'
    case 'failed':
      return succeededAt === null
        ? `${failureMessage(failureCode ?? '')} Nothing was refunded.`
        : `It had succeeded, and failed later. ${failureMessage(failureCode ?? '')} The buyer does not have the money.`
    case 'succeeded':
      return undefined
  }
}

function detailsView(refund: Refund) {
  const reason = refund.reason === null ? undefined : html`<bdi>${refund.reason}</bdi>`
  return html`${[reason, stateText(refund), stockText(refund)].map((line) =>
    line === undefined ? undefined : html`<span class="line">${line}</span>`,
  )}`
}

const PROVIDERS: Record<string, string> = {
  stripe: 'Made at Stripe',
  test: 'Made at the test provider',
}

/** The member who asked for it, or where else it was made. */
export const originOf = ({ kind, requestedBy }: Refund) =>
  kind === 'provider'
    ? html`${PROVIDERS[requestedBy] ?? 'Made at the payment provider'}`
    : html`<bdi>${actorText(requestedBy)}</bdi>`

/** All refunds of the order; nothing when there are none. */
export const refundsView = ({ refunds, currency }: OrderRecord, formats: Formats) =>
  refunds.length === 0
    ? undefined
    : tableSection({ id: 'refunds', title: 'Refunds' }, refunds, [
        column(
          'Amount',
          ({ amount }) => html`<span class="amount">${formats.money(amount, currency)}</span>`,
        ),
        column('State', ({ state }) => REFUND_STATES[state]),
        textColumn('Details', detailsView),
        textColumn(
          'Requested',
          (refund) =>
            html`${formats.time(refund.createdAt)}
              <span class="line muted">${originOf(refund)}</span>`,
        ),
      ])

/** Where the merchant answers a dispute. */
const AT: Record<ProviderName, string> = { test: 'the test provider', stripe: 'Stripe' }

const DISPUTE_STATES: Record<DisputeState, Html> = {
  needs_response: html`<span class="badge danger">Needs an answer</span>`,
  under_review: html`<span class="badge warning">Under review</span>`,
  won: html`<span class="badge success">Won</span>`,
  lost: html`<span class="badge danger">Lost</span>`,
}

function outcomeView({ state, dueAt, closedAt }: OrderDispute, formats: Formats) {
  const since = closedAt === null ? undefined : html` since ${formats.time(closedAt)}`
  switch (state) {
    case 'needs_response':
      return dueAt === null ? undefined : html`Answer it by ${formats.time(dueAt)}.`
    case 'under_review':
      return html`The bank decides; there is nothing to do now.`
    case 'won':
      return html`The money is yours${since}.`
    case 'lost':
      return html`The buyer has the money${since}.`
  }
}

/** All disputes of the order; nothing when there are none. */
export const disputesView = ({ disputes }: OrderRecord, formats: Formats) =>
  disputes.length === 0
    ? undefined
    : tableSection({ id: 'disputes', title: 'Disputes' }, disputes, [
        column(
          'Amount',
          ({ amount, currency }) =>
            html`<span class="amount">${formats.money(amount, currency)}</span>`,
        ),
        column('State', ({ state }) => DISPUTE_STATES[state]),
        textColumn(
          'Details',
          (dispute) =>
            html`<span class="line">${disputeReason(dispute.reason)}</span>
              <span class="line">${outcomeView(dispute, formats)}</span>`,
        ),
        textColumn('Opened', ({ openedAt }) => formats.time(openedAt)),
      ])

/** The service never captures another amount than ordered, so a person has to look. */
export const capturedNotice = (
  { captured, amountTotal, currency, provider }: OrderRecord,
  formats: Formats,
) =>
  captured === null || captured === amountTotal
    ? undefined
    : noticeOf(
        'danger',
        html`<strong
            >${formats.money(captured, currency)} was taken for this order, not
            ${formats.money(amountTotal, currency)}.</strong
          >
          So says ${AT[provider]}: look there before you send it.`,
      )

/** Disputes that the merchant must answer, at the top of the page. */
export const disputeNotices = ({ disputes, provider }: OrderRecord, formats: Formats) =>
  disputes
    .filter(({ state }) => state === 'needs_response')
    .map(({ amount, currency, dueAt }) =>
      noticeOf(
        'danger',
        html`<strong>The buyer’s bank disputes ${formats.money(amount, currency)}.</strong> Answer
          it at ${AT[provider]}${dueAt === null ? undefined : html` by ${formats.time(dueAt)}`}.
          Without an answer the money is lost.`,
      ),
    )

/** What disputes have lost, and what is undecided, in the order's currency. */
export function disputedOf({ disputes, currency }: OrderRecord) {
  const ours = disputes.filter((dispute) => dispute.currency === currency)
  const sum = (of: OrderDispute[]) => of.reduce((total, { amount }) => total + amount, 0)
  return {
    lost: sum(ours.filter(({ state }) => state === 'lost')),
    open: sum(ours.filter((dispute) => !isDecided(dispute))),
  }
}

/** The sum of all refunds in that state. */
const sumOf = ({ refunds }: OrderRecord, wanted: Refund['state']) =>
  refunds.reduce((sum, { state, amount }) => (state === wanted ? sum + amount : sum), 0)

/** What became of the money, and whether the order is fulfilled. */
export function statusView(order: OrderRecord) {
  const refunded = sumOf(order, 'succeeded')
  const dispute = disputeBadge(order)
  return html`${order.withdrawnAt ? badgeView({ kind: 'warning', text: withdrawnText(order) }) : undefined}
  ${dispute && badgeView(dispute)}
  ${refunded > 0 ? badgeView(badgeOf({ ...order, refunded })) : undefined}
  ${order.fulfilledAt ? badgeView(FULFILLED) : undefined}
  ${isToFulfil(order) ? badgeView(TO_FULFIL) : undefined}`
}

/** What happened to the money after the capture; nothing when it is all there. */
function changesView(order: OrderRecord, money: (amount: number) => string) {
  const [succeeded, pending] = [sumOf(order, 'succeeded'), sumOf(order, 'pending')]
  const { lost, open } = disputedOf(order)
  const gone = succeeded + pending + lost
  return html`${succeeded > 0 ? amountView('Refunded', money(-succeeded)) : undefined}
  ${pending > 0 ? amountView('Refund pending', money(-pending)) : undefined}
  ${lost > 0 ? amountView('Lost in a dispute', money(-lost)) : undefined}
  ${gone === 0 ? undefined : amountView('Net', money(order.amountTotal - gone), 'kept')}
  ${open === 0 ? undefined : amountView('In dispute', money(open), 'disputed')}`
}

const reasonView = (why: string | undefined) =>
  why === undefined ? undefined : html`<p class="muted">${why}</p>`

export function moneyView(order: OrderRecord, { app, viewer: { formats } }: MemberVisit) {
  const { orderNumber, amountTotal, deliveryFee, currency } = order
  const money = (amount: number) => formats.money(amount, currency)
  return summaryView(order, {
    money,
    delivery: deliveryFee === 0 ? 'Free' : money(deliveryFee),
    deliveryTerm: collectionPointOf(order.deliveryOptions, order.deliveryDetails) && 'Collection',
    total: amountTotal,
    moreAmounts: changesView(order, money),
    action:
      leftToRefund(order) > 0
        ? html`<a class="quiet" href="${orderPath(app, orderNumber)}/refund">Refund…</a>`
        : reasonView(whyNothingIsLeft(order)),
  })
}
