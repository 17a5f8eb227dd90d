import type { OrderList } from './order-list.ts'
import { html } from '../frame/html.ts'
import { filterQuery } from '../frame/list-filter.ts'
import { findPage, stepsView } from '../frame/list-page.ts'
import { sendPage } from '../frame/page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { filterView, readOrderFilter } from './order-filter.ts'
import { liveOrderTable, orderTable, toLiveOrder } from './order-table.ts'
import { ORDERS } from './orders.styles.ts'
import { parsePosition } from './order-position.ts'
import { sessionDigestOf } from '../frame/store-auth.ts'
import type { OrderStreams } from './order-streams.ts'

export const orderListPages: MemberPages = { '/orders': { get: sendOrders } }

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

type Shown = OrderList & { isFirstPage: boolean; isNarrowed: boolean }

function listView(
  { app: { storePath, urls }, viewer: { formats, store } }: MemberVisit,
  { data, position, isFirstPage, isNarrowed }: Shown,
) {
  if (isFirstPage && !isNarrowed)
    return liveOrderTable({
      orders: data,
      position,
      currency: store.currency,
      storePath,
      formats,
      empty: emptyView(`${urls.baseUrl}/docs`),
    })
  return data.length === 0
    ? noMatchView(`${storePath}/orders`)
    : orderTable(data, { storePath, formats })
}

async function sendOrders(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const { fields, filter = {}, errors } = readOrderFilter(request)
  const { id, timeZone } = viewer.store
  const orders = await findPage(request.query, (page) =>
    app.records.orders.listOrders(id, { ...page, filter, timeZone }),
  )
  if (!orders) return sendNotFound(visit)
  const path = `${app.storePath}/orders`
  const query = filterQuery(fields)
  const isNarrowed = Object.keys(query).length > 0
  return sendPage(visit, {
    title: 'Orders',
    section: 'orders',
    styles: ORDERS,
    errors,
    main: html`<div class="heading">
        <h1 id="title">Orders</h1>
        <div class="actions">
          <a class="quiet" href="${path}/export?${new URLSearchParams(query).toString()}"
            >Export CSV</a
          >
        </div>
      </div>
      ${viewer.paymentProblems === 'open' ? problemsNotice(app.storePath) : undefined}
      ${filterView({ path, typed: { fields, errors }, products: orders.products })}
      ${
        errors
          ? undefined
          : [
              listView(visit, { ...orders, isNarrowed }),
              stepsView({ ...orders, path, name: 'orders', query }),
            ]
      }`,
  })
}

/**
 * What the first page of the orders listens to: it begins where the page ends, or where it was cut
 * off.
 */
export const orderEventPages = (streams: OrderStreams): MemberPages => ({
  '/orders/events': {
    get: ({ app, request, response, viewer: { memberId, store, formats } }) => {
      if (request.method === 'HEAD') return response.end()
      const after = request.get('Last-Event-ID') ?? request.query['after']
      const now = app.checkout.clock.now()
      return streams.open(
        {
          storeId: store.id,
          memberId,
          sessionDigest: sessionDigestOf(request),
          position: typeof after === 'string' ? parsePosition(after, now) : undefined,
          toLive: toLiveOrder(formats),
        },
        response,
      )
    },
  },
})
