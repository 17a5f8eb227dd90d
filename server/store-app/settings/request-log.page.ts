import type { Request } from 'express'
import type { ApiRequest } from '../../web/answers/answered-request.ts'
import type { RequestFilter } from './api-access.ts'
import { inputField, selectField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import {
  filterBar,
  filterFields,
  filterQuery,
  emptyView,
  findPage,
  stepsView,
} from '../frame/list-page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { column, numberColumn, tableView, textColumn } from '../frame/table.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { REQUEST_LOG } from './developers.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'

const DEVELOPERS = '/settings/developers'

export const requestLogPages: MemberPages = { [`${DEVELOPERS}/requests`]: { get: sendRequests } }

type LogQuery = ReturnType<typeof askedFor>

const textOf = (text: string) => text.trim().slice(0, 300)

function askedFor(request: Request) {
  const { cursor, ...asked } = filterFields(request, ['status', 'route', 'request', 'cursor'])
  const { status, route, request: id } = asked
  return {
    fields: { status: textOf(status), route: textOf(route), request: textOf(id) },
    cursor: textOf(cursor) || undefined,
  }
}

const isRequestId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** No request is like a text that is no id: only the routes are read, for the form. */
async function findRequests({ app, viewer }: MemberVisit, asked: LogQuery) {
  const { apiAccess } = app.records
  const storeId = viewer.store.id
  const { fields, cursor } = asked
  if (fields.request !== '' && !isRequestId(fields.request)) {
    const routes = await apiAccess.listRoutes(storeId)
    return { data: [], nextCursor: null, isFirstPage: cursor === undefined, routes }
  }
  const filter = filterOf(asked)
  return findPage(asked, (page) => apiAccess.listRequests(storeId, { ...page, ...filter }))
}

const filterOf = ({ fields: { status, route, request } }: LogQuery): RequestFilter => ({
  statusClass: STATUSES.find(({ value }) => value === status)?.statusClass,
  route: route === '' || !route.isWellFormed() || route.includes('\0') ? undefined : route,
  requestId: request === '' ? undefined : request,
})

const STATUSES = [
  { value: '', text: 'All', statusClass: undefined },
  { value: '2xx', text: '2xx: done', statusClass: 2 },
  { value: '4xx', text: '4xx: refused', statusClass: 4 },
  { value: '5xx', text: '5xx: failed on our side', statusClass: 5 },
] as const

const filterView = (path: string, typed: LogQuery, routes: string[]) =>
  filterBar({
    path,
    typed,
    fields: [
      selectField({ typed, name: 'status', label: 'Status', options: [...STATUSES] }),
      selectField({
        typed,
        name: 'route',
        label: 'Route',
        options: [{ value: '', text: 'All' }, ...routes.map((value) => ({ value, text: value }))],
      }),
      inputField({
        typed,
        name: 'request',
        label: 'Request id',
        attributes: html`autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="36"`,
      }),
    ],
  })

/** A line may break before each part. */
const breakable = (route: string) =>
  route.split('/').map((part, index) => (index === 0 ? part : html`<wbr />/${part}`))

function badgeOf(status: number) {
  if (status >= 500) return 'danger'
  return status >= 400 ? 'warning' : 'success'
}

const SECRET_IN_BROWSER = html`<span class="variant">Secret key sent from a web page</span>`

const tableOf = (requests: ApiRequest[], { viewer: { formats } }: MemberVisit) =>
  tableView(requests, [
    column('Time', ({ at }) => formats.second(at)),
    textColumn('Request', ({ method, route }) => html`<code>${method} ${breakable(route)}</code>`),
    column(
      'Status',
      ({ status, isSecretInBrowser }) =>
        html`<span class="badge ${badgeOf(status)}">${status}</span>
          ${isSecretInBrowser ? SECRET_IN_BROWSER : undefined}`,
    ),
    column('Key', ({ keyKind }) => (keyKind === 'public' ? 'Public' : 'Secret')),
    numberColumn('Duration', ({ durationMs }) => `${formats.number(durationMs)} ms`),
    textColumn('Request id', ({ requestId }) => html`<code>${requestId}</code>`),
  ])

async function sendRequests(visit: MemberVisit) {
  const { app, request } = visit
  const asked = askedFor(request)
  const requests = await findRequests(visit, asked)
  if (!requests) return sendNotFound(visit)
  const { data, routes } = requests
  const developers = `${app.storePath}${DEVELOPERS}`
  const path = `${developers}/requests`
  const query = filterQuery(asked.fields)
  const none =
    Object.keys(query).length > 0
      ? emptyView('No request of the last 7 days is like this.')
      : emptyView('Requests with your keys appear here within seconds, and stay for 7 days.')
  return sendSettings(visit, {
    part: 'developers',
    title: 'Request log',
    styles: REQUEST_LOG,
    back: { path: developers, text: 'Developers' },
    lead: html`Every request with one of your keys in the last 7 days, the newest first. The id is
      in each answer’s <code>Request-Id</code> header.`,
    main: html`${routes.length > 0 ? filterView(path, asked, routes) : undefined}
    ${data.length > 0 ? tableOf(data, visit) : none}
    ${stepsView({ ...requests, path, name: 'requests', query })}`,
  })
}
