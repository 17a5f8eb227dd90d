import type { OrderDetails } from './order-details.ts'
import { html } from '../frame/html.ts'
import { amountView, summaryView } from '../frame/summary-view.ts'
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
  if (succeeded + pending === 0) return undefined
  return html`${succeeded > 0 ? amountView('Refunded', money(-succeeded)) : undefined}
    ${pending > 0 ? amountView('Refund pending', money(-pending)) : undefined}
    <div class="kept">
      <dt>Kept</dt>
      <dd>${money(order.amountTotal - succeeded - pending)}</dd>
    </div>`
}

export function moneyView(order: OrderDetails, { storePath, viewer: { formats } }: OrderView) {
  const { orderNumber, amountTotal, refunded, deliveryFee, currency } = order
  const money = (amount: number) => formats.money(amount, currency)
  return summaryView(order, {
    money,
    delivery: deliveryFee === 0 ? 'Free' : money(deliveryFee),
    total: amountTotal,
    moreAmounts: refundedView(order, money),
    action:
      refunded < amountTotal
        ? html`<a class="quiet" href="${storePath}/orders/${orderNumber}/refund">Refund…</a>`
        : undefined,
  })
}
