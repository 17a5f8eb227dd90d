import { type LateFailureAnswer, failureMessage } from '../../checkout/refund.ts'
import type { OrderDetails, OrderRefund } from './order-details.ts'
import { actorText } from '../frame/actor-view.ts'
import { type Formats, countOf } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'
import { column, tableView, textColumn } from '../frame/table.ts'

const STATES: Record<OrderRefund['state'], Html> = {
  pending: html`<span class="badge info">Pending</span>`,
  succeeded: html`<span class="badge success">Refunded</span>`,
  failed: html`<span class="badge danger">Failed</span>`,
}

const UNITS: Record<LateFailureAnswer, string> = {
  came_back: 'came back and stayed in stock',
  did_not_come_back: 'did not come back and went out of stock again',
  seen: '',
}

function stockText({ state, returnedUnits, succeededAt, failureAnswer }: OrderRefund) {
  if (returnedUnits === 0 || (state === 'failed' && succeededAt === null)) return undefined
  const units = countOf(returnedUnits, 'unit')
  if (state === 'pending') return `${units} will go back into stock then.`
  return `${units} ${failureAnswer === null ? 'went back into stock' : UNITS[failureAnswer]}.`
}

const stateText = ({ state, failureCode, succeededAt }: OrderRefund) => {
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

function detailsView(refund: OrderRefund) {
  const reason = refund.reason === null ? undefined : html`<bdi>${refund.reason}</bdi>`
  return html`${[reason, stateText(refund), stockText(refund)].map((line) =>
    line === undefined ? undefined : html`<span class="line">${line}</span>`,
  )}`
}

const PROVIDERS: Record<string, string> = {
  stripe: 'Made at Stripe',
  test: 'Made at the test provider',
}

/** The member who has asked for it, or where it was made without us. */
export const originOf = ({ kind, requestedBy }: OrderRefund) =>
  kind === 'provider'
    ? html`${PROVIDERS[requestedBy] ?? 'Made at the payment provider'}`
    : html`<bdi>${actorText(requestedBy)}</bdi>`

/** Every refund of the order and what became of it; nothing when there is none. */
export const refundsView = ({ refunds, currency }: OrderDetails, formats: Formats) =>
  refunds.length === 0
    ? undefined
    : html`<section>
        <h2 id="refunds">Refunds</h2>
        ${tableView(
          refunds,
          [
            column(
              'Amount',
              ({ amount }) => html`<span class="amount">${formats.money(amount, currency)}</span>`,
            ),
            column('State', ({ state }) => STATES[state]),
            textColumn('Details', detailsView),
            textColumn(
              'Requested',
              (refund) =>
                html`${formats.time(refund.createdAt)}
                  <span class="line muted">${originOf(refund)}</span>`,
            ),
          ],
          { labelledBy: 'refunds' },
        )}
      </section>`
