import * as z from 'zod'
import { shortSessionId } from '../../checkout/session.ts'
import type { SessionList, SessionSummary } from './session-list.ts'
import { variantView } from '../frame/formats.ts'
import { type Typed, parseFields, selectField } from '../frame/forms.ts'
import { html, styleSheet } from '../frame/html.ts'
import {
  FilterText,
  filterFields,
  filterOf,
  filterQuery,
  dayFields,
  productField,
} from '../frame/list-filter.ts'
import { findPage, stepsView } from '../frame/list-page.ts'
import { sendPage } from '../frame/page.ts'
import { sessionPath } from '../frame/session-command.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { STATES, stateBadge } from './session.page.ts'

const FIELDS = ['status', 'product', 'from', 'to'] as const

const Filter = filterOf({
  status: z.union(
    [z.literal('').transform(() => undefined), z.enum(['open', 'paying', 'complete', 'expired'])],
    'Choose a status of the list.',
  ),
  product: FilterText,
})

export const sessionListPages: MemberPages = { '/sessions': { get: sendSessions } }

const sessionTable = ({ app, viewer: { formats } }: MemberVisit, sessions: SessionSummary[]) =>
  tableView(sessions, [
    column(
      'Session',
      ({ id }) =>
        html`<a class="order-number" href="${sessionPath(app, id)}">${shortSessionId(id)}</a>`,
    ),
    column('Created', ({ createdAt }) => formats.time(createdAt)),
    column('Status', ({ state }) => stateBadge(state)),
    textColumn('Customer', ({ customerName }) =>
      customerName === null
        ? html`<span class="muted">Not known</span>`
        : html`<bdi>${customerName}</bdi>`,
    ),
    textColumn(
      'Item',
      (session) =>
        html`<bdi>${session.productName}</bdi>
          <span class="muted variant">${variantView(session)}</span>`,
    ),
    numberColumn('Amount', ({ amount, currency }) => formats.money(amount, currency)),
  ])

const filterView = (path: string, typed: Typed, products: SessionList['products']) =>
  html`<form class="filters" method="get" action="${path}" role="search">
    ${selectField({
      typed,
      name: 'status',
      label: 'Status',
      options: [
        { value: '', text: 'All' },
        ...Object.entries(STATES).map(([value, { text }]) => ({ value, text })),
      ],
    })}
    ${productField(typed, products)} ${dayFields(typed, { from: 'Created from', to: 'Created to' })}
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

async function sendSessions(visit: MemberVisit) {
  const { app, request, viewer } = visit
  const fields = filterFields(request, FIELDS)
  const { value: { status: state, ...filter } = {}, errors } = parseFields(Filter, fields)
  const { id, timeZone } = viewer.store
  const sessions = await findPage(request.query, (page) =>
    app.records.sessions.list(id, { ...page, filter: { state, ...filter }, timeZone }),
  )
  if (!sessions) return sendNotFound(visit)
  const { data, products, isFirstPage } = sessions
  const path = `${app.storePath}/sessions`
  const query = filterQuery(fields)
  const isNarrowed = Object.keys(query).length > 0
  const empty = isNarrowed ? noMatchView(path) : emptyView(`${app.urls.baseUrl}/docs`)
  const isUnused = data.length === 0 && !isNarrowed && isFirstPage
  return sendPage(visit, {
    title: 'Sessions',
    section: 'sessions',
    styles: STYLES,
    errors,
    main: html`<h1 id="title">Sessions</h1>
      ${isUnused ? undefined : filterView(path, { fields, errors }, products)}
      ${
        errors
          ? undefined
          : [
              data.length > 0 ? sessionTable(visit, data) : empty,
              stepsView({ ...sessions, path, name: 'sessions', query }),
            ]
      }`,
  })
}
