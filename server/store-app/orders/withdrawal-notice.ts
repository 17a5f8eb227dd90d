import { randomBase62 } from '../../auth/random.ts'
import { leftToRefund } from '../../checkout/refunds/dispute.ts'
import { priceText } from '../../checkout/money.ts'
import { csrfField, hiddenField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { orderPath } from './on-order.ts'
import type { OrderRecord } from '../../orders/order-record.ts'

const LATE =
  ', after the last day. You decide whether you accept it; if so, answer the buyer and refund'

/** The buyer has withdrawn: one press refunds all that is left. */
export function withdrawalNotice(order: OrderRecord, { app, viewer }: MemberVisit) {
  const { orderNumber, withdrawnAt, withdrawnLate, currency } = order
  const left = leftToRefund(order)
  if (withdrawnAt === null || left === 0) return undefined
  return html`<form
    class="notice warning question"
    method="post"
    action="${orderPath(app, orderNumber)}/refund/confirm"
  >
    ${csrfField(viewer)} ${hiddenField('amount', priceText(left, currency))}
    ${hiddenField('units', 0)} ${hiddenField('reason', 'Withdrawal')}
    ${hiddenField('nonce', randomBase62(24))}
    <p>
      <strong>The buyer has withdrawn from the contract</strong> on
      ${viewer.formats.time(withdrawnAt)}${withdrawnLate ? LATE : undefined}. In the European Union
      the money, delivery included, goes back within 14 days; you may wait for the goods, or for
      proof that they were sent.
    </p>
    <div class="actions">
      <button class="quiet">Refund ${viewer.formats.money(left, currency)}</button>
    </div>
  </form>`
}
