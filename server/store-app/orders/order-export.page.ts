import { priceText } from '../../checkout/money.ts'
import { collectionPointOf } from '../../checkout/sessions/collection.ts'
import { shortSessionId } from '../../checkout/sessions/session.ts'
import type { ExportedOrder } from '../../orders/order-export.ts'
import { csvCell } from '../frame/csv-cell.ts'
import { sendCsv } from '../frame/csv-file.ts'
import { filterQuery } from '../frame/list-page.ts'
import { onceConfirmed } from '../frame/members/step-up.page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import type { MemberPages } from '../frame/visits.ts'
import { isoFormat } from './iso-time.ts'
import { readOrderFilter } from './orders.page.ts'

/** A confirmation is asked because the file has buyers' names, addresses and phone numbers. */
const EXPORT = { to: 'export orders with what they hold of buyers', back: '/orders' }

export const orderExportPages: MemberPages = {
  '/orders/export': { get: onceConfirmed(EXPORT, sendOrders) },
}

async function sendOrders(visit: MemberVisit) {
  const { app, request, response, viewer, actor } = visit
  const { fields, filter } = readOrderFilter(request)
  const query = new URLSearchParams(filterQuery(fields)).toString()
  if (!filter) return response.redirect(303, `${app.storePath}/orders?${query}`)
  const { id, timeZone } = viewer.store
  const toIso = isoFormat(timeZone)
  return sendCsv(visit, {
    name: `orders-${toIso(app.checkout.clock.now()).slice(0, 10)}.csv`,
    columns: COLUMNS.map(([title]) => title),
    batches: app.records.orders.export(id, { filter, timeZone }),
    toRows: (order) => [COLUMNS.map(([, cell]) => cell(order, toIso))],
    record: () => app.records.orders.recordExport(id, actor, filter),
  })
}

function deliveryText({ deliveryOptions, deliveryDetails }: ExportedOrder) {
  const point = collectionPointOf(deliveryOptions, deliveryDetails)
  return point ? `Collect at ${point.name}, ${point.address}` : deliveryDetails
}

const text = (value: string | null) => csvCell(value ?? '')

const COLUMNS: [string, (order: ExportedOrder, toIso: (at: Date) => string) => unknown][] = [
  ['Order number', ({ orderNumber }) => orderNumber],
  ['Paid at', ({ paidAt }, toIso) => toIso(paidAt)],
  ['Customer name', ({ customerName }) => text(customerName)],
  ['Phone', ({ customerPhone }) => text(customerPhone)],
  ['Email', ({ customerEmail }) => text(customerEmail)],
  ['Product', ({ productName }) => text(productName)],
  ['Size', ({ size }) => text(size)],
  ['Color', ({ color }) => text(color)],
  ['Quantity', ({ quantity }) => quantity],
  ['Unit price', ({ unitPrice, currency }) => priceText(unitPrice, currency)],
  ['Delivery fee', ({ deliveryFee, currency }) => priceText(deliveryFee, currency)],
  ['Total', ({ amountTotal, currency }) => priceText(amountTotal, currency)],
  ['Refunded', ({ refunded, currency }) => priceText(refunded, currency)],
  ['Currency', ({ currency }) => currency],
  ['Delivery', (order) => text(deliveryText(order))],
  ['Checkout session', ({ sessionId }) => shortSessionId(sessionId)],
  ['Metadata', ({ metadata }) => text(metadata)],
  ['Carrier', ({ tracking }) => text(tracking?.carrier ?? null)],
  ['Tracking number', ({ tracking }) => text(tracking?.trackingNumber ?? null)],
  ['Tracking link', ({ tracking }) => text(tracking?.trackingUrl ?? null)],
  ['Delivered at', ({ deliveredAt }, toIso) => (deliveredAt ? toIso(deliveredAt) : '')],
]
