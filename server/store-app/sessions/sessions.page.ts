import type { Response } from 'express'
import * as z from 'zod'
import { shortSessionId } from '../../checkout/session.ts'
import type { SessionList, SessionSummary } from './session-list.ts'
import { variantView } from '../frame/formats.ts'
import { type FieldErrors, inputField, parseFields, selectField } from '../frame/forms.ts'
import { html, styleSheet } from '../frame/html.ts'
import { FilterText, filterFields, filterOf, filterQuery } from '../frame/list-filter.ts'
import { sendMessage } from '../frame/message.page.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import { productOptions } from '../frame/product-options.ts'
import { findPage, stepsView } from '../frame/list-page.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { tableView } from '../frame/table.ts'
import { STATES, stateBadge } from './session-parts.ts'
import { sessionPath } from '../frame/session-path.ts'

const FIELDS = ['status', 'product', 'from', 'to'] as const

const Filter = filterOf({
  status: z.union(
    [z.literal('').transform(() => undefined), z.enum(['open', 'paying', 'complete', 'expired'])],
    'Choose a status of the list.',
  ),
  product: FilterText,
})

export const sessionListRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/sessions': {
      get: memberPage(app, async (request, response, viewer) => {
        const fields = filterFields(request, FIELDS)
        const { value: { status: state, ...filter } = {}, errors } = parseFields(Filter, fields)
        const { id, timeZone } = viewer.store
        const sessions = await findPage(request.query, (page) =>
          app.records.sessions.list(id, { ...page, filter: { state, ...filter }, timeZone }),
        )
        if (!sessions) return sendMessage(app, response, { status: 404, viewer })
        return sendSessions(app, response, { ...sessions, fields, errors, viewer })
      }),
    },
  })

type Fields = Record<(typeof FIELDS)[number], string>
type Shown = SessionList & {
  fields: Fields
  errors: FieldErrors | undefined
  isFirstPage: boolean
  viewer: Viewer
}

const columnsOf = (app: StoreAppContext, { formats }: Viewer) => [
  {
    title: 'Session',
    cell: ({ id }: SessionSummary) =>
      html`<a class="order-number" href="${sessionPath(app, id)}">${shortSessionId(id)}</a>`,
  },
  { title: 'Created', cell: ({ createdAt }: SessionSummary) => formats.time(createdAt) },
  { title: 'Status', cell: ({ state }: SessionSummary) => stateBadge(state) },
  {
    title: 'Customer',
    isText: true,
    cell: ({ customerName }: SessionSummary) =>
      customerName === null
        ? html`<span class="muted">Not known</span>`
        : html`<bdi>${customerName}</bdi>`,
  },
  {
    title: 'Item',
    isText: true,
    cell: (session: SessionSummary) =>
      html`<bdi>${session.productName}</bdi>
        <span class="muted variant">${variantView(session)}</span>`,
  },
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ amount, currency }: SessionSummary) => formats.money(amount, currency),
  },
]

const filterView = ({ fields, errors = {}, products }: Shown, path: string) =>
  html`<form class="filters" method="get" action="${path}" role="search">
    ${selectField({
      name: 'status',
      label: 'Status',
      value: fields.status,
      error: errors['status'],
      options: [
        { value: '', text: 'All' },
        ...Object.entries(STATES).map(([value, { text }]) => ({ value, text })),
      ],
    })}
    ${selectField({
      name: 'product',
      label: 'Product',
      value: fields.product,
      options: productOptions(products, fields.product),
    })}
    ${inputField({
      name: 'from',
      label: 'Created from',
      value: fields.from,
      error: errors['from'],
      attributes: html`type="date"`,
    })}
    ${inputField({
      name: 'to',
      label: 'Created to',
      value: fields.to,
      error: errors['to'],
      attributes: html`type="date"`,
    })}
    <button class="quiet">Filter</button>
  </form>`

const noMatchView = (path: string) =>
  html`<div class="empty">
    <p>No session matches.</p>
    <p><a class="button" href="${path}">Show all sessions</a></p>
  </div>`

const emptyView = (docsUrl: string) =>
  html`<div class="empty">
    <p>Every checkout that you start for a buyer appears here, the newest first.</p>
    <p><a class="button" href="${docsUrl}">Create a checkout session</a></p>
  </div>`

/** The fields stand in line where one of them says what is wrong, too. */
const STYLES = styleSheet(`
.filters:has(.error) { align-items: start; }
@media (width >= 60rem) { .filters:has(.error) button { margin-block-start: 26px; } }`)

function sendSessions(app: StoreAppContext, response: Response, shown: Shown) {
  const { data, fields, errors, nextCursor, isFirstPage, viewer } = shown
  const path = `${app.storePath}/sessions`
  const query = filterQuery(fields)
  const isNarrowed = Object.keys(query).length > 0
  const list =
    data.length > 0
      ? tableView(data, columnsOf(app, viewer))
      : isNarrowed
        ? noMatchView(path)
        : emptyView(`${app.urls.baseUrl}/docs`)
  if (errors) response.status(422)
  sendPage(app, response, {
    title: 'Sessions',
    section: 'sessions',
    viewer,
    styles: STYLES,
    hasErrors: errors !== undefined,
    main: html`<h1 id="title">Sessions</h1>
      ${data.length === 0 && !isNarrowed && isFirstPage ? undefined : filterView(shown, path)}
      ${
        errors
          ? undefined
          : [list, stepsView({ path, name: 'sessions', nextCursor, isFirstPage, query })]
      }`,
  })
}
