import { failureMessage } from '../../checkout/refunds/refund.ts'
import type { PaymentProblem } from './payment-problems.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../../web/html.ts'
import { emptyView, findPage, stepsView } from '../frame/list-page.ts'
import { sendPage } from '../frame/page.ts'
import { orderLink, sessionLink } from '../frame/members/session-command.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'

/** Payments about which provider and record disagreed. */
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

const LEAD = 'You need to do nothing: money that belongs to no order goes back to the buyer.'

const EMPTY = emptyView(
  'No payment went wrong. If a bank ever does something else than it was asked to, it appears here, with what became of the money.',
)

const problemTable = ({ app, viewer: { formats } }: MemberVisit, problems: PaymentProblem[]) =>
  tableView(problems, [
    column('Found', ({ detectedAt }) => formats.time(detectedAt)),
    column(
      'Session',
      ({ sessionId, orderNumber }) =>
        html`${sessionId === null ? 'Lost' : sessionLink(app, sessionId)}
        ${
          orderNumber === null
            ? undefined
            : html`<span class="variant">Order ${orderLink(app, orderNumber)}</span>`
        }`,
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
    lead: data.length === 0 ? undefined : LEAD,
    main: html`${data.length === 0 ? EMPTY : problemTable(visit, data)}
    ${stepsView({ ...problems, path: `${app.storePath}/payment-problems`, name: 'problems' })}`,
  })
}
