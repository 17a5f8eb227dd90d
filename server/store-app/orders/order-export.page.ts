import { placeOf } from '../../checkout/collection.ts'
import { shortSessionId } from '../../checkout/session.ts'
import type { ExportedOrder } from './order-list.ts'
import { csvCell } from '../frame/csv-cell.ts'
import { sendCsv } from '../frame/csv-file.ts'
import { filterQuery } from '../frame/list-filter.ts'
import { priceText } from '../frame/price.ts'
import { onceConfirmed } from '../frame/step-up.page.ts'
import { type MemberVisit, actorOf } from '../frame/store-app-context.ts'
import type { MemberPages } from '../frame/visits.ts'
import { isoFormat } from './iso-time.ts'
import { orderFilterFields, parseFilter } from './order-filter.ts'

/** It holds the names, addresses and phone numbers of buyers. */
const EXPORT = { to: 'export orders with what they hold of buyers', back: '/orders' }

/** What is listed at this moment, as a file for spreadsheets. */
export const orderExportPages: MemberPages = {
  '/orders/export': { get: onceConfirmed(EXPORT, sendOrders) },
}

async function sendOrders({ app, request, response, viewer }: MemberVisit) {
  const fields = orderFilterFields(request)
  const { value: filter } = parseFilter(fields)
  const query = new URLSearchParams(filterQuery(fields)).toString()
  if (!filter) return response.redirect(303, `${app.storePath}/orders?${query}`)
  const { id, timeZone } = viewer.store
  const toIso = isoFormat(timeZone)
  return sendCsv(app, request, response, {
    name: `orders-${toIso(app.checkout.clock.now()).slice(0, 10)}.csv`,
    columns: COLUMNS,
    batches: app.records.orders.exportOrders(id, { filter, timeZone }),
    toRows: (order) => [toRow(order, toIso)],
    record: () => app.records.orders.recordExport(id, actorOf(viewer, request), filter),
  })
}

const COLUMNS = [
  'Order number',
  'Paid at',
  'Customer name',
  'Phone',
  'Email',
  'Product',
  'Size',
  'Color',
  'Quantity',
  'Unit price',
  'Delivery fee',
  'Total',
  'Refunded',
  'Currency',
  'Delivery',
  'Checkout session',
  'Metadata',
]

function deliveryText({ deliveryOptions, deliveryDetails }: ExportedOrder) {
  const place = placeOf(deliveryOptions, deliveryDetails)
  return place ? `Collect at ${place.name}, ${place.address}` : deliveryDetails
}

function toRow(order: ExportedOrder, toIso: (at: Date) => string) {
  const decimal = (amount: number) => priceText(amount, order.currency)
  const text = (value: string | null) => csvCell(value ?? '')
  return [
    order.orderNumber,
    toIso(order.paidAt),
    text(order.customerName),
    text(order.customerPhone),
    text(order.customerEmail),
    text(order.productName),
    text(order.size),
    text(order.color),
    order.quantity,
    decimal(order.unitPrice),
    decimal(order.deliveryFee),
    decimal(order.amountTotal),
    decimal(order.refunded),
    order.currency,
    text(deliveryText(order)),
    shortSessionId(order.sessionId),
    text(order.metadata),
  ]
}
