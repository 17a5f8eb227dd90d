import type { Response } from 'express'
import type { OrderList } from './order-list.ts'
import type { FieldErrors } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { filterQuery } from '../frame/list-filter.ts'
import { sendMessage } from '../frame/message.page.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import { findPage, stepsView } from '../frame/list-page.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { type FilterFields, filterView, orderFilterFields, parseFilter } from './order-filter.ts'
import { liveOrderTable, orderTable } from './order-table.ts'
import { ORDERS } from './orders.styles.ts'

export const orderListRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/orders': {
      get: memberPage(app, async (request, response, viewer) => {
        const fields = orderFilterFields(request)
        const { value: filter = {}, errors } = parseFilter(fields)
        const { id, timeZone } = viewer.store
        const orders = await findPage(request.query, (page) =>
          app.records.orders.listOrders(id, { ...page, filter, timeZone }),
        )
        if (!orders) return sendMessage(app, response, { status: 404, viewer })
        return sendOrders(app, response, { ...orders, fields, errors, viewer })
      }),
    },
  })

type Shown = OrderList & {
  fields: FilterFields
  errors: FieldErrors | undefined
  isFirstPage: boolean
  viewer: Viewer
}

const emptyView = (docsUrl: string) =>
  html`<div class="empty">
    <p>Paid orders appear here, the newest first.</p>
    <p><a class="button" href="${docsUrl}">Create a checkout session</a></p>
  </div>`

const noMatchView = (path: string) =>
  html`<div class="empty">
    <p>No order matches.</p>
    <p><a class="quiet" href="${path}">Clear filters</a></p>
  </div>`

const problemsNotice = (storePath: string) =>
  html`<div class="notice danger">
    <p>
      <strong>A payment went wrong and is being put right.</strong>
      <a href="${storePath}/payment-problems">See payment problems</a>
    </p>
  </div>`

function listView(
  { storePath, urls }: StoreAppContext,
  { data, position, fields, isFirstPage, viewer: { formats, store } }: Shown,
) {
  const isNarrowed = Object.keys(filterQuery(fields)).length > 0
  if (isFirstPage && !isNarrowed) {
    return liveOrderTable({
      orders: data,
      position,
      currency: store.currency,
      storePath,
      formats,
      empty: emptyView(`${urls.baseUrl}/docs`),
    })
  }
  return data.length === 0
    ? noMatchView(`${storePath}/orders`)
    : orderTable(data, { storePath, formats })
}

function sendOrders(app: StoreAppContext, response: Response, shown: Shown) {
  const { fields, errors, products, nextCursor, isFirstPage, viewer } = shown
  const path = `${app.storePath}/orders`
  const query = filterQuery(fields)
  if (errors) response.status(422)
  sendPage(app, response, {
    title: 'Orders',
    section: 'orders',
    viewer,
    styles: ORDERS,
    hasErrors: errors !== undefined,
    main: html`<div class="heading">
        <h1 id="title">Orders</h1>
        <div class="actions">
          <a class="quiet" href="${path}/export?${new URLSearchParams(query).toString()}"
            >Export CSV</a
          >
        </div>
      </div>
      ${viewer.paymentProblems === 'open' ? problemsNotice(app.storePath) : undefined}
      ${filterView({ path, fields, errors, products })}
      ${
        errors
          ? undefined
          : [
              listView(app, shown),
              stepsView({ path, name: 'orders', nextCursor, isFirstPage, query }),
            ]
      }`,
  })
}
