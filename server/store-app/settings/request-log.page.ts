import type { Request, Response } from 'express'
import type { ApiRequest } from '../../web/answered-request.ts'
import type { RequestFilter, RequestPage } from './api-access.ts'
import { inputField, selectField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { filterQuery } from '../frame/list-filter.ts'
import { findPage, stepsView } from '../frame/list-page.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { ownerPage } from '../frame/store-auth.ts'
import { tableView } from '../frame/table.ts'
import { REQUEST_LOG } from './developers.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'

export const requestLogRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/developers/requests': {
      get: ownerPage(app, async (request, response, viewer) => {
        const asked = askedFor(request)
        const requests = await findRequests(app, viewer.store.id, asked)
        if (!requests) return sendMessage(app, response, { status: 404, viewer })
        return sendRequests(app, response, { ...requests, asked, viewer })
      }),
    },
  })

type Asked = ReturnType<typeof askedFor>

function askedFor({ query }: Request) {
  const text = (name: string) =>
    typeof query[name] === 'string' ? query[name].trim().slice(0, 300) : ''
  return {
    status: text('status'),
    route: text('route'),
    request: text('request'),
    cursor: text('cursor') || undefined,
  }
}

const STATUS_CLASSES: Record<string, RequestFilter['statusClass']> = {
  '2xx': 2,
  '4xx': 4,
  '5xx': 5,
}

const isRequestId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** No request is like a text that is no id: only the routes are read, for the form. */
async function findRequests(
  { records: { apiAccess } }: StoreAppContext,
  storeId: string,
  asked: Asked,
) {
  if (asked.request !== '' && !isRequestId(asked.request)) {
    const routes = await apiAccess.listRoutes(storeId)
    return { data: [], nextCursor: null, isFirstPage: asked.cursor === undefined, routes }
  }
  return findPage(asked, (page) => apiAccess.listRequests(storeId, { ...page, ...filterOf(asked) }))
}

const filterOf = ({ status, route, request }: Asked): RequestFilter => ({
  statusClass: Object.hasOwn(STATUS_CLASSES, status) ? STATUS_CLASSES[status] : undefined,
  route: route === '' || !route.isWellFormed() || route.includes('\0') ? undefined : route,
  requestId: request === '' ? undefined : request,
})

const STATUS_OPTIONS = [
  { value: '', text: 'All' },
  { value: '2xx', text: '2xx: done' },
  { value: '4xx', text: '4xx: refused' },
  { value: '5xx', text: '5xx: failed on our side' },
]

const filtersView = ({ status, route, request }: Asked, routes: string[]) =>
  html`<form class="filters" method="get">
    ${selectField({ name: 'status', label: 'Status', value: status, options: STATUS_OPTIONS })}
    ${selectField({
      name: 'route',
      label: 'Route',
      value: route,
      options: [{ value: '', text: 'All' }, ...routes.map((value) => ({ value, text: value }))],
    })}
    ${inputField({
      name: 'request',
      label: 'Request id',
      value: request,
      attributes: html`autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="36"`,
    })}
    <button class="button">Show</button>
  </form>`

/** A line may break before each part. */
const breakable = (route: string) =>
  route.split('/').map((part, index) => (index === 0 ? part : html`<wbr />/${part}`))

const badgeOf = (status: number) =>
  status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'

const SECRET_IN_BROWSER = html`<span class="variant">Secret key sent from a web page</span>`

const columnsOf = ({ formats }: Viewer) => [
  { title: 'Time', cell: ({ at }: ApiRequest) => formats.second(at) },
  {
    title: 'Request',
    isText: true,
    cell: ({ method, route }: ApiRequest) => html`<code>${method} ${breakable(route)}</code>`,
  },
  {
    title: 'Status',
    cell: ({ status, isSecretInBrowser }: ApiRequest) =>
      html`<span class="badge ${badgeOf(status)}">${status}</span>
        ${isSecretInBrowser ? SECRET_IN_BROWSER : undefined}`,
  },
  { title: 'Key', cell: ({ keyKind }: ApiRequest) => (keyKind === 'public' ? 'Public' : 'Secret') },
  {
    title: 'Duration',
    isNumber: true,
    cell: ({ durationMs }: ApiRequest) => `${formats.number(durationMs)} ms`,
  },
  {
    title: 'Request id',
    isText: true,
    cell: ({ requestId }: ApiRequest) => html`<code>${requestId}</code>`,
  },
]

const NONE_YET = html`<div class="empty">
  <p>Requests with your keys appear here within seconds, and stay for 7 days.</p>
</div>`

const noneLikeThis = (path: string) =>
  html`<div class="empty">
    <p>No request of the last 7 days is like this.</p>
    <p><a class="quiet" href="${path}">Show all requests</a></p>
  </div>`

type RequestLog = RequestPage & { isFirstPage: boolean; asked: Asked; viewer: Viewer }

function sendRequests(
  app: StoreAppContext,
  response: Response,
  { data, nextCursor, isFirstPage, routes, asked, viewer }: RequestLog,
) {
  const developers = `${app.storePath}/settings/developers`
  const path = `${developers}/requests`
  const { cursor: _, ...narrowed } = asked
  const query = filterQuery(narrowed)
  const isNarrowed = Object.keys(query).length > 0
  sendSettings(app, response, {
    part: 'developers',
    title: 'Request log',
    viewer,
    styles: REQUEST_LOG,
    main: html`<p class="back"><a href="${developers}">Developers</a></p>
      <h1 id="title">Request log</h1>
      <p class="lead">
        Every request with one of your keys in the last 7 days, the newest first. The id is in each
        answer’s <code>Request-Id</code> header.
      </p>
      ${routes.length > 0 ? filtersView(asked, routes) : undefined}
      ${
        data.length > 0
          ? tableView(data, columnsOf(viewer))
          : isNarrowed
            ? noneLikeThis(path)
            : NONE_YET
      }
      ${stepsView({ path, name: 'requests', nextCursor, isFirstPage, query })}`,
  })
}
