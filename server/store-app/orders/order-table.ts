import type { DisputeState } from '../../checkout/refunds/dispute.ts'
import type { LiveOrder } from '../../contract/live-orders.ts'
import type { OrderSummary } from '../../orders/order-list.ts'
import { formatPosition, type OrderPosition } from '../../orders/order-position.ts'
import { type Formats, isolated, variantView } from '../frame/formats.ts'
import { type Html, html } from '../../web/html.ts'
import {
  type Column,
  column,
  numberColumn,
  rowView,
  tableView,
  textColumn,
} from '../frame/table.ts'

type Badge = { kind: 'success' | 'info' | 'warning' | 'danger' | ''; text: string }

const DISPUTES: Record<DisputeState, Badge> = {
  needs_response: { kind: 'danger', text: 'Disputed' },
  under_review: { kind: 'warning', text: 'Disputed' },
  lost: { kind: 'danger', text: 'Dispute lost' },
  won: { kind: 'success', text: 'Dispute won' },
}

export const FULFILLED: Badge = { kind: 'success', text: 'Fulfilled' }
export const TO_FULFIL: Badge = { kind: 'info', text: 'To fulfil' }

/** A dispute that was won is left out when the order has a refund. */
export const disputeBadge = ({ dispute, refunded }: Pick<OrderSummary, 'dispute' | 'refunded'>) =>
  dispute === null || (dispute === 'won' && refunded > 0) ? undefined : DISPUTES[dispute]

export function badgeOf({ amountTotal, refunded, fulfilledAt }: OrderSummary): Badge {
  if (refunded > 0)
    return refunded < amountTotal
      ? { kind: 'warning', text: 'Partly refunded' }
      : { kind: '', text: 'Refunded' }
  return fulfilledAt ? FULFILLED : TO_FULFIL
}

export const withdrawnText = ({ withdrawnLate }: Pick<OrderSummary, 'withdrawnLate'>) =>
  withdrawnLate ? 'Withdrawn late' : 'Withdrawn'

/** A withdrawn order waits for its refund, or for the store to decide. */
const withdrawnBadge = (order: OrderSummary): Badge | undefined =>
  order.withdrawnAt && order.refunded === 0
    ? { kind: 'warning', text: withdrawnText(order) }
    : undefined

export const badgeView = ({ kind, text }: Badge) => html`<span class="badge ${kind}">${text}</span>`

type Table = { storePath: string; formats: Formats }

/** `data-live` marks where the script writes the parts of a new order. */
const columnsOf = ({ storePath, formats }: Table): Column<OrderSummary>[] => [
  column(
    'Order',
    ({ orderNumber }) =>
      html`<a class="order-number" data-live="orderNumber" href="${storePath}/orders/${orderNumber}"
        >${orderNumber}</a
      >`,
  ),
  column('Paid at', ({ paidAt }) => formats.time(paidAt)),
  textColumn(
    'Customer',
    ({ customerName }) => html`<bdi data-live="customerName">${customerName}</bdi>`,
  ),
  textColumn(
    'Item',
    (order) =>
      html`<bdi data-live="productName">${order.productName}</bdi>
        <span class="muted variant" data-live="variant">${variantView(order)}</span>`,
  ),
  numberColumn(
    'Total',
    ({ amountTotal, currency }) =>
      html`<span data-live="total">${formats.money(amountTotal, currency)}</span>`,
  ),
  column('State', (order) =>
    badgeView(disputeBadge(order) ?? withdrawnBadge(order) ?? badgeOf(order)),
  ),
]

export const orderTable = (orders: OrderSummary[], table: Table) =>
  tableView(orders, columnsOf(table), { look: 'pairs' })

/** An order that was just paid, without the parts that the script fills in. */
const newOrder = (currency: string): OrderSummary => ({
  id: 0,
  orderNumber: '',
  paidAt: new Date(0),
  customerName: '',
  productName: '',
  size: null,
  color: null,
  quantity: 1,
  amountTotal: 0,
  currency,
  refunded: 0,
  fulfilledAt: null,
  withdrawnAt: null,
  withdrawnLate: false,
  dispute: null,
})

type Live = Table & {
  orders: OrderSummary[]
  position: OrderPosition
  currency: string
  empty: Html
}

/** The first page of all orders, to which the script adds new ones. */
export const liveOrderTable = ({ orders, position, currency, empty, ...table }: Live) =>
  html`<div data-live-orders="${table.storePath}/orders/events?after=${formatPosition(position)}">
    <p class="visually-hidden" role="status"></p>
    ${orders.length === 0 ? html`<div data-live-empty>${empty}</div>` : undefined}
    <div data-live-list ${orders.length === 0 ? html`hidden` : undefined}>
      ${orderTable(orders, table)}
    </div>
    <template>${rowView(newOrder(currency), columnsOf(table))}</template>
  </div>`

/** The texts of a new order's row, in the store's language. */
export const toLiveOrder =
  (formats: Formats) =>
  (order: OrderSummary): LiveOrder => ({
    orderNumber: order.orderNumber,
    paidAt: order.paidAt.toISOString(),
    paidAtText: formats.instant(order.paidAt),
    customerName: order.customerName,
    productName: order.productName,
    variant:
      [order.size, order.color]
        .map((name) => (name === null ? '' : `${isolated(name)} · `))
        .join('') + `Qty\u00a0${order.quantity}`,
    total: formats.money(order.amountTotal, order.currency),
  })
