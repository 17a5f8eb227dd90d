import { MOST_COUNTED } from '../../checkout/orders/fulfill-order.ts'
import type { OrderFilter, OrderState } from '../../orders/order-filter.ts'
import type { OrderList } from '../../orders/order-list.ts'
import { html } from '../../web/html.ts'
import type { ProductChoice } from '../../checkout/ports/list-pages.ts'
import {
  NOTHING_LISTED,
  filterBar,
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
import { boundedCount } from '../frame/formats.ts'
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
import { type FieldErrors, hiddenField, inputField, parseFields } from '../frame/forms.ts'

const FIELDS = ['search', 'from', 'to', 'product', 'state'] as const

const OrderFields = filterOf({
  search: FilterText.refine(
    (text) => text === undefined || text.length <= 200,
    'Search for something shorter.',
  ),
  product: FilterText,
  state: z.enum(['to_fulfil', 'withdrawn', 'disputed']).optional().catch(undefined),
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

/** Each with what is said when no order has that state. */
const TABS: { state: OrderState | undefined; text: string; none: string }[] = [
  { state: 'to_fulfil', text: 'To fulfil', none: 'No order waits to be fulfilled.' },
  { state: undefined, text: 'All', none: 'No order matches.' },
  { state: 'withdrawn', text: 'Withdrawn', none: 'No buyer has withdrawn from an order.' },
  { state: 'disputed', text: 'Disputed', none: 'No order is or was disputed.' },
]

const tabPath = (path: string, state: string | undefined) =>
  state ? `${path}?state=${state}` : path

const tabsView = (path: string, current: OrderState | undefined, toFulfil: number) =>
  html`<nav class="tabs" aria-label="States of orders">
    ${TABS.map(
      ({ state, text }) =>
        html`<a
          href="${tabPath(path, state)}"
          ${state === current ? html`aria-current="true"` : undefined}
          >${text}${
            state === 'to_fulfil' && toFulfil > 0
              ? ` ${boundedCount(toFulfil, MOST_COUNTED)}`
              : undefined
          }</a
        >`,
    )}
  </nav>`

const isSearched = ({ state: _, ...fields }: Record<string, string>) =>
  Object.keys(filterQuery(fields)).length > 0

/** The tab that is open stays open. */
const filterView = ({ path, typed, products }: Filter) => {
  const { state, ...fields } = typed.fields
  const narrowed = { ...typed, fields }
  return filterBar({
    path: tabPath(path, state),
    typed: narrowed,
    fields: [
      ...(state ? [hiddenField('state', state)] : []),
      inputField({
        typed: narrowed,
        name: 'search',
        label: 'Order number, customer, email or phone',
        attributes: html`type="search" maxlength="200" autocomplete="off"`,
      }),
    ],
    more: {
      summary: 'Date and product',
      names: ['from', 'to', 'product'],
      fields: [
        ...dayFields(narrowed, { from: 'From', to: 'To' }),
        productField(narrowed, products),
      ],
    },
  })
}

export const orderListPages: MemberPages = { '/orders': { get: sendOrders } }

const problemsNotice = (storePath: string) =>
  noticeOf(
    'danger',
    html`<strong>A payment went wrong and is being put right.</strong>
      <a href="${storePath}/payment-problems">See payment problems</a>`,
  )

type OrderResults = OrderList & { isFirstPage: boolean; query: Record<string, string> }

function listView(
  { app: { storePath }, viewer: { formats, store } }: MemberVisit,
  { data, position, products, isFirstPage, query }: OrderResults,
) {
  if (isFirstPage && Object.keys(query).length === 0)
    return liveOrderTable({
      orders: data,
      position,
      currency: store.currency,
      storePath,
      formats,
      empty: unsoldView('Paid orders appear here, the newest first.', { storePath }, products),
    })
  if (data.length > 0) return orderTable(data, { storePath, formats })
  const { state } = query
  if (!isSearched(query)) return emptyView(TABS.find((tab) => tab.state === state)?.none ?? '')
  const path = tabPath(`${storePath}/orders`, state)
  return emptyView('No order matches.', { path, text: 'Clear filters', kind: 'quiet' })
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
  return sendPage(visit, {
    title: 'Orders',
    section: 'orders',
    styles: ORDERS,
    problem: errors && NOTHING_LISTED,
    beside: html`<div class="actions">
      <a class="quiet" href="${path}/export?${new URLSearchParams(query).toString()}">Export CSV</a>
    </div>`,
    top: tabsView(path, filter.state, orders.toFulfil),
    main: html`${viewer.paymentProblems === 'open' ? problemsNotice(app.storePath) : undefined}
    ${filterView({ path, typed: { fields, errors }, products: orders.products })}
    ${
      errors
        ? undefined
        : [
            listView(visit, { ...orders, query }),
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
