import type { OrderDetails } from './order-details.ts'
import { html } from '../frame/html.ts'
import { itemView } from '../frame/item-view.ts'
import type { OrderView } from './order-sections.ts'
import { badgeOf } from './order-table.ts'

/** What all refunds of that state add up to. */
const sumOf = ({ refunds }: OrderDetails, wanted: OrderDetails['refunds'][number]['state']) =>
  refunds.reduce((sum, { state, amount }) => (state === wanted ? sum + amount : sum), 0)

/** How its payment stands, and whether it was fulfilled. */
export function statusView(order: OrderDetails) {
  const { kind, text } = badgeOf({
    ...order,
    refunded: sumOf(order, 'succeeded'),
    fulfilledAt: null,
  })
  return html`<span class="badge ${kind}">${text}</span>
    ${order.fulfilledAt === null ? undefined : html`<span class="badge info">Fulfilled</span>`}`
}

/** What is left of the money once it was refunded, wholly or in part. */
function refundedView(order: OrderDetails, money: (amount: number) => string) {
  const [succeeded, pending] = [sumOf(order, 'succeeded'), sumOf(order, 'pending')]
  return succeeded + pending === 0
    ? undefined
    : html` ${
          succeeded > 0
            ? html`<div>
                <dt>Refunded</dt>
                <dd>${money(-succeeded)}</dd>
              </div>`
            : undefined
        }
        ${
          pending > 0
            ? html`<div>
                <dt>Refund pending</dt>
                <dd>${money(-pending)}</dd>
              </div>`
            : undefined
        }
        <div class="kept">
          <dt>Kept</dt>
          <dd>${money(order.amountTotal - succeeded - pending)}</dd>
        </div>`
}

export function moneyView(order: OrderDetails, { storePath, viewer: { formats } }: OrderView) {
  const { orderNumber, unitPrice, quantity, amountTotal, refunded, deliveryFee, currency } = order
  const money = (amount: number) => formats.money(amount, currency)
  return html`<section class="panel" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    ${itemView(order, money)}
    <dl class="amounts">
      <div>
        <dt>Subtotal</dt>
        <dd>${money(unitPrice * quantity)}</dd>
      </div>
      <div>
        <dt>Delivery</dt>
        <dd>${deliveryFee === 0 ? 'Free' : money(deliveryFee)}</dd>
      </div>
      <div class="total">
        <dt>Total</dt>
        <dd>${money(amountTotal)}</dd>
      </div>
      ${refundedView(order, money)}
    </dl>
    ${refunded < amountTotal ? html`<a class="quiet" href="${storePath}/orders/${orderNumber}/refund">Refund…</a>` : undefined}
  </section>`
}
