import { failureMessage } from '../../checkout/refund.ts'
import { shortSessionId } from '../../checkout/session.ts'
import type { PaymentProblem } from './payment-problems.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../frame/html.ts'
import { findPage, stepsView } from '../frame/list-page.ts'
import { sendPage } from '../frame/page.ts'
import { sessionPath } from '../frame/session-command.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'

/** Payments about which the provider and the orders disagreed, and what became of their money. */
export const paymentProblemPages: MemberPages = { '/payment-problems': { get: sendProblems } }

const EXPLANATIONS: Record<PaymentProblem['kind'], string> = {
  late_authorization: 'Money was reserved after the payment had already failed.',
  late_capture: 'Money was taken after the payment had already failed.',
  wrong_payment: 'The payment was not the one that was asked for.',
  lost: 'Money was taken or reserved for a payment that the records here have lost.',
}

const lostText = ({ refusal }: PaymentProblem) =>
  refusal === null
    ? 'Whoever runs this service has been told'
    : `Not given back yet. ${failureMessage(refusal)}`

function outcomeView(problem: PaymentProblem, formats: Formats) {
  switch (problem.resolution) {
    case 'voided':
      return html`Cancelled on ${formats.time(problem.resolvedAt)}, nothing was taken`
    case 'refunded':
      return html`Given back on ${formats.time(problem.resolvedAt)}`
    case 'order':
      return html`Found to be right on ${formats.time(problem.resolvedAt)}, it paid for the order`
    case 'charged_back':
      return html`Given back by the buyer’s bank on ${formats.time(problem.resolvedAt)}`
    case 'recorded':
      return html`Found again on ${formats.time(problem.resolvedAt)}`
    case null:
      if (problem.kind === 'lost') return html`<strong>${lostText(problem)}</strong>`
      return html`<strong
        >${problem.kind === 'late_authorization' ? 'Being cancelled' : 'Being given back'}</strong
      >`
  }
}

const sessionView = (app: StoreAppContext, sessionId: string) =>
  html`<a class="order-number" href="${sessionPath(app, sessionId)}"
    >${shortSessionId(sessionId)}</a
  >`

const orderView = (orderNumber: string, storePath: string) =>
  html`<span class="variant"
    >Order
    <a class="order-number" href="${storePath}/orders/${orderNumber}">${orderNumber}</a></span
  >`

const LEAD = html`<p class="lead">
  You need to do nothing: money that belongs to no order goes back to the buyer.
</p> `

const emptyView = html`<div class="empty">
  <p>
    No payment went wrong. If a bank ever does something else than it was asked to, it appears here,
    with what became of the money.
  </p>
</div>`

const problemTable = ({ app, viewer: { formats } }: MemberVisit, problems: PaymentProblem[]) =>
  tableView(problems, [
    column('Found', ({ detectedAt }) => formats.time(detectedAt)),
    column(
      'Session',
      ({ sessionId, orderNumber }) =>
        html`${sessionId === null ? 'Lost' : sessionView(app, sessionId)}
        ${orderNumber === null ? undefined : orderView(orderNumber, app.storePath)}`,
    ),
    textColumn('Problem', ({ kind }) => EXPLANATIONS[kind]),
    textColumn('Outcome', (problem) => outcomeView(problem, formats)),
    numberColumn('Amount', ({ amount, currency }) => formats.money(amount, currency)),
  ])

async function sendProblems(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const problems = await findPage(request.query, (page) =>
    app.records.paymentProblems.list(viewer.store.id, page),
  )
  if (!problems) return sendNotFound(visit)
  const { data } = problems
  return sendPage(visit, {
    title: 'Payment problems',
    section: 'payment-problems',
    main: html`<h1 id="title">Payment problems</h1>
      ${data.length === 0 ? emptyView : [LEAD, problemTable(visit, data)]}
      ${stepsView({ ...problems, path: `${app.storePath}/payment-problems`, name: 'problems' })}`,
  })
}
