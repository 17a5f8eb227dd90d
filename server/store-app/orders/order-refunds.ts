import { failureMessage } from '../../checkout/refund.ts'
import type { OrderDetails, OrderRefund } from './order-details.ts'
import { type Formats, countOf } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'
import { tableView } from '../frame/table.ts'

const STATES: Record<OrderRefund['state'], Html> = {
  pending: html`<span class="badge info">Pending</span>`,
  succeeded: html`<span class="badge success">Refunded</span>`,
  failed: html`<span class="badge danger">Failed</span>`,
}

const stockText = ({ state, returnedUnits }: OrderRefund) =>
  returnedUnits === 0 || state === 'failed'
    ? undefined
    : `${countOf(returnedUnits, 'unit')} ${state === 'pending' ? 'will go back into stock then' : 'went back into stock'}.`

const stateText = ({ state, failureCode }: OrderRefund) => {
  switch (state) {
    case 'pending':
      return 'The payment provider has not decided yet. It is asked again by itself.'
    case 'failed':
      return `${failureMessage(failureCode ?? '')} Nothing was refunded.`
    case 'succeeded':
      return undefined
  }
}

function detailsView(refund: OrderRefund) {
  const { reason } = refund
  const lines = [
    reason === null ? undefined : html`<bdi>${reason}</bdi>`,
    stateText(refund),
    stockText(refund),
  ]
  return html`${lines
    .filter((line) => line !== undefined)
    .map((line) => html`<span class="line">${line}</span>`)}`
}

/** Every refund of the order and what became of it; nothing when there is none. */
export const refundsView = ({ refunds, currency }: OrderDetails, formats: Formats) =>
  refunds.length === 0
    ? undefined
    : html`<section>
        <h2 id="refunds">Refunds</h2>
        ${tableView(
          refunds,
          [
            {
              title: 'Amount',
              cell: ({ amount }) =>
                html`<span class="amount">${formats.money(amount, currency)}</span>`,
            },
            { title: 'State', cell: ({ state }) => STATES[state] },
            { title: 'Details', isText: true, cell: detailsView },
            {
              title: 'Requested',
              isText: true,
              cell: ({ createdAt, requestedBy }) =>
                html`${formats.time(createdAt)}
                  <span class="line muted"><bdi>${requestedBy}</bdi></span>`,
            },
          ],
          { labelledBy: 'refunds' },
        )}
      </section>`
