import { leftToRefund } from '../../checkout/refunds/dispute.ts'
import { linkButton } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { orderPath } from './on-order.ts'
import type { OrderRecord } from '../../orders/order-record.ts'

const LATE =
  ', after the last day. You decide whether you accept it; if so, answer the buyer and refund'

/** The buyer has withdrawn: its button leads to the refund of all that is left, filled in. */
export function withdrawalNotice(order: OrderRecord, { app, viewer }: MemberVisit) {
  const { orderNumber, withdrawnAt, withdrawnLate, currency } = order
  const left = leftToRefund(order)
  if (withdrawnAt === null || left === 0) return undefined
  return html`<div class="notice warning question">
    <p>
      <strong>The buyer has withdrawn from the contract</strong> on
      ${viewer.formats.time(withdrawnAt)}${withdrawnLate ? LATE : undefined}. In the European Union
      the money, delivery included, goes back within 14 days; you may wait for the goods, or for
      proof that they were sent.
    </p>
    ${linkButton(`${orderPath(app, orderNumber)}/refund`, `Refund ${viewer.formats.money(left, currency)}…`)}
  </div>`
}
