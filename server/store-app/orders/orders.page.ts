import type { OrderFilter } from '../../orders/order-filter.ts'
import type { OrderList } from '../../orders/order-list.ts'
import { html } from '../../web/html.ts'
import type { ProductChoice } from '../../checkout/ports/list-pages.ts'
import {
  NOTHING_LISTED,
  filterQuery,
  FilterText,
  filterFields,
  filterOf,
  dayFields,
  productField,
  emptyView,
  findPage,
  stepsView,
  unsoldView,
} from '../frame/list-page.ts'
import { noticeOf } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { liveOrderTable, orderTable, toLiveOrder } from './order-table.ts'
import { ORDERS } from './orders.styles.ts'
import { parsePosition } from '../../orders/order-position.ts'
import { sessionDigestOf } from '../frame/members/store-auth.ts'
import type { OrderStreams } from './order-streams.ts'
import type { Request } from 'express'
import * as z from 'zod'
import { type FieldErrors, inputField, parseFields, selectField } from '../frame/forms.ts'

const FIELDS = ['search', 'from', 'to', 'product', 'state'] as const

const OrderFields = filterOf({
  search: FilterText.refine(
    (text) => text === undefined || text.length <= 200,
    'Search for something shorter.',
  ),
  product: FilterText,
  state: z.enum(['disputed', 'withdrawn']).optional().catch(undefined),
})

/** The filter's fields in the address, and the filter that they mean. */
export function readOrderFilter(request: Pick<Request, 'query'>) {
  const fields = filterFields(request, FIELDS)
  const { value, errors } = parseFields(OrderFields, fields)
  if (!value) return { fields, errors }
  const filter: OrderFilter = value
  return { fields, filter, errors }
}

type Filter = {
  path: string
  typed: { fields: Record<(typeof FIELDS)[number], string>; errors: FieldErrors | undefined }
  products: ProductChoice[]
}

const filterView = ({ path, typed, products }: Filter) => {
  const { fields } = typed
  return html`<form class="order-filter" method="get" action="${path}" role="search">
    <div class="filters">
      ${inputField({
        typed,
        name: 'search',
        label: 'Order number, customer or phone',
        attributes: html`type="search" maxlength="200" autocomplete="off"`,
      })}
      <button class="button">Search</button>
      ${
        Object.keys(filterQuery(fields)).length > 0
          ? html`<a class="quiet clear" href="${path}">Clear filters</a>`
          : undefined
      }
    </div>
    <details ${fields.from || fields.to || fields.product || fields.state ? html`open` : undefined}>
      <summary>Date, product and state</summary>
      <div class="filters">
        ${dayFields(typed, { from: 'From', to: 'To' })} ${productField(typed, products)}
        ${selectField({
          typed,
          name: 'state',
          label: 'State',
          options: [
            { value: '', text: 'All' },
            { value: 'disputed', text: 'Disputed' },
            { value: 'withdrawn', text: 'Withdrawn' },
          ],
        })}
      </div>
    </details>
  </form>`
}

export const orderListPages: MemberPages = { '/orders': { get: sendOrders } }

const problemsNotice = (storePath: string) =>
  noticeOf(
    'danger',
    html`<strong>A payment went wrong and is being put right.</strong>
      <a href="${storePath}/payment-problems">See payment problems</a>`,
  )

type OrderResults = OrderList & { isFirstPage: boolean; isNarrowed: boolean }

function listView(
  { app: { storePath }, viewer: { formats, store } }: MemberVisit,
  { data, position, products, isFirstPage, isNarrowed }: OrderResults,
) {
  if (isFirstPage && !isNarrowed)
    return liveOrderTable({
      orders: data,
      position,
      currency: store.currency,
      storePath,
      formats,
      empty: unsoldView('Paid orders appear here, the newest first.', { storePath }, products),
    })
  return data.length === 0
    ? emptyView('No order matches.', {
        path: `${storePath}/orders`,
        text: 'Clear filters',
        kind: 'quiet',
      })
    : orderTable(data, { storePath, formats })
}

async function sendOrders(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const { fields, filter = {}, errors } = readOrderFilter(request)
  const { id, timeZone } = viewer.store
  const orders = await findPage(request.query, (page) =>
    app.records.orders.listNarrowed(id, { ...page, filter, timeZone }),
  )
  if (!orders) return sendNotFound(visit)
  const path = `${app.storePath}/orders`
  const query = filterQuery(fields)
  const isNarrowed = Object.keys(query).length > 0
  return sendPage(visit, {
    title: 'Orders',
    section: 'orders',
    styles: ORDERS,
    problem: errors && NOTHING_LISTED,
    beside: html`<div class="actions">
      <a class="quiet" href="${path}/export?${new URLSearchParams(query).toString()}">Export CSV</a>
    </div>`,
    main: html`${viewer.paymentProblems === 'open' ? problemsNotice(app.storePath) : undefined}
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

/** The events of the first page of orders, from the page's position or the last event that came. */
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
