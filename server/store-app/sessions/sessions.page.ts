import { type Response, Router } from 'express'
import * as z from 'zod'
import type { SessionFilter, SessionList, SessionSummary } from '../../store/sessions.ts'
import { shortSessionId, variantView } from '../formats.ts'
import { inputField, selectField } from '../forms.ts'
import { html } from '../html.ts'
import { refuseOtherMethods, sendMessage } from '../message.page.ts'
import { sendPage } from '../page.ts'
import { productOptions } from '../product-options.ts'
import { stepsView } from '../steps.ts'
import type { StoreAppContext, Viewer } from '../store-app-context.ts'
import { memberPage } from '../store-auth.ts'
import { tableView } from '../table.ts'
import { STATES, sessionPath, stateBadge } from './session-parts.ts'

const PAGE_LENGTH = 25

/** A field of the form that was left empty comes as an empty text. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()

const Day = z.iso.date().regex(/^2/)

const Query = z.object({
  status: unlessEmpty(z.enum(['open', 'paying', 'complete', 'expired'])),
  from: unlessEmpty(Day),
  to: unlessEmpty(Day),
  product: unlessEmpty(z.string().max(200).regex(/^\P{Cc}+$/u)),
  cursor: z.string().optional(),
})

export function sessionListRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route('/sessions')
    .get(memberPage(app, async ({ query }, response, viewer) => {
      const { data } = Query.safeParse(query)
      if (!data) return sendMessage(app, response, { status: 404, viewer })
      const { cursor, status: state, ...days } = data
      const filter = { state, ...days }
      const { id, timeZone } = viewer.store
      const list = await app.store.sessions.list(id, { limit: PAGE_LENGTH, cursor, filter, timeZone })
      if (!list) return sendMessage(app, response, { status: 404, viewer })
      return sendSessions(app, response, { ...list, filter, isFirstPage: cursor === undefined, viewer })
    }))
    .all(refuseOtherMethods(app, 'GET'))
  return router
}

type Shown = SessionList & { filter: SessionFilter; isFirstPage: boolean; viewer: Viewer }

const columnsOf = (app: StoreAppContext, { formats }: Viewer) => [
  { title: 'Session', cell: ({ id }: SessionSummary) => html`<a class="order-number"
 href="${sessionPath(app, id)}">${shortSessionId(id)}</a>` },
  { title: 'Created', cell: ({ createdAt }: SessionSummary) => formats.time(createdAt) },
  { title: 'Status', cell: ({ state }: SessionSummary) => stateBadge(state) },
  { title: 'Customer', isText: true, cell: ({ customerName }: SessionSummary) => customerName === null
    ? html`<span class="muted">Not known</span>` : html`<bdi>${customerName}</bdi>` },
  { title: 'Item', isText: true, cell: (session: SessionSummary) => html`<bdi>${session.productName}</bdi>
 <span class="muted variant">${variantView(session)}</span>` },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }: SessionSummary) => formats.money(amount, currency) },
]

const filterView = (shown: Shown, path: string) => html`<form class="filters" method="get" action="${path}" role="search">
${selectField({ name: 'status', label: 'Status', value: shown.filter.state ?? '', options: [
  { value: '', text: 'All' }, ...Object.entries(STATES).map(([value, { text }]) => ({ value, text })),
] })}
${selectField({ name: 'product', label: 'Product', value: shown.filter.product ?? '', options: productOptions(shown.products, shown.filter.product ?? '') })}
${inputField({ name: 'from', label: 'Created from', value: shown.filter.from ?? '', attributes: html`type="date"` })}
${inputField({ name: 'to', label: 'Created to', value: shown.filter.to ?? '', attributes: html`type="date"` })}
<button class="quiet">Filter</button>
</form>`

const noMatchView = (path: string) => html`<div class="empty">
<p>No session matches.</p>
<p><a class="button" href="${path}">Show all sessions</a></p>
</div>`

const emptyView = (docsUrl: string) => html`<div class="empty">
<p>Every checkout that you start for a buyer appears here, the newest first.</p>
<p><a class="button" href="${docsUrl}">Create a checkout session</a></p>
</div>`

function sendSessions(app: StoreAppContext, response: Response, shown: Shown) {
  const { data, nextCursor, isFirstPage, viewer, filter } = shown
  const path = `${app.storePath}/sessions`
  const { state, ...rest } = filter
  const query = Object.fromEntries(Object.entries({ status: state, ...rest })
    .flatMap(([name, value]) => value === undefined ? [] : [[name, value]]))
  const isNarrowed = Object.keys(query).length > 0
  const list = data.length > 0 ? tableView(data, columnsOf(app, viewer))
    : isNarrowed ? noMatchView(path) : emptyView(`${app.urls.baseUrl}/docs`)
  sendPage(app, response, { title: 'Sessions', section: 'sessions', viewer, main: html`
<h1 id="title">Sessions</h1>
${data.length === 0 && !isNarrowed && isFirstPage ? undefined : filterView(shown, path)}
${list}
${stepsView({ path, name: 'sessions', nextCursor, isFirstPage, query })}` })
}
