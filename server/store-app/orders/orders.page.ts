import { type Response, Router } from 'express'
import type { OrderSummary } from '../../store/order-list.ts'
import { variantView } from '../formats.ts'
import { html } from '../html.ts'
import { refuseOtherMethods, sendMessage } from '../message.page.ts'
import { sendPage } from '../page.ts'
import { stepsView } from '../steps.ts'
import type { StoreAppContext, Viewer } from '../store-app-context.ts'
import { memberPage } from '../store-auth.ts'
import { tableView } from '../table.ts'

const PAGE_LENGTH = 25

export function orderListRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route('/orders')
    .get(memberPage(app, async ({ query }, response, viewer) => {
      const cursor = query['cursor']
      const orders = cursor === undefined || typeof cursor === 'string'
        ? await app.store.orders.listSummaries(viewer.store.id, { limit: PAGE_LENGTH, cursor }) : undefined
      if (!orders) return sendMessage(app, response, { status: 404, viewer })
      return sendOrders(app, response, { ...orders, isFirstPage: cursor === undefined, viewer })
    }))
    .all(refuseOtherMethods(app, 'GET'))
  return router
}

type OrderList = {
  data: OrderSummary[]; nextCursor: string | null; isFirstPage: boolean; viewer: Viewer
}

const columnsOf = (app: StoreAppContext, { formats }: Viewer) => [
  { title: 'Order', cell: ({ orderNumber }: OrderSummary) => html`<a class="order-number"
 href="${app.storePath}/orders/${orderNumber}">${orderNumber}</a>` },
  { title: 'Paid at', cell: ({ paidAt }: OrderSummary) => formats.time(paidAt) },
  { title: 'Customer', isText: true, cell: ({ customerName }: OrderSummary) => html`<bdi>${customerName}</bdi>` },
  { title: 'Item', isText: true, cell: (order: OrderSummary) => html`<bdi>${order.productName}</bdi>
 <span class="muted variant">${variantView(order)}</span>` },
  { title: 'Total', isNumber: true, cell: ({ amountTotal, currency }: OrderSummary) => formats.money(amountTotal, currency) },
]

const emptyView = (docsUrl: string) => html`<div class="empty">
<p>Paid orders appear here, the newest first.</p>
<p><a class="button" href="${docsUrl}">Create a checkout session</a></p>
</div>`

const problemsNotice = (storePath: string) => html`<div class="notice danger">
<p><strong>A payment went wrong and is being put right.</strong>
<a href="${storePath}/payment-problems">See payment problems</a></p>
</div>`

function sendOrders(app: StoreAppContext, response: Response, { data, nextCursor, isFirstPage, viewer }: OrderList) {
  const { storePath, urls: { baseUrl } } = app
  sendPage(app, response, { title: 'Orders', section: 'orders', viewer, main: html`<h1 id="title">Orders</h1>
${viewer.paymentProblems === 'open' ? problemsNotice(storePath) : undefined}
${data.length === 0 ? emptyView(`${baseUrl}/docs`) : tableView(data, columnsOf(app, viewer))}
${stepsView({ path: `${storePath}/orders`, name: 'orders', nextCursor, isFirstPage })}` })
}
