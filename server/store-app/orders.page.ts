import { type Response, Router } from 'express'
import type { OrderSummary } from '../checkout/record-ports.ts'
import type { HttpContext } from '../http/http-context.ts'
import { timeView, toMoney, variantView } from './formats.ts'
import { html } from './html.ts'
import { refuseOtherMethods, sendMessage } from './message.page.ts'
import { type StorePath, type Viewer, sendPage } from './page.ts'
import { stepsView } from './steps.ts'
import { memberPage } from './store-auth.ts'

const PAGE_LENGTH = 25

export function ordersRoutes(context: HttpContext, storePath: StorePath) {
  const router = Router({ caseSensitive: true })
  router.route('/orders')
    .get(memberPage(context, storePath, async ({ query }, response, viewer) => {
      const cursor = query['cursor']
      const orders = cursor === undefined || typeof cursor === 'string'
        ? await context.records.listOrderSummaries(viewer.storeId, { limit: PAGE_LENGTH, cursor }) : undefined
      if (!orders) return sendMessage(response, 404, { storePath, viewer })
      const docsUrl = `${context.urls.baseUrl}/docs`
      return sendOrders(response, { ...orders, isFirstPage: cursor === undefined, docsUrl, storePath, viewer })
    }))
    .all(refuseOtherMethods(storePath, 'GET'))
  return router
}

type OrderList = {
  data: OrderSummary[]; nextCursor: string | null; isFirstPage: boolean; docsUrl: string; storePath: StorePath; viewer: Viewer
}

/** With the roles written out: as cards, the rows are no table to the browser any more. */
const rowView = (order: OrderSummary, storePath: StorePath) => html`<tr role="row">
<td role="cell" data-label="Order">
<a class="order-number" href="${storePath}/orders/${encodeURIComponent(order.orderNumber)}">${order.orderNumber}</a></td>
<td role="cell" data-label="Paid at">${timeView(order.paidAt)}</td>
<td role="cell" data-label="Customer"><span><bdi>${order.customerName}</bdi></span></td>
<td role="cell" data-label="Item">
<span><bdi>${order.productName}</bdi> <span class="muted variant">${variantView(order)}</span></span></td>
<td role="cell" data-label="Total" class="number">${toMoney(order.amountTotal, order.currency)}</td>
</tr>`

const tableView = (orders: OrderSummary[], storePath: StorePath) => html`<table role="table" aria-labelledby="title">
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">Order</th>
<th role="columnheader" scope="col">Paid at</th>
<th role="columnheader" scope="col">Customer</th>
<th role="columnheader" scope="col">Item</th>
<th role="columnheader" scope="col" class="number">Total</th>
</tr></thead>
<tbody role="rowgroup">
${orders.map((order) => rowView(order, storePath))}</tbody>
</table>`

const emptyView = (docsUrl: string) => html`<div class="empty">
<p>Paid orders appear here, the newest first.</p>
<p><a class="button" href="${docsUrl}">Create a checkout session</a></p>
</div>`

const problemsNotice = (storePath: StorePath) => html`<div class="notice">
<p><strong>A payment went wrong and is being put right.</strong>
<a href="${storePath}/payment-problems">See payment problems</a></p>
</div>`

function sendOrders(response: Response, { data, nextCursor, isFirstPage, docsUrl, storePath, viewer }: OrderList) {
  sendPage(response, { title: 'Orders', storePath, viewer, main: html`<h1 id="title">Orders</h1>
${viewer.paymentProblems === 'open' ? problemsNotice(storePath) : undefined}
${data.length === 0 ? emptyView(docsUrl) : tableView(data, storePath)}
${stepsView({ path: `${storePath}/orders`, name: 'orders', nextCursor, isFirstPage })}` })
}
