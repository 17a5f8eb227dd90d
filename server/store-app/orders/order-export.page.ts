import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { type Response, Router } from 'express'
import { requestIdOf } from '../../http/request-log.ts'
import type { ExportedOrder } from '../../store/order-list.ts'
import { csvCell } from '../csv-cell.ts'
import { shortSessionId } from '../formats.ts'
import { refuseOtherMethods } from '../message.page.ts'
import { priceText } from '../price.ts'
import { type StoreAppContext, actorOf } from '../store-app-context.ts'
import { memberPage } from '../store-auth.ts'
import { isoFormat } from './iso-time.ts'
import { filterFields, filterQuery, parseFilter } from './order-filter.ts'

/** What is listed at this moment, as a file for spreadsheets. */
export function orderExportRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route('/orders/export')
    .get(memberPage(app, async (request, response, viewer) => {
      const fields = filterFields(request)
      const { value: filter } = parseFilter(fields)
      if (!filter) return response.redirect(303, `${app.storePath}/orders?${new URLSearchParams(filterQuery(fields)).toString()}`)
      const { id, timeZone } = viewer.store
      const toIso = isoFormat(timeZone)
      response.attachment(`orders-${toIso(app.checkout.clock.now()).slice(0, 10)}.csv`).type('text/csv')
      if (request.method === 'HEAD') return void response.end()
      await app.store.orders.recordExport(id, actorOf(viewer, request), filter)
      return sendCsv(app, response, rowsOf(app.store.orders.exportOrders(id, { filter, timeZone }), toIso))
    }))
    .all(refuseOtherMethods(app, 'GET'))
  return router
}

const COLUMNS = [
  'Order number', 'Paid at', 'Customer name', 'Phone', 'Email', 'Product', 'Size', 'Color', 'Quantity', 'Unit price', 'Delivery fee',
  'Total', 'Refunded', 'Currency', 'Delivery', 'Checkout session', 'Metadata',
]

async function* rowsOf(batches: AsyncIterable<ExportedOrder[]>, toIso: (at: Date) => string) {
  for await (const orders of batches) yield* orders.map((order) => toRow(order, toIso))
}

function toRow(order: ExportedOrder, toIso: (at: Date) => string) {
  const decimal = (amount: number) => priceText(amount, order.currency)
  const text = (value: string | null) => csvCell(value ?? '')
  return [
    order.orderNumber, toIso(order.paidAt), text(order.customerName), text(order.customerPhone), text(order.customerEmail),
    text(order.productName), text(order.size), text(order.color), order.quantity, decimal(order.unitPrice), decimal(order.deliveryFee),
    decimal(order.amountTotal), decimal(order.refunded), order.currency, text(order.deliveryDetails), shortSessionId(order.sessionId),
    text(order.metadata),
  ]
}

const isAbandoned = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** As fast as it is taken. When something breaks, the connection does, too: a file that ends early must not look whole. */
async function sendCsv({ events }: StoreAppContext, response: Response, rows: AsyncIterable<unknown[]>) {
  try {
    await pipeline(Readable.from(rows), stringify({ bom: true, header: true, columns: COLUMNS, record_delimiter: 'windows' }), response)
  } catch (error) {
    if (!isAbandoned(error)) events.requestFailed({ requestId: requestIdOf(response), error })
  }
}
