import { type Response, Router } from 'express'
import type { PaymentProblem } from '../checkout/record-ports.ts'
import type { HttpContext } from '../http/http-context.ts'
import { shortSessionId, timeView, toMoney } from './formats.ts'
import { html } from './html.ts'
import { refuseOtherMethods, sendMessage } from './message.page.ts'
import { type StorePath, type Viewer, sendPage } from './page.ts'
import { stepsView } from './steps.ts'
import { memberPage } from './store-auth.ts'

const PAGE_LENGTH = 25

/** Payments about which the provider and the orders disagreed, and what became of their money. */
export function paymentProblemsRoutes(context: HttpContext, storePath: StorePath) {
  const router = Router({ caseSensitive: true })
  router.route('/payment-problems')
    .get(memberPage(context, storePath, async ({ query }, response, viewer) => {
      const cursor = query['cursor']
      const problems = cursor === undefined || typeof cursor === 'string'
        ? await context.records.listPaymentProblems(viewer.storeId, { limit: PAGE_LENGTH, cursor }) : undefined
      if (!problems) return sendMessage(response, 404, { storePath, viewer })
      return sendProblems(response, { ...problems, isFirstPage: cursor === undefined, storePath, viewer })
    }))
    .all(refuseOtherMethods(storePath, 'GET'))
  return router
}

const EXPLANATIONS: Record<PaymentProblem['kind'], string> = {
  late_authorization: 'Money was reserved after the payment had already failed.',
  late_capture: 'Money was taken after the payment had already failed.',
  wrong_payment: 'The payment was not the one that was asked for.',
}

function outcomeView(problem: PaymentProblem) {
  switch (problem.resolution) {
    case 'voided': return html`Cancelled on ${timeView(problem.resolvedAt)}, nothing was taken`
    case 'refunded': return html`Given back on ${timeView(problem.resolvedAt)}`
    case 'order': return html`Found to be right on ${timeView(problem.resolvedAt)}, it paid for the order`
    case null: return html`<strong>${problem.kind === 'late_authorization' ? 'Being cancelled' : 'Being given back'}</strong>`
  }
}

const orderView = (orderNumber: string, storePath: StorePath) => html` <span class="variant">Order
<a class="order-number" href="${storePath}/orders/${encodeURIComponent(orderNumber)}">${orderNumber}</a></span>`

/** With the roles written out: as cards, the rows are no table to the browser any more. */
const rowView = (problem: PaymentProblem, storePath: StorePath) => html`<tr role="row">
<td role="cell" data-label="Found">${timeView(problem.detectedAt)}</td>
<td role="cell" data-label="Session"><span><code>${shortSessionId(problem.sessionId)}</code>
${problem.orderNumber === null ? undefined : orderView(problem.orderNumber, storePath)}</span></td>
<td role="cell" data-label="Problem">${EXPLANATIONS[problem.kind]}</td>
<td role="cell" data-label="Outcome"><span>${outcomeView(problem)}</span></td>
<td role="cell" data-label="Amount" class="number">${toMoney(problem.amount, problem.currency)}</td>
</tr>`

const tableView = (problems: PaymentProblem[], storePath: StorePath) => html`<table role="table" aria-labelledby="title">
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">Found</th>
<th role="columnheader" scope="col">Session</th>
<th role="columnheader" scope="col">Problem</th>
<th role="columnheader" scope="col">Outcome</th>
<th role="columnheader" scope="col" class="number">Amount</th>
</tr></thead>
<tbody role="rowgroup">
${problems.map((problem) => rowView(problem, storePath))}</tbody>
</table>`

const LEAD = html`<p class="lead">You need to do nothing: money that belongs to no order goes back to the buyer.</p>
`

const emptyView = html`<div class="empty">
<p>No payment went wrong. If a bank ever does something else than it was asked to, it appears here,
with what became of the money.</p>
</div>`

type ProblemList = {
  data: PaymentProblem[]; nextCursor: string | null; isFirstPage: boolean; storePath: StorePath; viewer: Viewer
}

function sendProblems(response: Response, { data, nextCursor, isFirstPage, storePath, viewer }: ProblemList) {
  sendPage(response, { title: 'Payment problems', section: 'payment-problems', storePath, viewer,
    main: html`<h1 id="title">Payment problems</h1>
${data.length === 0 ? emptyView : html`${LEAD}${tableView(data, storePath)}`}
${stepsView({ path: `${storePath}/payment-problems`, name: 'problems', nextCursor, isFirstPage })}` })
}
