import { placeOf } from '../../checkout/collection.ts'
import type { OrderDetails } from './order-details.ts'
import { html } from '../frame/html.ts'
import { amountView, summaryView } from '../frame/summary-view.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { orderPath } from './on-order.ts'
import { disputedOf } from './order-disputes.ts'
import { badgeOf, badgeView, disputeBadge } from './order-table.ts'

/** What all refunds of that state add up to. */
const sumOf = ({ refunds }: OrderDetails, wanted: OrderDetails['refunds'][number]['state']) =>
  refunds.reduce((sum, { state, amount }) => (state === wanted ? sum + amount : sum), 0)

/** How its payment stands, and whether it was fulfilled. */
export function statusView(order: OrderDetails) {
  const refunded = sumOf(order, 'succeeded')
  const dispute = disputeBadge(order)
  return html`${dispute && badgeView(dispute)}
  ${dispute && refunded === 0 ? undefined : badgeView(badgeOf({ ...order, refunded, fulfilledAt: null }))}
  ${order.fulfilledAt === null ? undefined : html`<span class="badge info">Fulfilled</span>`}`
}

/** What has become of the money since it was captured; nothing when it is all there. */
function changesView(order: OrderDetails, money: (amount: number) => string) {
  const [succeeded, pending] = [sumOf(order, 'succeeded'), sumOf(order, 'pending')]
  const { lost, open } = disputedOf(order)
  const gone = succeeded + pending + lost
  return html`${succeeded > 0 ? amountView('Refunded', money(-succeeded)) : undefined}
  ${pending > 0 ? amountView('Refund pending', money(-pending)) : undefined}
  ${lost > 0 ? amountView('Lost in a dispute', money(-lost)) : undefined}
  ${
    gone === 0
      ? undefined
      : html`<div class="kept">
          <dt>Kept</dt>
          <dd>${money(order.amountTotal - gone)}</dd>
        </div>`
  }
  ${
    open === 0
      ? undefined
      : html`<div class="disputed">
          <dt>In dispute</dt>
          <dd>${money(open)}</dd>
        </div>`
  }`
}

export function moneyView(order: OrderDetails, { app, viewer: { formats } }: MemberVisit) {
  const { orderNumber, amountTotal, refunded, deliveryFee, currency } = order
  const money = (amount: number) => formats.money(amount, currency)
  return summaryView(order, {
    money,
    delivery: deliveryFee === 0 ? 'Free' : money(deliveryFee),
    deliveryTerm: placeOf(order.deliveryOptions, order.deliveryDetails) && 'Collection',
    total: amountTotal,
    moreAmounts: changesView(order, money),
    action:
      refunded < amountTotal && order.dispute !== 'lost'
        ? html`<a class="quiet" href="${orderPath(app, orderNumber)}/refund">Refund…</a>`
        : undefined,
  })
}
